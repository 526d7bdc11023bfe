package life

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// form is in which form a graph is marked.
type form int

const (
	asHeap form = iota
	asMapped
	asHeapGraph
	asArrays
	asCall
	asTry
)

var formNames = []string{"heap", "mapped heap", "heap.Graph", "arrays", "callback", "fallible callback"}

func (f form) String() string { return formNames[f] }
func (f form) heap() bool     { return f <= asHeapGraph }
func (f form) calls() bool    { return f >= asCall }

// attempt is one mark.
type attempt struct {
	*subject
	form    form
	roots   []uint32     // nodes
	extends bool         // the last mark goes on
	before  *heap.Bitmap // of the mark that goes on, if that may be another Marker's
	from    []bool       // what that mark has reached; nil if none goes on
	fault   fault
	at      uint32 // the node where the fault lies
}

// marks carries the attempt out. It runs on a goroutine of its own, because a callback may end that
// one. Then exited is true.
func (l *Life) marks(ctx context.Context, a *attempt) (r *mark.Result, err error, exited bool) {
	exited = true
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		if a.form == asHeap || a.form == asMapped {
			r, err = l.marksHeap(ctx, a)
		} else {
			r, err = l.marksGraph(ctx, a)
		}
		exited = false
	}()
	if value := <-panicked; value != nil {
		panic(value)
	}
	if l.Ended != nil {
		l.Ended(r, err)
	}
	return r, err, exited
}

func (l *Life) marksHeap(ctx context.Context, a *attempt) (*mark.Result, error) {
	h := a.heap
	if a.form == asMapped {
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
	switch a.form {
	case asHeapGraph:
		return marks(ctx, a.heap.Graph(), roots)
	case asArrays:
		return marks(ctx, a.arrays, roots)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	g := &callback{a, cancel}
	return marks(ctx, g.of(a.form), roots)
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
