package report

import (
	"fmt"
	"io"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
)

// GenSchema and ConvertSchema name the format of Written. Fields are added to it,
// never renamed.
const (
	GenSchema     = "gcbench-gen/1"
	ConvertSchema = "gcbench-convert/1"
)

// Written is what gcbench gen and gcbench convert report.
type Written struct {
	Schema string      `json:"schema"`
	Env    machine.Env `json:"env"`
	Input  string      `json:"input"` // "" for gen
	Output string      `json:"output"`
	Bytes  int64       `json:"bytes"` // of the output
	Size
}

// Size is what is known of a heap without marking it.
type Size struct {
	Shape      string `json:"shape"`
	Layout     string `json:"layout"`
	Seed       uint64 `json:"seed"`
	Objects    uint64 `json:"objects"`
	Edges      uint64 `json:"edges"`
	Roots      int    `json:"roots"`
	ArenaBytes int    `json:"arena_bytes"`
}

// Describe enters the heap, and the length of the file that it was written to.
func (r *Written) Describe(h *source.Heap) {
	if info, err := os.Stat(r.Output); err == nil {
		r.Bytes = info.Size()
	}
	r.Size = Size{h.Shape, h.Layout(), h.Params.Seed, h.NumObjects(), h.NumEdges(), len(h.Roots()), len(h.Arena())}
}

// Print writes a line for a person.
func (r *Written) Print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s: %s, %s, %s, %s\n",
		r.Output, Plural(r.Objects, "object"), Plural(r.Edges, "edge"), Plural(uint64(r.Roots), "root"), Bytes(uint64(r.Bytes)))
	return err
}
