// Package large simulates marks with many workers for a page: it answers requests in JSON
// with lanes of workers, the frontier over time, and accounts. The page runs it in a browser,
// compiled to WebAssembly, so it needs neither files nor clocks.
//
//	{"shape": "list", "objects": 20000, "workers": 16}   a mark: see Request and Mark
//	{"choices": true}                                    what can be asked for: see Choices
//
// It is the marker itself that runs, in virtual time: see package mark/sim.
package large

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes/rows"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Simulator answers requests. It keeps the last heap with what is known of it, because a
// reader changes one thing at a time. The zero value is ready. One goroutine at a time may
// use it.
type Simulator struct {
	of    heapKey // of the heap
	heap  *heap.Heap
	bound *costs.Bound

	alone Request // of one
	one   *sim.Result
}

// heapKey names a heap.
type heapKey struct {
	shape   string
	objects uint64
}

// Answer answers a request, which is JSON, with a [Mark] or with [Choices]. The error says what
// is wrong with the request, and what would be right.
func (s *Simulator) Answer(request json.RawMessage) (any, error) {
	var r Request
	d := json.NewDecoder(bytes.NewReader(request))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("the request cannot be read: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the request cannot be read: there must be one JSON value, and nothing behind it")
	}
	if r.Choices {
		return choices(), nil
	}
	return s.mark(r)
}

// mark simulates a mark, and the mark of one worker to compare it with.
func (s *Simulator) mark(r Request) (*Mark, error) {
	r = r.withDefaults()
	config, err := r.config()
	if err != nil {
		return nil, err
	}
	if err := s.prepare(r.heap()); err != nil {
		return nil, err
	}
	if err := s.measureOne(r); err != nil {
		return nil, err
	}
	var frontier []moment
	if !r.Brief {
		config.Frontier = func(at time.Duration, grey uint64) { frontier = append(frontier, moment{at, grey}) }
		config.Options.Timeline = min(max(slicesKept/r.Workers, 256), 1<<16)
	}
	result, err := s.run(config)
	if err != nil {
		return nil, err
	}
	m := s.accounts(r, result)
	if !r.Brief {
		lanes := rows.Of([]rows.Mark{rows.OfMark("", result.Timeline, mostSlices)})
		m.Lanes, m.Frontier = &lanes, curve(frontier, result.Makespan)
	}
	return m, nil
}

const (
	// slicesKept is how many slices the workers of a mark may keep all together, about: 25 MB.
	slicesKept = 1 << 18
	// mostSlices is how many slices an answer has, or one for each worker if that is more. A
	// screen shows no more, and a page draws them in a few milliseconds.
	mostSlices = 8000
	// mostPoints is how many points a mark may have: a few seconds in a browser, or less. A
	// search by 1,024 workers has 2 million, in which each asks twice as many as there are.
	mostPoints = 4_000_000
)

// run simulates a mark, and stops if that takes too long.
func (s *Simulator) run(config sim.Config) (*sim.Result, error) {
	result, err := sim.Run(context.Background(), s.heap, config)
	if errors.Is(err, sim.ErrTooLong) {
		return nil, errTooLong
	}
	return result, err
}

// errTooLong happens when very many workers ask one another in vain.
var errTooLong = fmt.Errorf("the simulation was stopped after %d million events, most of them attempts that found nothing: ask for fewer workers, fewer objects or a larger grain", mostPoints/1_000_000)

// prepare provides the heap and its bound.
func (s *Simulator) prepare(of heapKey) error {
	if s.of == of {
		return nil
	}
	family, err := shape.Parse(of.shape)
	if err != nil {
		return err
	}
	h, err := family.Build(shape.Params{Objects: of.objects, Layout: shape.Shuffled})
	if err != nil {
		return err
	}
	bound, err := costs.Bounds(context.Background(), h, costs.Default())
	if err != nil {
		return err
	}
	*s = Simulator{of: of, heap: h, bound: bound}
	return nil
}

// measureOne provides the mark of one worker that does not speculate, with the other choices
// of a request.
func (s *Simulator) measureOne(r Request) error {
	r.Workers, r.Brief = 1, false
	r.Speculation, r.Marking = tune.SpeculationOff.String(), tune.MarkingShared.String()
	if s.one != nil && s.alone == r {
		return nil
	}
	config, err := r.config()
	if err != nil {
		return err
	}
	s.one, err = s.run(config)
	s.alone = r
	return err
}
