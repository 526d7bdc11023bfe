package report

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
)

// InfoSchema names the format of Info. Fields are added to it, never renamed.
const InfoSchema = "gcbench-info/1"

// Info is what gcbench info reports about a file.
type Info struct {
	Schema     string      `json:"schema"`
	Env        machine.Env `json:"env"`
	Heap       string      `json:"heap"`
	Format     string      `json:"format"`
	Objects    uint64      `json:"objects"`
	Edges      uint64      `json:"edges"`
	Roots      int         `json:"roots"`
	Live       uint64      `json:"live"`
	LiveEdges  uint64      `json:"live_edges"`
	Orphans    uint64      `json:"orphans"` // objects that are not live and to which no object refers
	ArenaBytes int         `json:"arena_bytes"`
	Mapped     bool        `json:"mapped"` // the arena is the file, mapped into memory
	Digest     string      `json:"digest"` // of the live objects
	// Span is the longest of the shortest paths from a root, in references.
	Span int `json:"span"`
	// Levels are the numbers of live objects at each distance from a root.
	Levels  []uint64 `json:"levels"`
	Degrees Degrees  `json:"degrees"`
	GoDump  *GoDump  `json:"go_dump,omitempty"`
	Foreign *Foreign `json:"foreign,omitempty"`
}

// Degrees says how many references, nil ones apart, objects have.
type Degrees struct {
	Mean float64 `json:"mean"`
	Max  uint64  `json:"max"`
	// Histogram counts objects: entry 0 those without references, entry i
	// those with 2^(i-1) to 2^i - 1.
	Histogram []uint64 `json:"histogram"`
}

// GoDump is what a Go heap dump says about its program.
type GoDump struct {
	Arch         string            `json:"arch"`
	GoVersion    string            `json:"go_version"`
	PointerBytes int               `json:"pointer_bytes"`
	BigEndian    bool              `json:"big_endian"`
	CPUs         uint64            `json:"cpus"`
	Bytes        uint64            `json:"bytes"`
	ObjectBytes  uint64            `json:"object_bytes"`
	Fields       uint64            `json:"fields"`
	Pointers     uint64            `json:"pointers"`
	Interior     uint64            `json:"interior"`
	NoObject     uint64            `json:"no_object"`
	Records      map[string]uint64 `json:"records"`
	RootWords    map[string]uint64 `json:"root_words"`
}

// NewInfo describes h, of which reached, with levels, is live.
func NewInfo(h *source.Heap, reached *heap.Reached) (*Info, error) {
	digest, err := heap.Digest(h.Heap, reached)
	if err != nil {
		return nil, err
	}
	i := &Info{
		Schema: InfoSchema, Heap: h.File, Format: string(h.Format),
		Objects: h.NumObjects(), Edges: h.NumEdges(), Roots: len(h.Roots()),
		Live: reached.Count, ArenaBytes: len(h.Arena()), Mapped: h.Mapped(), Digest: Digest(digest),
		Span: max(len(reached.Levels)-1, 0), Levels: append([]uint64{}, reached.Levels...),
	}
	i.Degrees, i.LiveEdges = degreesOf(h.Heap, reached)
	i.Orphans = orphans(h.Heap, reached)
	if h.Dump != nil {
		i.GoDump = newGoDump(h.Dump)
	}
	if h.Foreign != nil {
		i.Foreign = newForeign(h.Foreign, reached)
	}
	return i, nil
}

// degreesOf counts the references of each object of h, and those of all live ones.
func degreesOf(h *heap.Heap, reached *heap.Reached) (d Degrees, liveEdges uint64) {
	d.Histogram = []uint64{}
	for _, obj := range h.Objects() {
		degree := uint64(0)
		for _, to := range h.Refs(obj) {
			if to != heap.Nil {
				degree++
			}
		}
		if reached.Has(obj) {
			liveEdges += degree
		}
		d.Max = max(d.Max, degree)
		bucket := bits.Len64(degree)
		for len(d.Histogram) <= bucket {
			d.Histogram = append(d.Histogram, 0)
		}
		d.Histogram[bucket]++
	}
	if h.NumObjects() > 0 {
		d.Mean = float64(h.NumEdges()) / float64(h.NumObjects())
	}
	return d, liveEdges
}

// orphans counts the objects that were not reached and to which no object of h refers. What hangs
// from them was not reached either.
func orphans(h *heap.Heap, reached *heap.Reached) (n uint64) {
	if reached.Count == h.NumObjects() {
		return 0
	}
	referred := heap.NewBitmap(h.Granules())
	for _, obj := range h.Objects() {
		for _, to := range h.Refs(obj) {
			if to != heap.Nil {
				referred.TestAndSet(to)
			}
		}
	}
	for _, obj := range h.Objects() {
		if !reached.Has(obj) && !referred.Has(obj) {
			n++
		}
	}
	return n
}

