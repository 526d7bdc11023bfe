package text

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
)

// Info describes a file.
func Info(i *schema.Info) string {
	var b strings.Builder
	line := func(label, format string, args ...any) {
		b.WriteString(wrap.Text(fmt.Sprintf(format, args...), fmt.Sprintf("%-10s", label), strings.Repeat(" ", 10)))
	}
	fmt.Fprintf(&b, "%-10s%s (%s)\n", "heap", i.Heap, i.Format) // whole, so that the name can be copied
	if d := i.GoDump; d != nil {
		line("program", "%s on %s, %d-bit pointers, %d CPUs; %s of objects, %s roots found in %s frames",
			d.GoVersion, d.Arch, 8*d.PointerBytes, d.CPUs, numeral.Bytes(d.ObjectBytes), numeral.Count(uint64(i.Roots)), numeral.Count(d.Records[godump.StackFrame.String()]))
		line("pointers", "%s into objects (%s of them interior), %s elsewhere or nil",
			numeral.Count(d.Pointers), numeral.Count(d.Interior), numeral.Count(d.Fields-d.Pointers))
	}
	if i.Foreign != nil {
		foreignLines(i.Foreign, line)
	}
	mapped := ""
	if i.Mapped {
		mapped = ", mapped"
	}
	line("objects", "%s in %s of arena%s", numeral.Count(i.Objects), numeral.Bytes(uint64(i.ArenaBytes)), mapped)
	line("edges", "%s, %.2f per object, at most %s", numeral.Count(i.Edges), i.Degrees.Mean, numeral.Count(i.Degrees.Max))
	line("degrees", "%s", degrees(i.Degrees))
	line("roots", "%s", numeral.Count(uint64(i.Roots)))
	line("live", "%s (%s) with %s", numeral.Count(i.Live), share(i.Live, i.Objects), numeral.Plural(i.LiveEdges, "edge"))
	if dead := i.Objects - i.Live; dead > 0 {
		orphans := numeral.Count(i.Orphans)
		if i.Orphans == dead {
			orphans = "any"
		}
		line("unreached", "%s: no object refers to %s of them", numeral.Plural(dead, "object"), orphans)
	}
	line("span", "%s from the roots to the farthest object", numeral.Plural(uint64(i.Span), "reference"))
	line("levels", "%s", levels(i.Levels))
	line("digest", "%s", i.Digest)
	if f := i.Foreign; f != nil {
		for _, n := range f.Notes {
			line("note", "%s", n)
		}
		b.WriteString(classes(f))
	}
	if i.Retained != nil {
		b.WriteString(retained(i.Retained))
	}
	if len(i.Like) > 0 {
		b.WriteString(alike(i.Like))
	}
	return b.String()
}

// share formats a part of a whole. It is 100 % only if nothing is missing.
func share(part, whole uint64) string {
	x := float64(part) / float64(max(whole, 1))
	if part < whole && x > 0.99 {
		return fmt.Sprintf("%.2f %%", min(100*x, 99.99))
	}
	return numeral.Percent(x)
}

// levelBars is the most bars that the level profile has.
const levelBars = 32

// levels draws the level profile: a bar for each level, or for several where there are
// more levels than bars.
func levels(counts []uint64) string {
	if len(counts) == 0 {
		return "none: no roots"
	}
	joined := ""
	if n := len(counts); n > levelBars {
		joined = numeral.Count(uint64(n / levelBars))
		if n%levelBars != 0 {
			joined += " or " + numeral.Count(uint64(n/levelBars+1))
		}
		joined += " levels a bar, "
	}
	most := uint64(0)
	for _, n := range counts {
		most = max(most, n)
	}
	return fmt.Sprintf("%s  %sup to %s a level (height: logarithm)", sparkline(counts, levelBars), joined, numeral.Plural(most, "object"))
}

// degrees lists the classes of the histogram that are not empty.
func degrees(d schema.Degrees) string {
	var parts []string
	for i, n := range d.Histogram {
		low, high := uint64(1)<<i>>1, uint64(1)<<i-1
		class := fmt.Sprint(low)
		if high > low {
			class = fmt.Sprintf("%d–%d", low, high)
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s", class, numeral.Count(n)))
		}
	}
	if parts == nil {
		return "none: no objects"
	}
	return strings.Join(parts, ", ")
}

// sparkline draws counts as one glyph each, of a height that grows with the
// logarithm of the count; more than width counts are summed into that many
// groups.
func sparkline(counts []uint64, width int) string {
	glyphs := []rune("▁▂▃▄▅▆▇█")
	groups := schema.BarsOf(counts, width)
	most := uint64(1) // or nothing but zeros would have no height
	for _, g := range groups {
		most = max(most, g.Objects)
	}
	var b strings.Builder
	for _, g := range groups {
		height := math.Log1p(float64(g.Objects)) / math.Log1p(float64(most)) * float64(len(glyphs)-1)
		b.WriteRune(glyphs[int(math.Round(height))])
	}
	return b.String()
}
