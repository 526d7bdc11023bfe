package large

import "github.com/seed-3ccf4018/halfmark/mark/tune"

// Lesson is a question that a reader answers by looking at marks. The page has its words, by
// its name. A test holds the figures in these words to the simulation.
type Lesson struct {
	Name  string    `json:"name"`
	Marks []Request `json:"marks"` // to be looked at one after the other
}

// lessons are in the order in which a reader should meet them.
func lessons() []Lesson {
	owner, shared, force := tune.MarkingOwner.String(), tune.MarkingShared.String(), tune.SpeculationForce.String()
	return []Lesson{
		{"list", []Request{{Shape: "list", Workers: 16}, {Shape: "list", Workers: 1}, {Shape: "tree", Workers: 16}}},
		{"hub", []Request{{Shape: "wide", Workers: 1}, {Shape: "wide", Workers: 8}, {Shape: "wide", Workers: 8, Objects: 500}}},
		{"many", []Request{{Shape: "tree", Workers: 16}, {Shape: "tree", Workers: 128}, {Shape: "tree", Workers: 1024}}},
		{"grain", []Request{{Shape: "tree", Workers: 64, Grain: 1}, {Shape: "tree", Workers: 64, Grain: 64}, {Shape: "tree", Workers: 1, Grain: 1}, {Shape: "tree", Workers: 1, Grain: 64}}},
		{"half", []Request{{Shape: "wide", Workers: 64, Grain: 1, Amount: "one"}, {Shape: "wide", Workers: 64, Grain: 1, Amount: "half"}}},
		{"owners", []Request{
			{Shape: "tree", Objects: 50_000, Workers: 2, Marking: shared}, {Shape: "tree", Objects: 50_000, Workers: 2, Marking: owner},
			{Shape: "grid", Objects: 50_000, Workers: 16, Marking: shared}, {Shape: "grid", Objects: 50_000, Workers: 16, Marking: owner}}},
		{"ahead", []Request{{Shape: "list", Objects: 50_000, Workers: 2}, {Shape: "list", Objects: 50_000, Workers: 1, Speculation: force}, {Shape: "list", Objects: 50_000, Workers: 2, Speculation: force}}},
	}
}
