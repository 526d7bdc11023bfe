package printed

import (
	"runtime"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// BenchmarkSeldom runs wrong forms without the explorer: in each round an owner and a thief meet
// once, as goroutines, as far as the machine lets them. It reports in how many of a million rounds
// an item was lost, or taken twice, or invented. The explorer finds each of these defects in its
// first few executions (TestWrongFormsAreCaught, TestWrongSinglesAreCaught).
func BenchmarkSeldom(b *testing.B) {
	for _, m := range []meeting{
		{"stealhalf, theft asked too late", StealHalf(LateTheftTest), 2, 1, "-", 'h'},
		{"half by one swap", HalfByOneSwap(), 4, 3, "--", 'h'},
		{"chaselev, slot read after the swap", ChaseLev(ChaseLevLateRead), 2, 2, "+", 'o'},
	} {
		b.Run(m.name, func(b *testing.B) {
			wrong := 0
			begin, end := make(chan []scene.Deque), make(chan bool)
			var ready interleave.Uint64 // counts who is at the start, so that both start together
			go m.thieves(begin, end, &ready)
			for i := range b.N {
				if !m.round(uint64(i), begin, end, &ready) {
					wrong++
				}
			}
			close(begin)
			b.ReportMetric(float64(wrong)*1e6/float64(b.N), "wrong/million")
		})
	}
}

// meeting is what an owner does with a deque that holds some items, and how much a thief wants.
type meeting struct {
	name     string
	form     scene.Form
	capacity int
	filled   uint64
	ops      string
	amount   rune
}

// thieves steals once in each round.
func (m meeting) thieves(begin chan []scene.Deque, end chan bool, ready *interleave.Uint64) {
	for deques := range begin {
		meet(ready)
		deques[1].Steal(deques[0], m.amount)
		end <- true
	}
}

// meet waits until two goroutines have called it.
func meet(ready *interleave.Uint64) {
	for n := ready.Add(1); n%2 == 1 && ready.Load() == n; {
		runtime.Gosched()
	}
}

// round reports whether each item came out once. The owner's first step comes a little later in
// each round, because two goroutines never start at the same instant.
func (m meeting) round(number uint64, begin chan []scene.Deque, end chan bool, ready *interleave.Uint64) bool {
	deques := m.form.Make(2, m.capacity, 0)
	came := map[uint64]int{}
	for item := range m.filled {
		deques[0].Push(item + 1)
		came[item+1]++
	}
	begin <- deques
	meet(ready)
	for range number % 64 {
		ready.Load()
	}
	for i, op := range m.ops {
		if item := 100 + uint64(i); op == '+' && deques[0].Push(item) {
			came[item]++
		} else if op == '-' {
			m.take(deques[0], came)
		}
	}
	<-end
	for _, d := range deques {
		for range m.capacity + 1 {
			m.take(d, came)
		}
	}
	for _, left := range came {
		if left != 0 {
			return false
		}
	}
	return true
}

// take pops an item, if there is one, and counts it.
func (m meeting) take(d scene.Deque, came map[uint64]int) {
	if item, ok := d.Pop(); ok {
		came[item]--
	}
}
