package schema

import (
	"fmt"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

// Facts identify a heap.
type Facts struct {
	Shape      string `json:"shape"`       // "" for a file
	Heap       string `json:"heap"`        // the file, "" for a shape
	Layout     string `json:"layout"`      // "" for a file
	Seed       uint64 `json:"seed"`        // of the shape, and of the choice of victims
	Objects    uint64 `json:"objects"`     // how many there are, live and garbage
	Edges      uint64 `json:"edges"`       // references that are not nil
	Roots      int    `json:"roots"`       // how many there are
	Live       uint64 `json:"live"`        // objects that are reached
	ArenaBytes int    `json:"arena_bytes"` // of all objects
	// Mapped says that the arena is the file, mapped into memory. Then page faults are in the times.
	Mapped bool `json:"mapped"`
}

// Name is what tables and messages call the heap: its shape, or its file without folders. A
// character of the file's name that would break a line is a question mark.
func (f *Facts) Name() string {
	if f.Heap == "" {
		return printable.Line(f.Shape)
	}
	return printable.Line(filepath.Base(f.Heap))
}

// Digest formats a digest.
func Digest(d uint64) string { return fmt.Sprintf("%016x", d) }

// Written is what gcbench gen and gcbench convert report.
type Written struct {
	Schema string `json:"schema"` // the format
	Env    Env    `json:"env"`    // the machine, the build and the command
	Input  string `json:"input"`  // "" for gen
	Output string `json:"output"` // the file
	Bytes  int64  `json:"bytes"`  // of the output
	Size
}

// Size is what is known of a heap without marking it.
type Size struct {
	Shape      string `json:"shape"`       // "" for a file
	Layout     string `json:"layout"`      // order of the objects in memory
	Seed       uint64 `json:"seed"`        // of all random numbers
	Objects    uint64 `json:"objects"`     // how many there are, live and garbage
	Edges      uint64 `json:"edges"`       // references that are not nil
	Roots      int    `json:"roots"`       // how many there are
	ArenaBytes int    `json:"arena_bytes"` // of all objects
}
