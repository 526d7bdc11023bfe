package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Facts identify a heap.
type Facts struct {
	Shape      string `json:"shape"`  // "" for a file
	Heap       string `json:"heap"`   // the file, "" for a shape
	Layout     string `json:"layout"` // "" for a file
	Seed       uint64 `json:"seed"`   // of the shape, and of the choice of victims
	Objects    uint64 `json:"objects"`
	Edges      uint64 `json:"edges"`
	Roots      int    `json:"roots"`
	Live       uint64 `json:"live"`
	ArenaBytes int    `json:"arena_bytes"`
	// Mapped says that the arena is the file, mapped into memory. Then page faults are in the times.
	Mapped bool `json:"mapped"`
}

// FactsOf returns the facts of h, of which live objects were reached.
func FactsOf(h *source.Heap, seed, live uint64) Facts {
	return Facts{
		Shape: h.Shape, Heap: h.File, Layout: h.Layout(), Seed: seed,
		Objects: h.NumObjects(), Edges: h.NumEdges(), Roots: len(h.Roots()),
		Live: live, ArenaBytes: len(h.Arena()), Mapped: h.Mapped(),
	}
}

// Name is what tables and messages call the heap: its shape, or its file without folders. A
// character of the file's name that would break a line is a question mark.
func (f *Facts) Name() string {
	if f.Heap == "" {
		return printable.Line(f.Shape)
	}
	return printable.Line(filepath.Base(f.Heap))
}

// Choices are the options of a marker, the number of workers aside, under the names of
// their flags.
type Choices struct {
	Queue    string `json:"queue"`
	Grain    int    `json:"grain"`
	Deque    int    `json:"deque"`
	Overflow int    `json:"overflow"` // blocks of the pool; 0 is none
	Steal    string `json:"steal"`
	Amount   string `json:"amount"`
	Victim   string `json:"victim"`
	Idle     string `json:"idle"`
	Marking  string `json:"marking"`

	// Speculation is "" in reports of versions without it.
	Speculation string `json:"speculation"`
}

// ChoicesOf returns o in the report's terms, with what its zero values stand for.
func ChoicesOf(o mark.Options) Choices {
	o = o.WithDefaults()
	t := o.Tuning
	return Choices{
		Queue: o.Deque.Name, Grain: o.Grain, Deque: o.Capacity, Overflow: max(o.OverflowBlocks, 0),
		Steal: t.Steal.String(), Amount: t.Amount.String(), Victim: t.Victim.String(), Idle: t.Idle.String(), Marking: t.Marking.String(),
		Speculation: t.Speculation.String(),
	}
}

// String lists the choices, for a line below a table.
func (c Choices) String() string { return strings.Join(c.Settings(), ", ") }

// Settings returns each choice behind the name of its flag.
func (c Choices) Settings() []string {
	return []string{
		"queue " + c.Queue, fmt.Sprintf("grain %d", c.Grain), fmt.Sprintf("deque %d", c.Deque), fmt.Sprintf("overflow %d", c.Overflow),
		"steal " + c.Steal, "amount " + c.Amount, "victim " + c.Victim, "idle " + c.Idle, "marking " + c.Marking, "speculation " + c.Speculation,
	}
}

// Digest formats a digest.
func Digest(d uint64) string { return fmt.Sprintf("%016x", d) }
