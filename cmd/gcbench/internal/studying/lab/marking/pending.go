package marking

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// maxLooks is how many times as many words of pending a marker may read as plain sweeps do.
const maxLooks = 4

// FewWords is a check that a marker sweeps the pending bitmap, and does not begin again at
// the first word for each object. It counts, so no clock is needed.
func FewWords(objects uint64, mark Marker) judge.Check {
	return judge.Check{
		Name: "few words",
		Asks: fmt.Sprintf("in a random heap and in a list of %d objects Mark reads at most %d times as many words of pending as sweeps need", objects, maxLooks),
		Run: func() (string, *verdict.Fault) {
			var looks, sweep uint64
			for _, s := range []*subject{random(objects), longList(objects)} {
				t := newTrial(s)
				t.pending.sweep = plainSweeps(s)
				if f := t.judge(mark); f != nil {
					return "", f
				}
				looks, sweep = looks+t.pending.looks/64, sweep+t.pending.sweep
			}
			return fmt.Sprintf("it reads %d words, and plain sweeps %d", looks, sweep), nil
		},
	}
}

// plainSweeps marks with sweeps over a pending bitmap, and returns how many words it reads.
func plainSweeps(s *subject) (looks uint64) {
	marks, pending := make([]uint64, words(s.heap)), make([]uint64, words(s.heap))
	find := func(to heap.Ref) {
		if bit := uint64(1) << (to % 64); to != heap.Nil && marks[to/64]&bit == 0 {
			marks[to/64] |= bit
			pending[to/64] |= bit
		}
	}
	for _, root := range s.heap.Roots() {
		find(root)
	}
	for found := true; found; {
		found = false
		for w := range pending {
			for looks++; pending[w] != 0; looks++ {
				found = true
				object := heap.Ref(w*64 + bits.TrailingZeros64(pending[w]))
				pending[w] &= pending[w] - 1
				for _, to := range s.heap.Refs(object) {
					find(to)
				}
			}
		}
	}
	return looks
}

// allocationRuns is how often a marker runs. The least counts: other goroutines allocate, too.
const allocationRuns = 3

// maxAllocated is how many bytes a marker without its own memory may allocate: some for
// its closures.
const maxAllocated = 1 << 10

// fewStackBytes is how much a goroutine's stack may grow meanwhile: enough for the judge.
const fewStackBytes = 64 << 10

// NoMemory is a check that a marker has no memory that grows with the heap.
func NoMemory(objects uint64, mark Marker) judge.Check {
	return judge.Check{
		Name: "no memory",
		Asks: fmt.Sprintf("in a random heap of %d objects Mark allocates at most %d bytes", objects, maxAllocated),
		Run: func() (string, *verdict.Fault) {
			judge.Stack(fewStackBytes)
			s, least := random(objects), uint64(math.MaxUint64)
			for range allocationRuns {
				bytes, f := newTrial(s).allocated(mark)
				if f != nil {
					return "", f
				}
				least = min(least, bytes)
			}
			if least > maxAllocated {
				return "", s.verdict(fmt.Sprintf("Mark has allocated %d bytes: the two bitmaps are all the memory that it may use", least))
			}
			return fmt.Sprintf("%d bytes", least), nil
		},
	}
}
