package text

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// Explained are the facts and the sentences about a heap, under its name.
func Explained(e *explain.Explained, name string) string {
	f := e.Facts
	head := fmt.Sprintf("%s: %s, %s live", name, numeral.Plural(f.Objects, "object"), numeral.Count(f.Live))
	if s := f.Structure; s != nil && f.Live > 0 {
		head += fmt.Sprintf(", %.1f references each, %s of %s on average", float64(s.Edges)/float64(f.Live), numeral.Plural(uint64(s.Levels), "level"), objects(s.Width))
	}
	text := wrap.Text(head, "", "  ") + wrap.Text(times(f), "", "  ")
	if plan := f.Plan(); plan != "" {
		text += wrap.Text("plan: "+plan, "", "  ")
	}
	for _, found := range e.Findings {
		text += wrap.Text(found.Sentence, "- ", "  ")
	}
	return text
}

// objects is how many objects a level has.
func objects(width float64) string {
	if width < 100 {
		return fmt.Sprintf("%.1f objects", width)
	}
	return numeral.Plural(uint64(width+0.5), "object")
}

// times says how long marks took.
func times(f *explain.Facts) string {
	var parts []string
	if f.One != nil {
		parts = append(parts, "1 worker "+numeral.Duration(f.One.MedianNS))
	}
	if f.Many != nil {
		parts = append(parts, fmt.Sprintf("%d workers %s", f.Many.Workers, numeral.Duration(f.Many.MedianNS)))
		if speedup := f.Speedup(); speedup > 0 {
			parts = append(parts, "speedup "+numeral.Significant(speedup))
		}
	}
	if f.Bound != nil && f.Bound.Ceiling > 0 {
		parts = append(parts, "ceiling "+numeral.Significant(f.Bound.Ceiling))
	}
	return strings.Join(parts, ", ")
}

// maxClosing is how many lines a run ends with at most.
const maxClosing = 2

// Closing are the first few sentences about a run in lines, with a command below each that explain
// says more of. It is "" if nothing is worth saying.
func Closing(results []schema.Result) (text string) {
	all := explain.Sentences(results)
	for _, said := range all[:min(maxClosing, len(all))] {
		if said.Command == "" {
			text += wrap.Text(said.Text, "", "  ")
		} else {
			text += wrap.Text(said.Text+":", "", "  ") + "  " + said.Command + "\n" // whole, so that it can be copied
		}
	}
	return text
}
