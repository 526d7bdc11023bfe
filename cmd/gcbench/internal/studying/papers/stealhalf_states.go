package papers

import (
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// How the rows about steal ranges look into a deque. The length of a steal
// range is what a thief without items takes with stealq.Half, but to take it
// changes the deque. A state is therefore a list of operations: it is played
// again from the start on deques that have been reset, and then stolen from.

// op is one operation on the deque that is looked at, the victim. A list of operations is a word of their letters.
type op = rune

const (
	push        op = '+'
	pop         op = '-'
	stealHalfOf op = 'h' // a thief without items takes the range
	stealOneOf  op = 'o' // a thief takes one item
	gain        op = 'g' // the victim itself steals the range of another deque
)

// step is the last operation of a list, and what it led to.
type step struct {
	op            op
	before, after int // items of the victim
	took          int // by a theft; 0 if nothing was taken
	swapped       bool
	length        int // of the steal range after it
}

// bench is a victim with what the operations need.
type bench struct {
	victim, thief, donor stealq.Deque
}

func newBench(k *stealq.Kind, capacity int) *bench {
	ds := k.New(3, capacity)
	return &bench{ds[0], ds[1], ds[2]}
}

// fill makes it a victim of so many items.
func (b *bench) fill(items int) {
	b.victim.Reset()
	for range items {
		b.victim.Push(1)
	}
}

// play starts from fill items and carries out the list. The last operation is
// the step.
func (b *bench) play(fill int, list string) step {
	b.fill(fill)
	var s step
	for _, o := range list {
		s = b.do(o)
	}
	s.length = b.rangeLength()
	return s
}

// do carries out one operation.
func (b *bench) do(o op) step {
	c := b.victim.Counters()
	swaps := c.CAS - c.CASFailed
	s := step{op: o, before: b.victim.Len()}
	switch o {
	case push:
		b.victim.Push(1)
	case pop:
		b.victim.Pop()
	case stealHalfOf:
		s.took = b.stealFromVictim(stealq.Half)
	case stealOneOf:
		s.took = b.stealFromVictim(stealq.One)
	case gain:
		b.donor.Reset()
		for range b.donor.Cap() {
			b.donor.Push(2)
		}
		b.victim.Steal(b.donor, stealq.Half)
	}
	s.after = b.victim.Len()
	s.swapped = c.CAS-c.CASFailed > swaps
	return s
}

func (b *bench) stealFromVictim(a stealq.Amount) int {
	b.thief.Reset()
	n, _ := b.thief.Steal(b.victim, a)
	return n
}

// rangeLength is the length of the victim's steal range; the victim is then no
// longer what it was.
func (b *bench) rangeLength() int { return b.stealFromVictim(stealq.Half) }

// everyStep visits the last step of every list of up to so many operations, from
// every number of items, at the capacities from 2 to 8; then of random lists at
// larger ones.
func everyStep(k *stealq.Kind, e claims.Effort, visit func(step)) {
	for capacity := 2; capacity <= 8; capacity *= 2 {
		b := newBench(k, capacity)
		for fill := range capacity + 1 {
			for length := 1; length <= e.Times(4, 5); length++ {
				for _, list := range scene.Words("+-hog", length) {
					visit(b.play(fill, list))
				}
			}
		}
	}
	rng := e.Rand(0)
	for range e.Times(12, 100) {
		randomWalk(k, rng, visit)
	}
}

// randomWalk visits each step of a random list. Pushes and pops lead to a level
// that changes, so that lengths are crossed in both directions.
func randomWalk(k *stealq.Kind, rng *rand.Rand, visit func(step)) {
	capacity := 16 << rng.IntN(6)
	b := newBench(k, capacity)
	fill := rng.IntN(capacity + 1)
	thefts := 1 + rng.IntN(30)
	list := ""
	for length, level := fill, 0; len(list) < 300; {
		if len(list)%50 == 0 {
			level = rng.IntN(capacity + 1)
		}
		o := pop
		switch {
		case rng.IntN(thefts) == 0:
			o = op("hog"[rng.IntN(3)])
		case length < level:
			o = push
		}
		list += string(o)
		s := b.play(fill, list)
		length = s.after
		visit(s)
	}
}
