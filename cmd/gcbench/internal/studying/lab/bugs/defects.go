package bugs

import (
	"embed"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/edit"
)

// Defect is what makes one of the right deques wrong: a diff of its text.
type Defect struct {
	Letter   string // its name in the task, and that of its diff
	Scene    Scene
	Schedule string // one in which the defect shows
	repaired bool   // the deque stays right
}

// All returns the defects, two for each right deque. The first and the second of each deque
// alternate.
func All() []Defect { return slices.Clone(defects) }

// Repaired is a defect that is none: the deque stays right.
func (d Defect) Repaired() Defect {
	d.repaired = true
	return d
}

//go:embed defects
var diffs embed.FS

// change is the diff of the defect. It names the file of the right deque.
func (d Defect) change() edit.Diff {
	text, err := diffs.ReadFile("defects/" + d.Letter + ".diff")
	if err != nil {
		panic(err)
	}
	return edit.Diff(text)
}

// defects has two for each right deque.
var defects = []Defect{
	{Letter: "A", Scene: Scene{2, 1, "-", "s"}, Schedule: "a2b3a3b"},
	{Letter: "B", Scene: Scene{2, 2, "+", "s"}, Schedule: "ab3a3b"},
	{Letter: "C", Scene: Scene{2, 1, "-+", "s"}, Schedule: "a2b3a4b"},
	{Letter: "D", Scene: Scene{2, 2, "-", "ss"}, Schedule: "a3b8a2"},
	{Letter: "E", Scene: Scene{2, 1, "-", "s"}, Schedule: "a3b2a3b5"},
	{Letter: "F", Scene: Scene{2, 2, "-", "ss"}, Schedule: "a2b12a2"},
	{Letter: "G", Scene: Scene{2, 0, "+", "s"}, Schedule: "a2b3"},
	{Letter: "H", Scene: Scene{4, 3, "-", "s"}, Schedule: "a2b4a"},
	{Letter: "I", Scene: Scene{2, 1, "-", "s"}, Schedule: "abab"},
	{Letter: "J", Scene: Scene{3, 2, "+", "s"}, Schedule: "ab2a3"},
	{Letter: "K", Scene: Scene{2, 1, "-", "s"}, Schedule: "ab3a3b3"},
	{Letter: "L", Scene: Scene{2, 0, "+", "s"}, Schedule: "a3b5a"},
}
