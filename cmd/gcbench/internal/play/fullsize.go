package play

// FullSize is the marker in virtual time, and what makes lanes of its timeline, as in an ordinary
// build. In a build for the explorer the marker's sizes are tiny, and the deques are slow.
var FullSize = Copy{
	Packages: map[string]string{
		"heap":                 "heap/full",
		"heap/shape":           "heap/full/shape",
		"mark":                 "mark/full",
		"mark/sim":             "mark/full/sim",
		"mark/sim/costs":       "mark/full/sim/costs",
		"mark/stats":           "mark/full/stats",
		"mark/timeline":        "mark/full/timeline",
		"mark/tune":            "mark/full/tune",
		"mark/internal/chain":  "mark/full/internal/chain",
		"mark/internal/crew":   "mark/full/internal/crew",
		"mark/internal/engine": "mark/full/internal/engine",
		"mark/internal/kernel": "mark/full/internal/kernel",
		"mark/internal/ledger": "mark/full/internal/ledger",
		"mark/internal/plan":   "mark/full/internal/plan",
		"mark/internal/policy": "mark/full/internal/policy",
		"mark/internal/probe":  "mark/full/internal/probe",
		"mark/internal/ranges": "mark/full/internal/ranges",
		"overflow":             "mark/full/overflow",
		"stealq":               "stealq/full",

		"mark/internal/forward": "mark/full/internal/forward",
		"mark/internal/source":  "mark/full/internal/source",
		"mark/internal/thin":    "mark/full/internal/thin",
		"mark/internal/options": "mark/full/internal/options",
		"mark/internal/virtual": "mark/full/internal/virtual",
		"mark/internal/work":    "mark/full/internal/work",

		engineFolder + "large":            engineFolder + "large/full",
		"cmd/gcbench/internal/lanes/rows": "cmd/gcbench/internal/lanes/rows/full",
		"cmd/gcbench/internal/setting":    "cmd/gcbench/internal/setting/full",
		"cmd/gcbench/internal/thin":       "cmd/gcbench/internal/thin/full",
	},
	Ordinary: true,
}

// copies are all copies that the engine has.
var copies = []Copy{FullSize, Broken}