func newGoDump(d *godump.Dump) *GoDump {
	g := &GoDump{
		Arch: d.Params.Arch, GoVersion: d.Params.GoVersion, PointerBytes: d.Params.PointerBytes,
		BigEndian: d.Params.BigEndian, CPUs: d.Params.CPUs,
		Bytes: d.Stats.Bytes, ObjectBytes: d.Stats.ObjectBytes, Fields: d.Stats.Fields,
		Pointers: d.Stats.Pointers, Interior: d.Stats.Interior, NoObject: d.Stats.NoObject,
		Records: map[string]uint64{}, RootWords: map[string]uint64{},
	}
	for k := range godump.Kind(godump.NumKinds) {
		if n := d.Stats.Records[k]; n > 0 {
			g.Records[k.String()] = n
		}
		if n := d.Stats.RootWords[k]; n > 0 {
			g.RootWords[k.String()] = n
		}
	}
	return g
}

// Print writes the description for a person.
func (i *Info) Print(w io.Writer) error {
	var b strings.Builder
	line := func(label, format string, args ...any) {
		b.WriteString(Wrapped(fmt.Sprintf(format, args...), fmt.Sprintf("%-10s", label), strings.Repeat(" ", 10)))
	}
	fmt.Fprintf(&b, "%-10s%s (%s)\n", "heap", i.Heap, i.Format) // whole, so that the name can be copied
	if d := i.GoDump; d != nil {
		line("program", "%s on %s, %d-bit pointers, %d CPUs; %s of objects, %s roots found in %s frames",
			d.GoVersion, d.Arch, 8*d.PointerBytes, d.CPUs, Bytes(d.ObjectBytes), Count(uint64(i.Roots)), Count(d.Records[godump.StackFrame.String()]))
		line("pointers", "%s into objects (%s of them interior), %s elsewhere or nil",
			Count(d.Pointers), Count(d.Interior), Count(d.Fields-d.Pointers))
	}
	if i.Foreign != nil {
		i.Foreign.lines(line)
	}
	mapped := ""
	if i.Mapped {
		mapped = ", mapped"
	}
	line("objects", "%s in %s of arena%s", Count(i.Objects), Bytes(uint64(i.ArenaBytes)), mapped)
	line("edges", "%s, %.2f per object, at most %s", Count(i.Edges), i.Degrees.Mean, Count(i.Degrees.Max))
	line("degrees", "%s", i.Degrees)
	line("roots", "%s", Count(uint64(i.Roots)))
	line("live", "%s (%s) with %s", Count(i.Live), share(i.Live, i.Objects), Plural(i.LiveEdges, "edge"))
	if dead := i.Objects - i.Live; dead > 0 {
		line("unreached", "%s: no object refers to %s of them", Plural(dead, "object"), Count(i.Orphans))
	}
	line("span", "%s", Count(uint64(i.Span)))
	line("levels", "%s", levels(i.Levels))
	line("digest", "%s", i.Digest)
	if i.Foreign != nil {
		for _, n := range i.Foreign.Notes {
			line("note", "%s", n)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil || i.Foreign == nil {
		return err
	}
	return i.Foreign.printClasses(w)
}

// share formats a part of a whole. It is 100 % only if nothing is missing.
func share(part, whole uint64) string {
	x := float64(part) / float64(max(whole, 1))
	if part < whole && x > 0.99 {
		return fmt.Sprintf("%.2f %%", min(100*x, 99.99))
	}
	return Percent(x)
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
		joined = Count(uint64(n / levelBars))
		if n%levelBars != 0 {
			joined += " or " + Count(uint64(n/levelBars+1))
		}
		joined += " levels a bar, "
	}
	most := uint64(0)
	for _, n := range counts {
		most = max(most, n)
	}
	return fmt.Sprintf("%s  %sup to %s a level (height: logarithm)", Sparkline(counts, levelBars), joined, Plural(most, "object"))
}

// String lists the classes of the histogram that are not empty.
func (d Degrees) String() string {
	var parts []string
	for i, n := range d.Histogram {
		low, high := uint64(1)<<i>>1, uint64(1)<<i-1
		class := fmt.Sprint(low)
		if high > low {
			class = fmt.Sprintf("%d–%d", low, high)
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s", class, Count(n)))
		}
	}
	if parts == nil {
		return "none: no objects"
	}
	return strings.Join(parts, ", ")
}
