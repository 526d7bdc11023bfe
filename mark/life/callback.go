package life

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// wrongIndex stands for a panic of the runtime.
const wrongIndex = "an index that is out of range"

// callback is the user's code. It counts who is asked for what.
type callback struct {
	*attempt
	cancel context.CancelCauseFunc
	before func(call int64)

	asked    []atomic.Uint32 // times, by node
	given    [][]uint32      // by node, if the answers are fickle
	calls    atomic.Int64
	inside   atomic.Int64 // calls that have not returned
	happened atomic.Bool  // the fault has
}

// watch gives an attempt the callback that its form needs.
func (l *Life) watch(a *attempt) {
	if a.form.calls() {
		n := len(a.edges)
		a.user = &callback{attempt: a, before: l.pace(), asked: make([]atomic.Uint32, n), given: make([][]uint32, n)}
	}
}

// pace draws what calls do before they answer. In most marks one call of so many gives way: without that
// one worker would finish a small graph before the next is awake. In the others one call of so many stalls:
// it gives way many times, it sleeps, or it computes. Any worker is at times the one that holds the
// last grey node while all others look for work, and a mark that is cancelled waits for a call.
func (l *Life) pace() func(call int64) {
	random := l.random
	every := oneOf[int64](random, 1, 1, 1, 2, 7)
	if !l.plan.Stalls && random.IntN(8) > 0 {
		return func(call int64) {
			if call%every == 0 {
				runtime.Gosched()
			}
		}
	}
	every = 1 + random.Int64N(100)
	how := random.IntN(3)
	yields, pause := random.IntN(200), time.Duration(random.IntN(oneOf(random, 300, 300, 2000)))*time.Microsecond
	return func(call int64) {
		runtime.Gosched()
		switch {
		case call%every != 0:
		case how == 0:
			for range yields {
				runtime.Gosched()
			}
		case how == 1 && call < 10*every: // sleeps may take a millisecond each
			time.Sleep(pause)
		case how == 2:
			for began := time.Now(); time.Since(began) < pause/10; {
			}
		}
	}
}

// graph is the callback as a graph.
func (c *callback) graph() mark.Digraph {
	if c.form == AsTry {
		return mark.TryFunc{Nodes: len(c.edges), Successors: c.successors}
	}
	return mark.Func{Nodes: len(c.edges), Successors: func(buf []uint32, node uint32) []uint32 {
		buf, _ = c.successors(buf, node)
		return buf
	}}
}

// successors answers, unless the fault happens.
func (c *callback) successors(buf []uint32, node uint32) ([]uint32, error) {
	c.inside.Add(1)
	defer c.inside.Add(-1)
	c.asked[node].Add(1)
	call := c.calls.Add(1) - 1
	c.before(call)
	if node == c.at || c.again && c.happened.Load() {
		c.happened.Store(true)
		switch c.fault {
		case CancelAt:
			c.cancel(errFault)
		case PanicAt:
			if c.value == wrongIndex {
				_ = c.edges[node][: len(c.edges[node])+1 : 0]
			}
			panic(c.value)
		case ExitAt:
			runtime.Goexit()
		}
	}
	switch {
	case c.fault == LieAt && node == c.at:
		buf = append(buf, c.far)
	case c.fault == ErrorAt && node == c.at:
		return nil, errFault
	case c.fault == Fickle:
		return c.fickle(buf, node, uint32(call)), nil
	case c.fault == OwnMemory:
		return c.ownMemory(buf, node), nil
	}
	return append(buf, c.edges[node]...), nil
}

// fickle answers differently each time. It is asked once for each node, so what is reachable follows from
// the answers that it gave.
func (c *callback) fickle(buf []uint32, node, call uint32) []uint32 {
	for i := range call % 5 {
		c.given[node] = append(c.given[node], (node*31+call*17+i*7)%uint32(len(c.edges)))
	}
	return append(buf, c.given[node]...)
}

// ownMemory returns slices that all calls share, that are longer in capacity than in length, or that are
// nil. It leaves rubbish in what it was given.
func (c *callback) ownMemory(buf []uint32, node uint32) []uint32 {
	spare := buf[len(buf):cap(buf)]
	for i := range spare {
		spare[i] = 1<<32 - 1
	}
	switch own := c.edges[node]; {
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

// asksOnce says that a mark asks a callback once for a node. Speculators ask more often.
func (l *Life) asksOnce() bool {
	s := l.options.Tuning.Speculation
	return s == tune.SpeculationLone || s == tune.SpeculationOff
}

// judge says what is wrong with the calls, if the mark asks once. fresh are the nodes that it was the first
// to reach. nil says that it may have ended before it had asked for them.
func (c *callback) judge(fresh []bool) error {
	for node := range c.asked {
		switch times := c.asked[node].Load(); {
		case times > 1:
			return fmt.Errorf("node %d was scanned %d times", node, times)
		case fresh != nil && fresh[node] && times == 0:
			return fmt.Errorf("node %d is marked and was not scanned", node)
		case fresh != nil && !fresh[node] && times > 0:
			return fmt.Errorf("node %d was scanned, and this mark has not reached it", node)
		}
	}
	return nil
}
