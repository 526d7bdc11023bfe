package play

// FullSize is the simulator of marks in the sizes that it has in an ordinary build. In a build for the explorer
// the marker's sizes are tiny, and the simulator has the marker's.
var FullSize = Copy{
	Packages: map[string]string{
		"mark":                 "mark/full",
		"mark/sim":             "mark/full/sim",
		"mark/internal/chain":  "mark/full/internal/chain",
		"mark/internal/kernel": "mark/full/internal/kernel",
		"mark/internal/policy": "mark/full/internal/policy",
		"overflow":             "mark/full/overflow",
	},
	FullSize: true,
}

// copies are all copies that the engine has.
var copies = []Copy{FullSize, Broken}
