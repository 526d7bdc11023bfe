package papers

import (
	"sync"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// exactlyOnce hands out ranges in every small way and in random large ones.
func exactlyOnce(open func() workRange, e claims.Effort) claims.Finding {
	indices, wrong, stolen := 0, 0, 0
	rng := e.Rand(2)
	try := func(n int, steal func(step, left int) bool) {
		h, thefts := handOut(open(), n, steal)
		indices, wrong = indices+n, wrong+h.wrong()
		for _, t := range thefts {
			stolen += t.took
		}
	}
	for n := 1; n <= 9; n++ {
		for order := range 1 << n {
			try(n, func(step, _ int) bool { return order>>step&1 == 1 })
		}
	}
	for range e.Times(20, 500) {
		n := 1 + rng.IntN(100_000)
		every := 1 + rng.IntN(1000)
		try(n, func(int, int) bool { return rng.IntN(every) == 0 })
	}
	crowds := e.Times(5, 100)
	for range crowds {
		h := handOutAtOnce(open(), 200_000, 3)
		indices, wrong = indices+len(h), wrong+h.wrong()
	}
	return claims.Found(wrong == 0 && stolen > 0, "%d of %d indices not exactly once; %d stolen by turns, and %d ranges with three thieves at once",
		wrong, indices, stolen, crowds)
}

// theft is how much a thief took, and how much there was.
type theft struct{ left, took int }

// handOut claims until nothing is left, by a theft where steal says so.
func handOut(r workRange, n int, steal func(step, left int) bool) (h hands, thefts []theft) {
	var c stealq.Counters
	h = make(hands, n)
	r.Open(1, 0, uint32(n), &c)
	for step, left := 0, n; ; step++ {
		var p stealq.Part
		var got bool
		if steal(step, left) {
			var o stealq.Outcome
			if p, o = r.Steal(&c); o == stealq.Took {
				got, thefts = true, append(thefts, theft{left, int(p.High - p.Low)})
			}
		} else {
			p, got = r.Take(&c)
		}
		if !got {
			return h, thefts
		}
		left -= int(p.High - p.Low)
		h.out(p)
	}
}

// handOutAtOnce is handOut with thieves that run as they like.
func handOutAtOnce(r workRange, n, thieves int) hands {
	var owners stealq.Counters
	r.Open(1, 0, uint32(n), &owners)
	parts := make([][]stealq.Part, thieves)
	var ended sync.WaitGroup
	for i := range thieves {
		ended.Go(func() {
			var c stealq.Counters
			for {
				p, o := r.Steal(&c)
				switch o {
				case stealq.Took:
					parts[i] = append(parts[i], p)
				case stealq.Empty:
					return
				}
			}
		})
	}
	h := make(hands, n)
	for {
		p, ok := r.Take(&owners)
		if !ok {
			break
		}
		h.out(p)
	}
	ended.Wait()
	for _, stolen := range parts {
		for _, p := range stolen {
			h.out(p)
		}
	}
	return h
}

// hands counts who got which index.
type hands []int

func (h hands) out(p stealq.Part) {
	for i := p.Low; i < p.High; i++ {
		if int(i) < len(h) {
			h[i]++
		}
	}
}

// wrong is the number of indices not handed out exactly once.
func (h hands) wrong() (n int) {
	for _, times := range h {
		if times != 1 {
			n++
		}
	}
	return n
}
