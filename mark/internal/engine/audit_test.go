package engine

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A deque that stores item 2 in the place of item 1 loses one item and gives another twice. All
// sums are right then: as many objects are marked as are scanned, and as many items are
// pushed as are popped. Node 3 is never found.
func TestAlteredItem(t *testing.T) {
	f := &fault{push: func(d *faulty, item uint64) bool {
		if item == 1 {
			item = 2
		}
		return d.Deque.Push(item)
	}}
	a, err := NewAdjacency([]uint32{0, 2, 3, 3, 3, 3, 4, 4}, []uint32{1, 2, 3, 6})
	require.NoError(t, err)
	for _, workers := range []int{1, 2, 4} {
		m, err := New(Options{Workers: workers, Grain: 1, Deque: f.kind(), Tuning: tune.Tuning{Idle: tune.IdleYield}})
		require.NoError(t, err)
		for range 20 {
			_, err = m.MarkGraph(t.Context(), a, []uint32{0})
			var broken *DequeError
			require.ErrorAs(t, err, &broken)
			require.EqualError(t, err, "mark: deques of kind faulty: Pop returned 2, which is in no deque: it was never pushed, or a Pop has returned it before")
		}
		m.Close()
	}
}

// wrongs are what a wrong deque does in the place of what it should.
type wrongs struct {
	mu    sync.Mutex
	plan  map[int]string // by call of Push and of Pop: what is done then
	extra uint64         // an item
	calls int
	did   int
	last  uint64 // the last item that a Pop has returned
}

func (w *wrongs) next() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	if w.plan[w.calls] != "" {
		w.did++
	}
	return w.plan[w.calls]
}

func (w *wrongs) push(d *faulty, item uint64) bool {
	switch w.next() {
	case "lose":
		return true
	case "refuse":
		d.Deque.Push(item)
		return false
	case "double":
		d.Deque.Push(item)
	case "alter":
		item = w.extra
	case "invent":
		d.Deque.Push(w.extra)
	case "swap": // this is right
		if other, ok := d.Deque.Pop(); ok {
			return d.Deque.Push(item) && d.Deque.Push(other)
		}
	}
	return d.Deque.Push(item)
}

func (w *wrongs) pop(d *faulty, item uint64, ok bool) (uint64, bool) {
	does := w.next()
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case does == "invent":
		return w.extra, true
	case does == "double":
		return w.last, true
	case ok && does == "alter":
		return w.extra, true
	case ok && does == "lose":
		return 0, false
	case ok && does == "refuse": // this is right
		d.Deque.Push(item)
		return 0, false
	}
	if ok {
		w.last = item
	}
	return item, ok
}

// Whatever deques do to items, what is marked is reachable, and a mark without an error has
// marked all that is reachable.
func TestWrongDeques(t *testing.T) {
	s, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: 600})
	require.NoError(t, err)
	want, err := heap.Reachable(h)
	require.NoError(t, err)
	right, wrong := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := &wrongs{extra: rapid.Uint64Range(0, 2500).Draw(t, "extra"), plan: rapid.MapOfN(rapid.IntRange(1, 1200),
			rapid.SampledFrom([]string{"lose", "refuse", "double", "alter", "invent", "swap"}), 0, 4).Draw(t, "plan")}
		f := &fault{push: w.push, pop: w.pop}
		o := Options{
			Workers: rapid.SampledFrom([]int{1, 2, 3}).Draw(t, "workers"), Grain: rapid.SampledFrom([]int{1, 1, 3}).Draw(t, "grain"),
			Capacity: rapid.SampledFrom([]int{4, 64, 1024}).Draw(t, "capacity"), Deque: f.kind(), Tuning: tune.Tuning{Idle: tune.IdleYield, Recruit: 1},
		}
		m, err := New(o)
		require.NoError(t, err)
		defer m.Close()
		r, err := m.MarkHeap(context.Background(), h)
		if r != nil {
			for ref := range r.All() {
				require.True(t, want.Has(heap.Ref(ref)), "%d is not reachable, and marked: %v", ref, err)
			}
		}
		if err == nil {
			require.NoError(t, r.Marks.Compare(want))
			right++
		}
		if w.did > 0 && err != nil {
			wrong++
		}
	})
	require.Positive(t, right)
	require.Positive(t, wrong)
}
