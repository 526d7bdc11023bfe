package life

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/panicked"
)

// Form is the form in which a graph is marked.
type Form int

// The forms: a heap, the heap of a mapped file, a heap.Graph, an Adjacency, a Func and a TryFunc.
const (
	AsHeap Form = iota
	AsMapped
	AsHeapGraph
	AsArrays
	AsCall
	AsTry
)

var (
	forms     = []Form{AsHeap, AsMapped, AsHeapGraph, AsArrays, AsCall, AsTry}
	formNames = []string{"heap", "mapped heap", "heap.Graph", "arrays", "callback", "fallible callback"}
)

// String returns the form in words.
func (f Form) String() string { return formNames[f] }
func (f Form) heap() bool     { return f <= AsHeapGraph }
func (f Form) calls() bool    { return f >= AsCall }

// attempt is one mark.
type attempt struct {
	*subject
	form    Form
	roots   []uint32     // nodes
	extends bool         // the last mark goes on
	before  *heap.Bitmap // of the mark that goes on, if that may be another Marker's
	from    []bool       // what that mark has reached; nil if none goes on

	fault Fault
	at    uint32    // the node where the fault lies
	far   uint32    // no node, or no granule
	value any       // with which a callback panics
	again bool      // later calls have the fault, too
	user  *callback // nil if the form has none
}

// errExited says that a callback has ended the goroutine of the mark.
var errExited = errors.New("the goroutine of the mark has ended")

// marks carries the attempt out. It runs on its own goroutine, because a callback may end that one.
// The second error is a panic of the marker.
func (l *Life) marks(ctx context.Context, a *attempt) (r *mark.Result, err, wrong error) {
	err = errExited
	done := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- fmt.Errorf("the marker panicked: %v%s", v, panicked.At())
				return
			}
			done <- nil
		}()
		if a.form == AsHeap || a.form == AsMapped {
			r, err = l.marksHeap(ctx, a)
		} else {
			r, err = l.marksGraph(ctx, a)
		}
	}()
	wrong = <-done
	return r, err, wrong
}

func (l *Life) marksHeap(ctx context.Context, a *attempt) (*mark.Result, error) {
	h := a.heap
	if a.form == AsMapped {
		if err := a.mapFile(); err != nil {
			return nil, err
		}
		h = a.mapped.Heap()
	}
	var r *mark.HeapResult
	var err error
	switch {
	case a.before != nil:
		r, err = l.marker.ResumeHeap(ctx, h, a.before, a.numbers())
	case a.extends:
		r, err = l.marker.ExtendHeap(ctx, h, a.numbers())
	default:
		r, err = l.marker.MarkHeap(ctx, h)
	}
	if r == nil {
		return nil, err
	}
	return &r.Result, err
}

func (l *Life) marksGraph(ctx context.Context, a *attempt) (*mark.Result, error) {
	marks := l.marker.MarkGraph
	if a.extends {
		marks = l.marker.ExtendGraph
	}
	var roots []uint32
	for _, root := range a.roots {
		roots = append(roots, a.number(root))
	}
	if a.fault == FarRoot {
		roots = append(roots, a.far)
	}
	switch a.form {
	case AsHeapGraph:
		return marks(ctx, a.heap.Graph(), roots)
	case AsArrays:
		return marks(ctx, a.arrays, roots)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a.user.cancel = cancel
	return marks(ctx, a.user.graph(), roots)
}

// numbers are the Refs of the roots.
func (a *attempt) numbers() (refs []heap.Ref) {
	for _, root := range a.roots {
		refs = append(refs, a.refs[root])
	}
	return refs
}

// number is what a node is called in results of this form.
func (a *attempt) number(node uint32) uint32 {
	if a.form.heap() {
		return uint32(a.refs[node])
	}
	return node
}
