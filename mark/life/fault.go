package life

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

var errFault = errors.New("a fault on purpose")

// Fault is a reason for which a mark may fail.
type Fault int

// The faults. "It" is the callback that computes successors.
const (
	None           Fault = iota
	Cancelled            // the context is cancelled before the mark
	CancelSoon           // the context is cancelled during the mark, or after it
	ProgressPanics       // Options.Progress panics
	Stop                 // Options.Until returns true at a node
	CancelAt             // it cancels the mark when it is asked about a node
	PanicAt              // it panics
	ExitAt               // it ends its goroutine
	LieAt                // it returns a successor that is not a node
	Fickle               // it answers differently each time, and the mark must not mind
	OwnMemory            // it returns memory that it owns, and the mark must not mind
	ErrorAt              // it returns an error
	FarRoot              // a root is not a node, or leads beyond the arena
	NilRoot              // a root of a heap is nil, and the mark must not mind
	DamageAt             // a reference of a heap leads beyond the arena
	Damage               // any bytes of the arena are changed
)

var faultNames = []string{"none", "cancelled", "cancelled soon", "Progress panics", "Until stops", "cancels", "panics", "exits", "lies", "is fickle", "returns its own memory",
	"returns an error", "a far root", "a nil root", "damaged", "damaged anywhere"}

// lasting says that a complete mark with the fault is no mark of the graph. Nothing can go on from it, so
// a mark that cannot be refused must follow.
func (f Fault) lasting() bool { return f == Fickle || f == Damage }

// fits says whether an attempt can have the fault.
func (l *Life) fits(f Fault, a *attempt) bool {
	fresh := !a.extends
	switch f {
	case None, Cancelled, CancelSoon:
		return true
	case ProgressPanics:
		return l.options.Progress != nil
	case Stop:
		return l.options.Until != nil
	case CancelAt, PanicAt, ExitAt, LieAt:
		return a.form.calls()
	case Fickle, OwnMemory:
		return a.form.calls() && fresh && l.asksOnce()
	case ErrorAt:
		return a.form == AsTry
	case FarRoot:
		owners := a.form.calls() && l.options.Tuning.Marking == tune.MarkingOwner // refused before
		return fresh && !owners && (a.form > AsHeapGraph || a.form == AsHeap && len(a.roots) > 0)
	case NilRoot:
		return fresh && a.form == AsHeap && len(a.roots) > 0
	case DamageAt:
		return a.form == AsHeap && len(a.edges[a.at]) > 0
	}
	return fresh && a.form == AsHeap
}

// someFaults are those of a plan that names none. A more frequent one is in it several times.
var someFaults = []Fault{Cancelled, CancelSoon, ProgressPanics, Stop, CancelAt, CancelAt, CancelAt, PanicAt, ExitAt, LieAt, Fickle, OwnMemory, ErrorAt, ErrorAt,
	FarRoot, NilRoot, DamageAt, DamageAt, Damage}

// hasFault gives an attempt one of the faults that fit. It returns false if none does.
func (l *Life) hasFault(a *attempt) bool {
	all := l.plan.Faults
	if all == nil {
		all = someFaults
	}
	all = slices.DeleteFunc(slices.Clone(all), func(f Fault) bool { return !l.fits(f, a) })
	if len(all) == 0 {
		return false
	}
	a.fault = oneOf(l.random, all...)
	end := uint32(len(a.edges))
	if a.form.heap() {
		end = uint32(a.heap.Granules())
	}
	a.far = oneOf(l.random, end, end+1, end|63+1, 1<<31, 1<<32-1)
	a.value = oneOf[any](l.random, errFault, errFault, "words", nil, 42, wrongIndex)
	a.again = l.random.IntN(2) == 0
	return true
}

