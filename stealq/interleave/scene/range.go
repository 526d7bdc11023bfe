package scene

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Indices has the methods that a scene needs of a range. A range hands out the indices of a
// run to its owner and to thieves.
type Indices interface {
	// Open offers the indices [low .. high). Each Part carries over.
	Open(over, low, high uint64)

	// Take is for the owner. It claims one index.
	Take() (Part, bool)

	// Steal is for a thief. It claims several indices.
	Steal() (Part, bool)

	// Len is the number of indices left, for the owner.
	Len() int
}

// Part is the result of a claim: the indices [Low .. High) of an opening. Last says that
// nothing is left to claim.
type Part struct {
	Over, Low, High uint64
	Last            bool
}

// Range is a small program over one range of indices. Each operation of the owner is a
// letter or a digit:
//
//	't'  take an index
//	'o'  take all indices that are left, then open the range again
//	'3'  if no index is left, open the range again with 3 indices (any digit)
type Range struct {
	Make    func() Indices
	Form    string   // the name of what Make makes, in links of gcbench play; "" if it is not known there
	Low     uint64   // the lowest index
	Indices uint64   // number of indices that are offered at first; 0: the range is not opened
	Owner   string   // the operations of the owner
	Thieves []string // for each thief an 's' for each attempt

	IndicesOnly bool // check only that each index is claimed once, not sizes and not Last
}

// String returns all that the scene consists of.
func (s Range) String() string {
	return fmt.Sprintf("low=%d/n=%d/owner=%q/thieves=%q", s.Low, s.Indices, s.Owner, s.Thieves)
}

// Story returns the scene in words.
func (s Range) Story() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A range of %d indices from %d on. owner:", s.Indices, s.Low)
	for i, op := range s.Owner {
		if i > 0 {
			b.WriteString(",")
		}
		switch op {
		case 't':
			b.WriteString(" take")
		case 'o':
			b.WriteString(" take all and open the range again")
		default:
			fmt.Fprintf(&b, " open the range again with %c indices if none is left", op)
		}
	}
	for i, ops := range s.Thieves {
		attempts := "attempts"
		if len(ops) == 1 {
			attempts = "attempt"
		}
		fmt.Fprintf(&b, ". thief %c: %d %s", 'A'+i, len(ops), attempts)
	}
	return b.String() + "."
}

// Run is the scene as an [interleave.Program]. The first broken law ends the execution.
func (s Range) Run(w *interleave.World) func() {
	l := &rangeLedger{Range: s, w: w, r: s.Make(), claimed: map[[2]uint64]string{}, lasts: map[uint64]int{}}
	if s.Indices > 0 {
		l.open(s.Indices)
	}
	if n, ok := l.r.(Named); ok {
		w.Name("", n.Root(), n.Show)
	}
	w.Link(s.Link())
	w.Depict(func() any { return l.state() })
	w.Go("owner", func() {
		for _, op := range s.Owner {
			l.own(op)
		}
	})
	for i, ops := range s.Thieves {
		w.Go(fmt.Sprintf("thief %c", 'A'+i), func() {
			for range ops {
				w.Doing("steal")
				l.steal(string(rune('b' + i)))
			}
		})
	}
	return l.close
}

// rangeLedger checks the laws of indices: in each opening, each index is claimed
// exactly once, and exactly one claim is the last.
type rangeLedger struct {
	Range
	w       *interleave.World
	r       Indices
	sizes   []uint64             // of each opening
	claimed map[[2]uint64]string // by opening and index: the letters of those who claimed it
	lasts   map[uint64]int
	stolen  int
	broken  bool
}

func (l *rangeLedger) open(n uint64) {
	l.sizes = append(l.sizes, n)
	l.r.Open(uint64(len(l.sizes)), l.Low, l.Low+n)
}

func (l *rangeLedger) own(op rune) {
	switch op {
	case 't':
		l.w.Doing("take")
		l.take("a")
	case 'o':
		l.w.Doing("take all")
		for l.take("a") {
		}
		l.w.Doing("open the range again")
		l.open(l.Indices)
	default:
		l.w.Doing("open the range again, if no index is left")
		if l.r.Len() == 0 {
			l.open(uint64(op - '0'))
		}
	}
}

func (l *rangeLedger) take(by string) bool {
	p, ok := l.r.Take()
	l.note("take", p, ok)
	if ok {
		l.claim(p, by)
	}
	return ok && !l.broken
}

func (l *rangeLedger) steal(by string) bool {
	p, ok := l.r.Steal()
	l.note("steal", p, ok)
	if ok {
		l.claim(p, by)
		l.stolen++
		if n := l.sizes[p.Over-1]; p.High-p.Low > max(1, n/2) && !l.IndicesOnly {
			l.fail("a thief takes %d of %d", p.High-p.Low, n)
		}
	}
	return ok && !l.broken
}

func (l *rangeLedger) fail(format string, args ...any) {
	l.broken = true
	l.w.Failf(format, args...)
}

func (l *rangeLedger) claim(p Part, by string) {
	if p.Over == 0 || p.Over > uint64(len(l.sizes)) || p.Low < l.Low || p.Low >= p.High || p.High > l.Low+l.sizes[p.Over-1] {
		l.fail("part %+v was never offered", p)
	}
	for i := p.Low; i < p.High && !l.broken; i++ {
		at := [2]uint64{p.Over, i}
		was := l.claimed[at]
		l.claimed[at] += by
		if was != "" {
			l.fail("index %d of opening %d is claimed twice", i, p.Over)
		}
	}
	if p.Last {
		l.lasts[p.Over]++
	}
}

// close takes what is left when all threads have ended. Then nothing may be left to steal.
func (l *rangeLedger) close() {
	stolen := l.stolen
	for !l.broken && l.take("-") {
	}
	l.requireAll()
	for !l.broken && l.steal("-") {
	}
	for i := range l.sizes {
		if over := uint64(i + 1); !l.broken && !l.IndicesOnly && l.lasts[over] != 1 {
			l.fail("%d claims of opening %d say that they are the last", l.lasts[over], over)
		}
	}
	l.w.Outcomef("%d stolen", stolen)
}

func (l *rangeLedger) requireAll() {
	for i, n := range l.sizes {
		over := uint64(i + 1)
		for index := l.Low; index < l.Low+n && !l.broken; index++ {
			if l.claimed[[2]uint64{over, index}] == "" {
				l.fail("index %d of opening %d is lost", index, over)
			}
		}
	}
}
