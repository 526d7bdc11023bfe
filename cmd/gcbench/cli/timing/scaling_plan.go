package timing

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

const (
	largestHeap  = 4_000_000 // objects, where the time and the memory allow it
	smallestHeap = 125_000   // a smaller one does not occupy many workers
	trialHeap    = 2 * smallestHeap
	leastRounds  = 4 // fewer have wide intervals: a heap is made smaller, or left out
)

// plan says what is measured, and how long that takes.
type plan struct {
	run    *Run
	of     time.Duration // all of it, with the machine
	out    []string      // shapes that are left out
	fitted               // zero if the user chose the size of heaps
}

// fitted is what fits into some time.
type fitted struct {
	heaps   int // the first of them
	objects uint64
	between bool          // numbers of workers between powers of two, too
	round   time.Duration // a process for each heap
	rounds  int
}

// plan chooses what is measured until ends. A trial with small heaps says how long things take here.
func (c *Scaling) plan(s *session.Session, ends time.Time) (*plan, error) {
	base, all := crews(processors(), false), crews(processors(), true)
	if c.Objects != nil {
		p := &plan{run: c.run(0, base), of: c.For}
		p.run.Budget = max(time.Until(ends)*4/5, 1) // the rest is for looking at the heaps again
		return p, nil
	}
	took, err := c.try(s, base)
	if err != nil {
		return nil, err
	}
	sizes, err := c.sizes(s, base)
	if err != nil {
		return nil, err
	}
	p := &plan{of: c.For, fitted: fit(time.Until(ends), took, sizes, weight(all)/weight(base))}
	if !p.between {
		all = base
	}
	p.run = c.run(p.objects, all)
	p.run.Shape, p.out = p.run.Shape[:p.heaps], p.run.Shape[p.heaps:]
	p.run.Budget = max(time.Until(ends)-p.round/2, 1)
	return p, nil
}

// crews are numbers of workers: powers of two and all processors, and those in the middle between powers of two.
func crews(processors int, between bool) (all []int) {
	for n := 1; n < processors; n *= 2 {
		all = append(all, n)
		if middle := n + n/2; between && n > 1 && middle < processors {
			all = append(all, middle)
		}
	}
	return append(all, processors)
}

// weight says roughly how long marks by these numbers of workers take together. None is as fast as there are workers.
func weight(workers []int) (sum float64) {
	for _, n := range workers {
		sum += 1 / math.Sqrt(float64(n))
	}
	return sum
}

// try measures a small heap of each shape once, and returns how long each took.
func (c *Scaling) try(s *session.Session, workers []int) (took []time.Duration, err error) {
	run := c.run(trialHeap, workers)
	run.Heap = nil
	sources, _, err := c.prepare(s, run)
	for i, from := range sources {
		var m invoked
		start, title := time.Now(), "trial, "+from.Title(flags.At(i, len(sources)))
		if err := m.add(s, run.command(from, "", title), title, 0, 0); err != nil {
			if s.Err() != nil {
				err = interrupted(false)
			}
			return nil, err
		}
		took = append(took, time.Since(start))
	}
	return took, err
}

// sizes are those of heaps for which there is memory, from large to small.
func (c *Scaling) sizes(s *session.Session, workers []int) (all []uint64, err error) {
	for n := uint64(largestHeap); n >= smallestHeap; n /= 2 {
		run := c.run(n, workers)
		run.Heap = nil
		var refused error
		if _, _, refused = c.prepare(s, run); refused == nil {
			all = append(all, n)
		}
		err = refused
	}
	return all, err // the smallest have been asked for before
}

// fit chooses: all heaps as large as possible, and then numbers of workers between the others; fewer heaps only if not even
// the smallest fit. took is how long a small one of each takes, and more how many times as long with all numbers of
// workers. Looking at all heaps again in the end takes about half of a round.
func fit(left time.Duration, took []time.Duration, sizes []uint64, more float64) fitted {
	for heaps := len(took); heaps > 0; heaps-- {
		for _, objects := range sizes {
			f := fitted{heaps: heaps, objects: objects}
			for _, t := range took[:heaps] {
				f.round += time.Duration(float64(t) * float64(objects) / trialHeap)
			}
			if f.in(left) {
				longer := f
				longer.between, longer.round = true, time.Duration(float64(f.round)*more)
				if longer.in(left) && longer.rounds >= leastRounds+2 {
					return longer
				}
				return f
			}
		}
	}
	return fitted{heaps: 1, objects: sizes[len(sizes)-1], round: took[0], rounds: 1}
}

// in reports whether there is time for enough rounds, and enters how many.
func (f *fitted) in(left time.Duration) bool {
	f.rounds = min(int((left-f.round/2)/max(f.round, 1)), flags.MostInvocations)
	return f.rounds >= leastRounds
}

// leftOut are warnings of what there is no time for.
func (p *plan) leftOut() (all []string) {
	if len(p.out) > 0 {
		all = append(all, fmt.Sprintf("--for %v is too short for all heaps: %s left out", p.of, strings.Join(p.out, ", ")))
	}
	if p.objects > 0 && p.objects < largestHeap {
		all = append(all, fmt.Sprintf("heaps have %s objects instead of %s: --for %v or the memory is too small", numeral.Short(p.objects), numeral.Short(largestHeap), p.of))
	}
	return all
}

// String is what is said before the marks.
func (p *plan) String() string {
	heaps := numeral.Plural(uint64(len(p.run.Shape)+len(p.run.Heap)), "heap")
	text := fmt.Sprintf("%s, with %s workers, by owners and by shared bits", heaps, strings.Join(spell.Each(p.run.Workers, strconv.Itoa), ", "))
	if p.rounds > 0 {
		text = fmt.Sprintf("%s: shapes of %s objects, in about %d rounds of %s", text, numeral.Short(p.objects), p.rounds, numeral.Duration(float64(p.round)))
	}
	return wrap.Text(text, "", "  ") + "\n"
}