// arm puts the fault into place. disarm takes it away again.
func (l *Life) arm(a *attempt) (ctx context.Context, disarm func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	disarm = func() { cancel(nil) }
	restoring := func(restore func()) { disarm = func() { restore(); cancel(nil) } }
	l.told.stopAt.Store(-1)
	l.told.panics.Store(a.fault == ProgressPanics)
	switch a.fault {
	case Cancelled:
		cancel(errFault)
	case CancelSoon:
		timer := time.AfterFunc(time.Duration(l.random.IntN(1+l.random.IntN(500)))*time.Microsecond, func() { cancel(errFault) })
		restoring(func() { timer.Stop() })
	case Stop:
		l.told.stopAt.Store(int64(a.number(a.at)))
	case FarRoot, NilRoot:
		if a.form == AsHeap {
			restoring(l.changeRoot(a))
		}
	case DamageAt:
		field := a.heap.Arena()[uint64(a.refs[a.at])*heap.GranuleBytes+heap.GranuleBytes:][:4]
		old := binary.LittleEndian.Uint32(field)
		binary.LittleEndian.PutUint32(field, a.far)
		restoring(func() { binary.LittleEndian.PutUint32(field, old) })
	case Damage:
		good := slices.Clone(a.heap.Arena())
		for range 1 + l.random.IntN(4) {
			hurt(a.heap, l.random)
		}
		restoring(func() { copy(a.heap.Arena(), good) })
	}
	return ctx, disarm
}

// changeRoot makes a root of the heap nil, or one that leads beyond the arena.
func (l *Life) changeRoot(a *attempt) (restore func()) {
	roots := a.heap.Roots()
	i := l.random.IntN(len(roots))
	old := roots[i]
	roots[i] = heap.Ref(a.far)
	if a.fault == NilRoot {
		roots[i] = heap.Nil
		a.roots = slices.Delete(slices.Clone(a.roots), i, i+1)
	}
	return func() { roots[i] = old }
}

// must reports whether the fault ends the mark. fresh are the nodes that this mark is the first to reach.
// A speculator may ask a callback for any node, but what goes wrong there is not the mark's.
func (a *attempt) must(fresh []bool) bool {
	switch a.fault {
	case Cancelled, ProgressPanics, FarRoot:
		return true
	case Stop, PanicAt, ExitAt, LieAt, ErrorAt, DamageAt:
		return fresh[a.at]
	}
	return false
}

// explains says what is wrong with the error of a mark, which has this fault. There is no error of a mark
// without a fault.
func (a *attempt) explains(err error) error {
	var stopped *mark.StopError
	var failed *mark.NodeError
	ok := false
	switch a.fault {
	case Cancelled, CancelSoon, CancelAt:
		ok = errors.Is(err, errFault)
	case ProgressPanics:
		var panicked *mark.PanicError
		ok = errors.As(err, &panicked) && panicked.Call == "Options.Progress" && errors.Is(err, errFault)
	case Stop:
		ok = errors.As(err, &stopped) && stopped.Node == a.number(a.at)
	case PanicAt:
		ok = a.explainsPanic(err)
	case ExitAt:
		ok = err == errExited || a.explainsPanic(err)
	case LieAt:
		ok = errors.As(err, &failed) && failed.Node == a.at && strings.HasPrefix(failed.Err.Error(), fmt.Sprintf("%d is not a node: ", a.far))
	case ErrorAt:
		ok = errors.As(err, &failed) && failed.Node == a.at && errors.Is(err, errFault)
	case FarRoot:
		ok = a.form == AsHeap && isDamage(err) || strings.HasPrefix(err.Error(), fmt.Sprintf("mark: root %d is node %d: ", len(a.roots), a.far))
	case DamageAt, Damage:
		ok = isDamage(err)
	}
	if ok {
		return nil
	}
	return fmt.Errorf("the fault is %q at node %d, and the error: %w", faultNames[a.fault], a.at, err)
}

func isDamage(err error) bool { return strings.Contains(err.Error(), "the arena is damaged") }

// explainsPanic accepts what a callback has panicked with, or that it has ended its goroutine. Later
// calls may have come first if they did the same.
func (a *attempt) explainsPanic(err error) bool {
	var panicked *mark.PanicError
	var isNil *runtime.PanicNilError
	var isRuntime runtime.Error
	switch {
	case !errors.As(err, &panicked) || len(panicked.Stack) == 0 || panicked.Node != a.at && !a.again:
		return false
	case a.fault == ExitAt:
		return panicked.Value == nil && strings.Contains(err.Error(), "runtime.Goexit")
	case a.value == nil:
		return errors.As(err, &isNil)
	case a.value == wrongIndex:
		return errors.As(err, &isRuntime)
	case a.value == errFault:
		return errors.Is(err, errFault)
	}
	return panicked.Value == a.value
}
