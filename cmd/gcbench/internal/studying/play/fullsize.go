package play

// FullSize is the marker in virtual time, and what makes lanes of its timeline, as in an ordinary
// build. In a build for the explorer the marker's sizes are tiny, and the deques are slow.
var FullSize = Copy{
	Name: "full",
	Packages: []string{
		"heap", "heap/shape", "overflow", "stealq",
		"mark", "mark/sim", "mark/sim/costs", "mark/sim/machines", "mark/stats", "mark/timeline", "mark/tune",
		"mark/internal/chain", "mark/internal/crew", "mark/internal/engine", "mark/internal/forward", "mark/internal/kernel",
		"mark/internal/ledger", "mark/internal/options", "mark/internal/plan", "mark/internal/policy", "mark/internal/probe",
		"mark/internal/coherence", "mark/internal/progress", "mark/internal/ranges", "mark/internal/source", "mark/internal/thin", "mark/internal/virtual", "mark/internal/work",
		engineFolder + "large", "cmd/gcbench/internal/seeing/lanes/rows", "cmd/gcbench/internal/telling/setting", "cmd/gcbench/internal/seeing/thin",
	},
	Ordinary: true,
}

// copies are all copies that the engine has.
var copies = []Copy{FullSize, Broken}
