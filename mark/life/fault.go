package life

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

var errFault = errors.New("a fault on purpose")

// fault is why a mark may fail.
type fault int

const (
	none       fault = iota
	cancelled        // before the mark
	cancelSoon       // during the mark, or after it
	progress         // Options.Progress panics
	stop             // Options.Until says so, at a node
	cancelAt         // a callback cancels the mark when it is asked about a node
	panicAt          // it panics
	exitAt           // it ends its goroutine
	lieAt            // it has a successor that is no node
	errorAt          // it returns an error
	damageAt         // a reference of a heap leads beyond the arena
)

var faultNames = []string{"none", "cancelled", "cancelled soon", "Progress panics", "Until stops", "cancels", "panics", "exits", "lies", "returns an error", "damaged"}

// faultsOf are those that an attempt can have. Whatever is marked can have the first ones.
func (l *Life) faultsOf(a *attempt) []fault {
	all := []fault{cancelled, cancelSoon}
	if l.options.Progress != nil {
		all = append(all, progress)
	}
	if l.options.Until != nil {
		all = append(all, stop)
	}
	switch {
	case a.form.calls():
		all = append(all, cancelAt, cancelAt, cancelAt, panicAt, exitAt, lieAt)
	case a.form == asHeap && len(a.edges[a.at]) > 0:
		all = append(all, damageAt, damageAt)
	}
	if a.form == asTry {
		all = append(all, errorAt, errorAt)
	}
	return all
}

// arm puts the fault into place. disarm takes it away again.
func (l *Life) arm(a *attempt) (ctx context.Context, disarm func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	disarm = func() { cancel(nil) }
	l.told.stopAt.Store(-1)
	l.told.panics.Store(a.fault == progress)
	switch a.fault {
	case cancelled:
		cancel(errFault)
	case cancelSoon:
		timer := time.AfterFunc(time.Duration(l.random.IntN(500))*time.Microsecond, func() { cancel(errFault) })
		disarm = func() { timer.Stop(); cancel(nil) }
	case stop:
		l.told.stopAt.Store(int64(a.number(a.at)))
	case damageAt:
		field := a.heap.Arena()[uint64(a.refs[a.at])*heap.GranuleBytes+heap.GranuleBytes:][:4]
		old := binary.LittleEndian.Uint32(field)
		end := uint32(a.heap.Granules())
		binary.LittleEndian.PutUint32(field, oneOf(l.random, end, end|63+1, 1<<32-1))
		disarm = func() { binary.LittleEndian.PutUint32(field, old); cancel(nil) }
	}
	return ctx, disarm
}

// callback is the user's code.
type callback struct {
	*attempt
	cancel context.CancelCauseFunc
}

// of is the callback as a graph.
func (g *callback) of(f form) mark.Digraph {
	if f == asTry {
		return mark.TryFunc{Nodes: len(g.edges), Successors: g.successors}
	}
	return mark.Func{Nodes: len(g.edges), Successors: func(buf []uint32, node uint32) []uint32 {
		buf, _ = g.successors(buf, node)
		return buf
	}}
}

// successors gives way in each call, so that others run. Then the fault happens, if it lies here.
func (g *callback) successors(buf []uint32, node uint32) ([]uint32, error) {
	runtime.Gosched()
	if node == g.at {
		switch g.fault {
		case cancelAt:
			g.cancel(errFault)
		case panicAt:
			panic(errFault)
		case exitAt:
			runtime.Goexit()
		case lieAt:
			buf = append(buf, uint32(len(g.edges)))
		case errorAt:
			return nil, errFault
		}
	}
	return append(buf, g.edges[node]...), nil
}

// must reports whether the fault ends the mark. fresh are the nodes that this mark is the first to reach.
// A speculator may ask a callback for any node, but what goes wrong there is not the mark's.
func (a *attempt) must(fresh []bool) bool {
	switch a.fault {
	case none, cancelSoon, cancelAt:
		return false
	case cancelled, progress:
		return true
	}
	return fresh[a.at]
}

// explains says what is wrong with the error of a mark, which has this fault. There is no error of a mark
// without a fault.
func (a *attempt) explains(err error, exited bool) error {
	var panicked *mark.PanicError
	var stopped *mark.StopError
	var failed *mark.NodeError
	ok := false
	switch a.fault {
	case cancelled, cancelSoon, cancelAt:
		ok = errors.Is(err, errFault)
	case progress:
		ok = errors.As(err, &panicked) && panicked.Call == "Options.Progress" && errors.Is(err, errFault)
	case stop:
		ok = errors.As(err, &stopped) && stopped.Node == a.number(a.at)
	case panicAt:
		ok = errors.As(err, &panicked) && panicked.Node == a.at && errors.Is(err, errFault)
	case exitAt:
		ok = exited || errors.As(err, &panicked) && panicked.Node == a.at && panicked.Value == nil
	case lieAt:
		ok = err != nil && strings.Contains(err.Error(), fmt.Sprintf("node %d has successor", a.at))
	case errorAt:
		ok = errors.As(err, &failed) && failed.Node == a.at && errors.Is(err, errFault)
	case damageAt:
		ok = err != nil && strings.Contains(err.Error(), "the arena is damaged")
	}
	if ok {
		return nil
	}
	return fmt.Errorf("the fault is %q at node %d, exited %v, and the error: %w", faultNames[a.fault], a.at, exited, err)
}
