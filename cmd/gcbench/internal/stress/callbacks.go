package stress

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// callbackMarks is how many marks with a fault the rounds about user code make,
// each followed by one without.
const callbackMarks = 10

// withFaults runs one mark with a fault after the other, each on a new graph and
// followed by a mark without a fault by the same marker.
func (r *round) withFaults(fault func(m *mark.Marker, g *graph) error) error {
	return with(r.options(), func(m *mark.Marker) error {
		for range callbackMarks {
			g := newGraph(r.rng, 600)
			if err := fault(m, g); err != nil {
				return err
			}
			if err := r.again(m, g); err != nil {
				return err
			}
		}
		return nil
	})
}

// when draws the call at which something happens: in about one case of four it
// comes too late.
func (r *round) when(g *graph) int64 {
	return r.rng.Int64N(int64(g.reachable().count())*4/3 + 1)
}

var errUser = errors.New("user code gave up")

func panics(r *round) error {
	return r.withFaults(func(m *mark.Marker, g *graph) error {
		w, at := r.watching(g), r.when(g)
		value := oneOf[any](r.rng, errUser, "words", nil, 42)
		several := r.rng.IntN(2) == 0 // every later call panics, too
		w.before = func(call int64, node uint32) {
			if call == at || several && call > at {
				if call%2 == 0 && value == errUser {
					_ = g.successors[node][: len(g.successors[node])+1 : 0] // a runtime error
				}
				panic(value)
			}
		}
		return r.faulty(context.Background(), m, w, func(a attempt) bool { return isPanic(a, value) })
	})
}

// isPanic accepts what panics panics with.
func isPanic(a attempt, value any) bool {
	var p *mark.PanicError
	if a.exited || !errors.As(a.err, &p) || len(p.Stack) == 0 {
		return false
	}
	var isNil *runtime.PanicNilError
	var isRuntime runtime.Error
	switch {
	case value == nil:
		return errors.As(a.err, &isNil)
	case value == errUser:
		return errors.Is(a.err, errUser) || errors.As(a.err, &isRuntime)
	}
	return p.Value == value
}

func exits(r *round) error {
	return r.withFaults(func(m *mark.Marker, g *graph) error {
		w, at := r.watching(g), r.when(g)
		several := r.rng.IntN(2) == 0
		w.before = func(call int64, _ uint32) {
			if call == at || several && call > at {
				runtime.Goexit()
			}
		}
		return r.faulty(context.Background(), m, w, func(a attempt) bool {
			return a.exited || strings.Contains(a.err.Error(), "runtime.Goexit")
		})
	})
}

func lies(r *round) error {
	return r.withFaults(func(m *mark.Marker, g *graph) error {
		return oneOf(r.rng, r.outOfRange, r.fickle, r.ownMemory)(m, g)
	})
}

// outOfRange has nodes that name successors beyond the last node. The mark ends
// with an error exactly if such a node can be reached.
func (r *round) outOfRange(m *mark.Marker, g *graph) error {
	n := uint32(len(g.successors))
	liar := uint32(r.rng.IntN(len(g.successors)))
	far := oneOf(r.rng, n, n+1, (n+63)&^63+1, 1<<31, 1<<32-1)
	w := r.watching(g)
	w.answer = func(buf []uint32, node uint32) []uint32 {
		buf = append(buf, g.successors[node]...)
		if node == liar {
			buf = append(buf, far)
		}
		return buf
	}
	want := fmt.Sprintf("mark: node %d has successor %d: ", liar, far)
	before := r.tally.ExpectedErrors
	err := r.faulty(context.Background(), m, w, func(a attempt) bool {
		return !a.exited && strings.HasPrefix(a.err.Error(), want)
	})
	if told := r.tally.ExpectedErrors > before; err == nil && told != g.reachable().has(liar) {
		return fmt.Errorf("node %d names node %d of %d, and the error was %v", liar, far, n, told)
	}
	return err
}

// fickle answers differently each time it is asked. It is asked once for each
// node, so what is reachable follows from the answers that it gave.
func (r *round) fickle(m *mark.Marker, g *graph) error {
	n := uint32(len(g.successors))
	given := make([][]uint32, n) // each written by the one call for its node
	w := r.watching(g)
	var turn atomic.Uint32
	w.answer = func(buf []uint32, node uint32) []uint32 {
		t := turn.Add(1)
		for i := range t % 5 {
			given[node] = append(given[node], (node*31+t*17+i*7)%n)
		}
		return append(buf, given[node]...)
	}
	a, err := r.mark(context.Background(), m, w)
	if err = errors.Join(err, a.err); err != nil {
		return err
	}
	want, _ := search(int(n), g.roots, func(node uint32) ([]uint32, bool) { return given[node], true })
	return same(a.result, want)
}

// ownMemory returns slices that are its own, shared by all calls, longer in
// capacity than in length, or nil; and leaves rubbish in what it was given.
func (r *round) ownMemory(m *mark.Marker, g *graph) error {
	w := r.watching(g)
	w.answer = func(buf []uint32, node uint32) []uint32 {
		for spare := buf[len(buf):cap(buf)]; len(spare) > 0; spare = spare[1:] {
			spare[0] = 1<<32 - 1
		}
		switch own := g.successors[node]; {
		case len(own) == 0:
			return nil
		case node%3 == 0:
			return own
		case node%3 == 1:
			return own[:len(own):len(own)]
		default:
			return append(make([]uint32, 0, 4*len(own)), own...)
		}
	}
	return r.markWhole(m, w, g.reachable())
}

// blocking blocks in some calls, and cancels some of these marks meanwhile. That
// the mark returns after the last call is checked for every mark.
func blocking(r *round) error {
	return r.withFaults(func(m *mark.Marker, g *graph) error {
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		w, at := r.watching(g), r.when(g)
		pause := time.Duration(r.rng.IntN(2000)) * time.Microsecond
		gives := r.rng.IntN(2) == 0
		w.before = func(call int64, _ uint32) {
			if call < at || call > at+3 {
				return
			}
			if call == at && gives {
				cancel(errUser)
			}
			time.Sleep(pause)
		}
		return r.faulty(ctx, m, w, isCancelled)
	})
}

func isCancelled(a attempt) bool { return !a.exited && errors.Is(a.err, errUser) }
