package stress

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/life"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// round is one round of a scenario.
type round struct {
	rng     *rand.Rand
	procs   int // GOMAXPROCS
	deques  []*stealq.Kind
	tally   Tally
	alive   atomic.Uint64 // marks that have ended
	resizes atomic.Uint64 // times that the number of processors has changed
}

// run carries the scenario out.
func (r *round) run(s *Scenario) error {
	if s.instead != nil {
		return s.instead(r)
	}
	for _, plan := range s.plans(r) {
		if err := r.live(s, plan); err != nil {
			return err
		}
	}
	return nil
}

// live lets one Marker live.
func (r *round) live(s *Scenario, plan life.Plan) (err error) {
	plan.Deques = r.deques
	l, err := life.Begin(r.rng, plan)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.End()) }() // also if the marker panics
	l.Around = r.count
	events := s.events(r)
	if s.weather != nil {
		defer s.weather(r)()
	}
	for _, event := range events {
		if err := l.Do(r.rng, event); err != nil {
			return err
		}
	}
	return nil
}

// count counts a mark. The life judges which errors it expects.
func (r *round) count(mark func() (*mark.Result, error)) {
	before := r.resizes.Load()
	result, err := mark()
	if r.resizes.Load() > before+1 { // one of them began and ended meanwhile
		r.tally.Resized++
	}
	r.alive.Add(1)
	r.tally.Marks++
	if result != nil {
		r.tally.count(&result.Stats)
	}
	if err != nil {
		r.tally.ExpectedErrors++
	}
}

// bareDeques lets an owner and thieves meet on deques of each kind, without a mark around
// them. A mark calls its deques seldom, and so little happens at once that a deque without
// any compare-and-swap can go through many marks. On one processor goroutines give way only
// between calls, so there are two at least.
func bareDeques(r *round) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, r.procs)))
	for _, kind := range r.deques {
		counted, fault := stealqtest.Meet(kind, r.rng.Uint64())
		if fault != nil {
			return fmt.Errorf("deque %s: %s", kind.Name, fault.Says)
		}
		r.alive.Add(1)
		r.tally.Steals += counted.Took
		r.tally.StealLost += counted.Lost
	}
	return nil
}

// oneOf draws one of the values.
func oneOf[T any](rng *rand.Rand, values ...T) T { return values[rng.IntN(len(values))] }
