package mutants

// barrierMutants break write barriers, and the marker and mutators of package concurrent (32).
var barrierMutants = []mutant{
	{number: "32a", what: "Dijkstra's barrier does not shade what is stored", edits: []edit{
		{"mark/concurrent/dijkstra.go", "\theap.Shade(ref)\n\theap.SetField", "\theap.SetField"},
	}},
	{number: "32b", what: "Steele's barrier repaints before the store", edits: []edit{
		{"mark/concurrent/steele.go", "\t//  3. The mutator stores C into A.\n\theap.Repaint(obj)\n", ""},
		{"mark/concurrent/steele.go", "\theap.SetField(obj, ref)\n\t// After", "\theap.Repaint(obj)\n\theap.SetField(obj, ref)\n\t// After"},
	}},
	{number: "32c", what: "the marker blackens an object after it has read its field, with Steele's barrier", edits: []edit{
		{"mark/concurrent/steele.go", "\tStore: steele, Revisits: true,", "\tStore: steele,"},
	}},
	{number: "32d", what: "Yuasa's barrier loads what is overwritten after it has stored", edits: []edit{
		{"mark/concurrent/yuasa.go", "\told := heap.Field(obj)\n\theap.Shade(old)\n\theap.SetField(obj, ref)\n", "\theap.SetField(obj, ref)\n\theap.Shade(heap.Field(obj))\n"},
	}},
	{number: "32e", what: "the exchange is a load and a store", edits: []edit{
		{"mark/concurrent/yuasa.go", "\told := heap.SwapField(obj, ref)\n", "\told := heap.Field(obj)\n\theap.SetField(obj, ref)\n"},
	}},
	{number: "32f", what: "the hybrid shades what is stored once the stack is scanned, and not before", edits: []edit{
		{"mark/concurrent/hybrid.go", "\tif !heap.Scanned(mutator) {", "\tif heap.Scanned(mutator) {"},
	}},
	{number: "32g", what: "the hybrid does not shade what is overwritten", edits: []edit{
		{"mark/concurrent/hybrid.go", "\told := heap.Field(obj)\n\theap.Shade(old)\n\tif !heap.Scanned", "\tif !heap.Scanned"},
	}},
	{number: "32h", what: "new objects are white after the first stack is scanned, too", edits: []edit{
		{"mark/concurrent/mutator.go", "how.New.Colour(colours>>stacks != 0)", "how.New.Colour(false)"},
	}},
	{number: "32i", what: "new objects are black before the first stack is scanned, too", edits: []edit{
		{"mark/concurrent/operation.go", "a == AllocBlackInTime && scanned", "a == AllocBlackInTime"},
	}},
	{number: "32j", what: "stacks are not scanned again in the end", edits: []edit{
		{"mark/concurrent/marker.go", "\tif how.Rescan {\n\t\th.shadeStacks(h.all())\n\t}\n", ""},
	}},
	{number: "32k", what: "the marker ends the mark while mutators run", edits: []edit{
		{"mark/concurrent/marker.go", "\th.stop(h.all())\n\tif how.Rescan", "\tif how.Rescan"},
	}},
	{number: "32l", what: "objects are scanned before all stacks are, where stacks must come first", edits: []edit{
		{"mark/concurrent/marker.go", "next != 0 && (how.Scan == First || obj == Nil)", "next != 0 && obj == Nil"},
	}},
	{number: "32m", what: "a stack is scanned while its mutator runs", edits: []edit{
		{"mark/concurrent/marker.go", "\th.stop(mutators)\n\th.shadeStacks", "\th.shadeStacks"},
	}},
	{number: "32n", what: "a new buffer lies in the list before it is counted", edits: []edit{
		{"mark/concurrent/completion.go", "\tb.left.Add(more)\n\tb.full.Add(more)\n", "\tb.full.Add(more)\n\tb.left.Add(more)\n"},
	}},
}
