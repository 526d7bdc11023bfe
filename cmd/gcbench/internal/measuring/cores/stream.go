package cores

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

const (
	streamLines  = 8192 // of the buffer, in which the places are: 512 KiB
	streamRounds = 200
	leastStream  = 30
	streamTime   = 200 * time.Millisecond // a host that takes processors away costs rounds
)

// streams measures the pairs that stand for the others.
func streams(ctx context.Context, all []schema.Transfer) (found []schema.Stream, err error) {
	for _, t := range typical(all) {
		for _, lines := range []int{16, 64, 256} {
			for _, inOrder := range []bool{false, true} {
				for _, access := range []string{schema.AccessChase, schema.AccessRead, schema.AccessWrite, schema.AccessLocked} {
					if err := ctx.Err(); err != nil {
						return nil, err
					}
					one := schema.Stream{From: t.A, To: t.B, Place: t.Place, Lines: lines, InOrder: inOrder, Access: access}
					if err := measureStream(&one); err != nil {
						return nil, err
					}
					found = append(found, one)
				}
			}
		}
	}
	return found, nil
}

// typical are the pair in the middle of each place, and the fastest and the slowest of all: a virtual machine may not
// say what its processors share.
func typical(all []schema.Transfer) (few []schema.Transfer) {
	byTime := slices.Clone(all)
	slices.SortFunc(byTime, func(x, y schema.Transfer) int { return int(max(-1, min(1, (x.NS-y.NS)*1e6))) })
	for _, place := range []string{schema.PlaceCore, schema.PlaceCache, schema.PlaceSocket, schema.PlaceFar} {
		same := slices.DeleteFunc(slices.Clone(byTime), func(t schema.Transfer) bool { return t.Place != place })
		if len(same) > 0 {
			few = append(few, same[len(same)/2])
		}
	}
	if len(byTime) > 0 {
		few = append(few, byTime[0], byTime[len(byTime)-1])
	}
	seen := map[schema.Transfer]bool{}
	return slices.DeleteFunc(few, func(t schema.Transfer) bool {
		again := seen[t]
		seen[t] = true
		return again
	})
}

// stream is a buffer, and which of its lines are used, in which order.
type stream struct {
	lines  []cacheLine
	places []uint64
	first  uint64
	sum    uint64        // so that no load is left out
	turn   atomic.Uint64 // even: the writer's
}

func newStream(lines int, inOrder bool) *stream {
	s := &stream{lines: make([]cacheLine, streamLines)}
	random := rand.New(rand.NewPCG(3, 4))
	for i, place := range random.Perm(streamLines / 2)[:lines] {
		at := uint64(place * 2) // one line of each pair, because some processors fetch both
		if inOrder {
			at = uint64(i)
		}
		s.places = append(s.places, at)
	}
	s.first = s.places[0]
	return s
}

// write makes all lines the writer's own. Each says which one is next.
func (s *stream) write() {
	for i, at := range s.places {
		s.lines[at].word = s.places[(i+1)%len(s.places)]
	}
}

// use goes over the lines and returns how long that took. Their places depend on the clock that is read before. A processor
// that guesses that its turn comes would otherwise load them early: 16 lines came in less time than one does. The
// swap at the end waits until all stores are done.
func (s *stream) use(access string) time.Duration {
	var end atomic.Uint64
	start := time.Since(epoch)
	none, sum := uint64(start)>>63, uint64(0) // 0, as only the clock knows
	switch access {
	case schema.AccessChase:
		at := s.first + none
		for range s.places {
			at = s.lines[at].word
		}
		sum = at
	case schema.AccessRead:
		for _, at := range s.places {
			sum += s.lines[at+none].word
		}
	case schema.AccessWrite:
		for _, at := range s.places {
			s.lines[at+none].word = 0
		}
	case schema.AccessLocked:
		for _, at := range s.places {
			s.lines[at+none].locked.Or(2)
		}
	}
	end.Swap(1)
	took := time.Since(epoch) - start
	s.sum += sum
	return took
}

var epoch = time.Now()

// measureStream fills in the times.
func measureStream(one *schema.Stream) (err error) {
	if one.Apart, err = transfer(one.From, one.To); err != nil {
		return err
	}
	s, nothing := newStream(one.Lines, one.InOrder), &stream{}
	var foreign, own, empty []float64
	err = together([]int{one.From, one.To}, func() {
		for turn := uint64(0); s.await(turn); turn += 2 {
			s.write()
			s.turn.Store(turn + 1)
		}
	}, func() {
		began := time.Now()
		for turn := uint64(1); s.await(turn); turn += 2 {
			foreign = append(foreign, float64(s.use(one.Access)))
			s.write()
			own = append(own, float64(s.use(one.Access)))
			empty = append(empty, float64(nothing.use(one.Access)))
			if len(foreign) >= streamRounds || len(foreign) >= leastStream && time.Since(began) > streamTime {
				// The turn is not given back before. The writer could take it, and store its answer over this end:
				// then it would wait for ever.
				s.turn.Store(over)
				return
			}
			s.turn.Store(turn + 1)
		}
	})
	each := func(times []float64) float64 {
		return thousandths(max(0, median(times)-median(empty)) / float64(one.Lines))
	}
	if err == nil {
		one.NS, one.OwnNS = each(foreign), each(own)
	}
	return err
}

// await waits for a turn, and reports whether it came.
func (s *stream) await(turn uint64) bool {
	for {
		switch s.turn.Load() {
		case turn:
			return true
		case over:
			return false
		}
	}
}
