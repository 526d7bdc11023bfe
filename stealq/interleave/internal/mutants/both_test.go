package mutants

// bothMutants break how a graph is marked in both directions.
var bothMutants = []mutant{
	{number: "33a", what: "a mark in both directions ends after a pass that has found something", edits: []edit{
		{"mark/internal/engine/both.go", "\t\tif found == 0 {\n\t\t\tbreak\n", "\t\tif found < 1<<40 {\n\t\t\tbreak\n"},
		{"mark/internal/engine/both.go", "listed < found || turns.Again(found, m.unreached()) {", "listed > found {"},
	}},
	{number: "33b", what: "two workers look back from the same word", edits: []edit{
		{"mark/internal/engine/bothscan.go", "low := int(c.Low/policy.ChunkRefs) * words\n", "low := max(0, int(c.Low/policy.ChunkRefs)*words-1)\n"},
	}},
}
