package sink

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/objects"
)

// Build makes the heap. The Sink cannot be used afterwards.
func (s *Sink) Build(p Program) (*Dump, error) {
	if p.IDs == nil {
		p.IDs = Hex
	}
	d := &Dump{Program: p, numbered: s.numbered}
	find := func(id uint64) (int, bool) { return int(id), id < uint64(len(s.objects)) }
	if s.numbered {
		for s.err == nil && s.at < uint64(len(s.objects)) {
			s.flush()
		}
	} else {
		s.sort()
		d.index = objects.NewIndex(s.objects)
		find = d.index.At
		s.resolve(&d.index)
	}
	if s.err != nil {
		return nil, s.err
	}
	roots := s.keepRoots(find)
	s.stats.Roots = s.countRoots(roots, p.Group)
	d.roots = slices.Compact(roots) // a file may say the same twice
	h, err := s.builder.Build()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.format, err)
	}
	d.Heap, d.Notes, d.labels, d.classes = h, s.notes, s.texts, s.classes
	d.table = objects.NewTable(h, s.objects)
	d.Stats = s.summary()
	return d, nil
}

// sort sorts the objects by id, and leaves out those whose id was there before.
func (s *Sink) sort() {
	order := func(a, b objects.Object) int {
		if a.Addr != b.Addr {
			return cmp.Compare(a.Addr, b.Addr)
		}
		// Of two with the same id the edges of the first begin before those of the second. If they
		// begin at the same place, the first has none. If the second has none, too, nothing says
		// which was the first.
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Refs, b.Refs), cmp.Compare(a.Bytes, b.Bytes), cmp.Compare(a.Tag, b.Tag))
	}
	if !slices.IsSortedFunc(s.objects, order) {
		slices.SortFunc(s.objects, order)
	}
	before := len(s.objects)
	s.objects = slices.CompactFunc(s.objects, func(a, b objects.Object) bool { return a.Addr == b.Addr })
	if s.stats.Duplicates = uint64(before - len(s.objects)); s.stats.Duplicates > 0 {
		s.stats.ObjectBytes = 0
		for i := range s.objects {
			s.stats.ObjectBytes += s.objects[i].Bytes
		}
	}
}

// resolve gives the builder all objects in order of id, with the numbers of the objects to
// which their edges lead.
func (s *Sink) resolve(x *objects.Index) {
	if s.err != nil {
		return
	}
	s.builder.Grow(len(s.objects), len(s.edges))
	for i := range s.objects {
		o := &s.objects[i]
		s.slots = s.slots[:0]
		for _, id := range s.edges[o.First : o.First+uint64(o.Refs)] {
			slot := uint32(heap.NoObject)
			if id != noID {
				if to, ok := x.At(id); ok {
					slot = uint32(to)
				} else {
					s.stats.Dangling++
				}
			}
			s.slots = append(s.slots, slot)
		}
		s.builder.Add(objects.Payload(o.Bytes, uint64(o.Refs)), s.slots...)
	}
	s.edges = nil // the builder has its own form of them, and the arena needs the room
}

// kept is a root of the heap: the number of its object, and what it is.
type kept struct {
	object uint32
	label  Label
}

// keepRoots makes roots of the objects that there are, each once, in order. It returns their
// labels, sorted by object.
func (s *Sink) keepRoots(find func(id uint64) (int, bool)) []kept {
	var roots []kept
	for _, r := range s.roots {
		if i, ok := find(r.id); ok {
			roots = append(roots, kept{uint32(i), r.label})
		} else {
			s.stats.DanglingRoots++
		}
	}
	s.roots = nil
	slices.SortFunc(roots, func(a, b kept) int {
		return cmp.Or(cmp.Compare(a.object, b.object), cmp.Compare(a.label, b.label))
	})
	for i, r := range roots {
		if i == 0 || r.object != roots[i-1].object {
			s.builder.Root(r.object)
		}
	}
	return roots
}

// countRoots counts the roots by what their labels count as, the most frequent first.
func (s *Sink) countRoots(roots []kept, group func(label string) string) (counts []RootCount) {
	byLabel := make([]uint64, len(s.texts))
	for _, r := range roots {
		byLabel[r.label]++
	}
	place := map[string]int{}
	for l, n := range byLabel {
		name := s.texts[l]
		if group != nil {
			name = group(name)
		}
		at, known := place[name]
		switch {
		case n == 0:
		case known:
			counts[at].Count += n
		default:
			place[name] = len(counts)
			counts = append(counts, RootCount{name, n})
		}
	}
	slices.SortStableFunc(counts, func(a, b RootCount) int { return cmp.Compare(b.Count, a.Count) })
	return counts
}

// summary returns the counts, those of edges in the order of the reader's kinds.
func (s *Sink) summary() Stats {
	for i, k := range s.kinds {
		s.stats.Edges = append(s.stats.Edges, EdgeCount{k.Name, s.counts[i], s.follow[i], k.Weak})
	}
	return s.stats
}
