package report

import (
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
)

// ExportSchema names the format of Export. Fields are added to it, never renamed.
const ExportSchema = "gcbench-export/1"

// Export is what gcbench export reports.
type Export struct {
	Schema  string      `json:"schema"`
	Env     machine.Env `json:"env"`
	Input   string      `json:"input"`
	Output  string      `json:"output"` // "" if nothing was to be written
	Parts   int         `json:"parts"`
	Objects uint64      `json:"objects"`
	Edges   uint64      `json:"edges"`
	Roots   int         `json:"roots"`
	Live    uint64      `json:"live"`
	Digest  string      `json:"digest"` // of the live objects
	// Layouts are what the rounds cost in each layout that was looked at. The first is the one
	// that was written, or would have been.
	Layouts []Partition `json:"layouts"`
	// Bytes are those of all files that were written.
	Bytes uint64 `json:"bytes"`
}

// Partition is a heap, cut into parts in one layout.
type Partition struct {
	Layout       string  `json:"layout"`
	CrossEdges   uint64  `json:"cross_edges"` // references that lead to another part
	CrossShare   float64 `json:"cross_share"` // of all references
	Stubs        uint64  `json:"stubs"`
	Rounds       uint64  `json:"rounds"`
	Messages     uint64  `json:"messages"`      // in all rounds together
	MessageBytes uint64  `json:"message_bytes"` // of these
	LargestBytes uint64  `json:"largest_bytes"` // arena of the largest part, with its stubs
}

// Describe enters a heap and a plan for it.
func (r *Export) Describe(h *source.Heap, p *shard.Plan) {
	r.Parts = p.Parts()
	r.Objects, r.Edges, r.Roots = h.NumObjects(), h.NumEdges(), len(h.Roots())
	r.Live, r.Digest = p.Live, Digest(p.Digest)
	r.Layouts = append(r.Layouts, Partition{
		Layout: p.Layout.String(), CrossEdges: p.CrossEdges, CrossShare: float64(p.CrossEdges) / float64(max(r.Edges, 1)),
		Stubs: p.Stubs, Rounds: p.Rounds, Messages: p.Messages, MessageBytes: p.Messages * shard.MessageBytes,
		LargestBytes: p.LargestBytes(),
	})
}

// Print writes what the rounds will cost, for a person.
func (r *Export) Print(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s: %s, %s, %s, cut into %s\n\n", r.Input,
		Plural(r.Objects, "object"), Plural(r.Edges, "edge"), Plural(uint64(r.Roots), "root"), Plural(uint64(r.Parts), "part")); err != nil {
		return err
	}
	t := NewTable(w, Column{Title: "layout", Left: true}, Column{Title: "cross edges", Width: 13}, Column{Title: "share", Width: 6},
		Column{Title: "stubs", Width: 11}, Column{Title: "rounds", Width: 9}, Column{Title: "messages", Width: 11},
		Column{Title: "bytes", Width: 8}, Column{Title: "largest part", Width: 8})
	for _, l := range r.Layouts {
		if err := t.Row(l.Layout, Count(l.CrossEdges), share(l.CrossEdges, r.Edges), Count(l.Stubs), Count(l.Rounds), Count(l.Messages),
			Bytes(l.MessageBytes), Bytes(l.LargestBytes)); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n"+Wrapped("These are counts of a search of the whole heap, no estimates. "+r.advice(), "", ""))
	return err
}

// advice says which layout would be better.
func (r *Export) advice() string {
	if len(r.Layouts) < 2 {
		return ""
	}
	this, other := r.Layouts[0], r.Layouts[1]
	if other.Rounds > this.Rounds || other.Rounds == this.Rounds && other.Messages >= this.Messages {
		return ""
	}
	return fmt.Sprintf("With --layout %s the parts are marked in %s and %s instead of %s and %s.", other.Layout,
		Plural(other.Rounds, "round"), Plural(other.Messages, "message"), Count(this.Rounds), Count(this.Messages))
}

// PrintWritten writes what was written, for a person.
func (r *Export) PrintWritten(w io.Writer) error {
	_, err := fmt.Fprintf(w, "\n%s: %s in layout %s, %s. To mark them: gcbench rounds %s\n", r.Output, Plural(uint64(r.Parts), "part"), r.Layouts[0].Layout, Bytes(r.Bytes), r.Output)
	return err
}
