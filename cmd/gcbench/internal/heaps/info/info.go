// Package info says what is in a heap and in the file that it was read from: how much of it is live, how many references
// objects have, and, in dumps of other runtimes, which classes take the most bytes.
package info

import (
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
)

// Of describes h, of which reached, with levels, is live.
func Of(h *source.Heap, reached *heap.Reached) (*schema.Info, error) {
	digest, err := heap.Digest(h.Heap, reached)
	if err != nil {
		return nil, err
	}
	i := &schema.Info{
		Schema: schema.InfoSchema, Heap: h.File, Format: string(h.Format),
		Objects: h.NumObjects(), Edges: h.NumEdges(), Roots: len(h.Roots()),
		Live: reached.Count, ArenaBytes: len(h.Arena()), Mapped: h.Mapped(), Digest: schema.Digest(digest),
		Span: max(len(reached.Levels)-1, 0), Levels: append([]uint64{}, reached.Levels...),
	}
	i.Degrees, i.LiveEdges = Degrees(h.Heap, reached)
	i.Orphans = orphans(h.Heap, reached)
	if h.Dump != nil {
		i.GoDump = goDump(h.Dump)
	}
	if h.Foreign != nil {
		i.Foreign = foreign(h.Foreign, reached)
	}
	return i, nil
}

// Degrees counts the references of each object of h, and those of all live ones.
func Degrees(h *heap.Heap, reached *heap.Reached) (d schema.Degrees, liveEdges uint64) {
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

// orphans counts the objects that were not reached and to which no object of h refers. The
// objects that hang from them were not reached either.
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

func goDump(d *godump.Dump) *schema.GoDump {
	g := &schema.GoDump{
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

// Heap describes h, of which reached, with levels, is live. The bound and the remarks are
// left to the caller.
func Heap(h *source.Heap, seed uint64, reached *heap.Reached, s *schema.Structure) *schema.Heap {
	degrees, _ := Degrees(h.Heap, reached)
	return &schema.Heap{Facts: h.Facts(seed, reached.Count), Structure: *s, Levels: schema.BarsOf(reached.Levels, schema.MaxBars), Degrees: degrees, Remarks: []schema.Finding{}}
}
