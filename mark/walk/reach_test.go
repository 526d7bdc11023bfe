package walk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/walk"
)

// table is a graph as a map, and a function for Reach that looks it up.
type table[K comparable] map[K][]K

func (g table[K]) successors(_ context.Context, node K, yield func(K) bool) error {
	for _, to := range g[node] {
		if !yield(to) {
			return nil
		}
	}
	return nil
}

// reachable is the twin: a map and a slice.
func (g table[K]) reachable(roots []K) map[K]bool {
	seen, stack := map[K]bool{}, slices.Clone(roots)
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[node] {
			seen[node] = true
			stack = append(stack, g[node]...)
		}
	}
	return seen
}

// requireReached compares a complete result with the twin, and checks each path.
func requireReached[K comparable](t *testing.T, g table[K], roots []K, r *walk.Reached[K], what string) {
	t.Helper()
	want := g.reachable(roots)
	require.EqualValues(t, len(want), r.Count(), what)
	require.Empty(t, slices.Collect(r.Unvisited()), what)
	n := 0
	for key := range r.All() {
		n++
		require.True(t, want[key] && r.Has(key), "%s: %v", what, key)
	}
	require.Equal(t, len(want), n, what)
	requireWays(t, g, roots, r)
}

// requireWays: each key has a path over edges from a root.
func requireWays[K comparable](t *testing.T, g table[K], roots []K, r *walk.Reached[K]) {
	t.Helper()
	for key := range r.All() {
		path := r.Path(key)
		require.Contains(t, roots, path[0])
		require.Equal(t, key, path[len(path)-1])
		for i, to := range path[1:] {
			require.Contains(t, g[path[i]], to)
		}
	}
}

func TestReachEverySmallGraph(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for edges := range 1 << (n * n) {
			g := table[int]{}
			for i := range n * n {
				if edges>>i&1 == 1 {
					g[i/n] = append(g[i/n], i%n)
				}
			}
			for _, roots := range [][]int{{0}, {n - 1, 0, n - 1}} {
				r, err := walk.Reach(t.Context(), roots, g.successors, walk.Options{Workers: 2})
				require.NoError(t, err)
				requireReached(t, g, roots, r, fmt.Sprint(n, edges))
			}
		}
	}
}

type place struct {
	row  int8
	name string
}

// 500 random graphs with keys of three types. Some calls wait, so that several run at once.
func TestReachRandomGraphs(t *testing.T) {
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 0))
		n := 1 + random.IntN(60)
		numbers, names, places := table[int]{}, table[string]{}, table[place]{}
		name := func(i int) string { return fmt.Sprint("node ", i) }
		at := func(i int) place { return place{int8(i), name(i)} }
		for range random.IntN(3 * n) {
			from, to := random.IntN(n), random.IntN(n)
			numbers[from] = append(numbers[from], to)
			names[name(from)] = append(names[name(from)], name(to))
			places[at(from)] = append(places[at(from)], at(to))
		}
		what := fmt.Sprint("seed ", seed)
		options := walk.Options{Workers: 1 + random.IntN(5)}
		wait := random.IntN(20) == 0
		r, err := walk.Reach(t.Context(), []int{0}, func(ctx context.Context, node int, yield func(int) bool) error {
			if wait {
				time.Sleep(50 * time.Microsecond)
			}
			return numbers.successors(ctx, node, yield)
		}, options)
		require.NoError(t, err, what)
		requireReached(t, numbers, []int{0}, r, what)
		s, err := walk.Reach(t.Context(), []string{name(0)}, names.successors, options)
		require.NoError(t, err, what)
		requireReached(t, names, []string{name(0)}, s, what)
		p, err := walk.Reach(t.Context(), []place{at(0)}, places.successors, options)
		require.NoError(t, err, what)
		requireReached(t, places, []place{at(0)}, p, what)
	}
}

// Errors, panics, cancellations and limits in random graphs: what is there is reachable and
// has a path, no key is called for twice, and no goroutine is left behind.
func TestReachRandomEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	errBad := errors.New("bad")
	for seed := range uint64(1000) {
		random := rand.New(rand.NewPCG(seed, 1))
		n := 5 + random.IntN(50)
		g := table[int]{}
		for range 3 * n {
			from := random.IntN(n)
			g[from] = append(g[from], random.IntN(n))
		}
		all := g.reachable([]int{0})
		bad, how := random.IntN(n), random.IntN(5)
		ctx, cancel := context.WithCancelCause(t.Context())
		options := walk.Options{Workers: 1 + random.IntN(4)}
		if how == 4 {
			options.MaxKeys = 1 + bad
		}
		var mu sync.Mutex
		calls := map[int]int{}
		r, err := walk.Reach(ctx, []int{0}, func(ctx context.Context, node int, yield func(int) bool) error {
			mu.Lock()
			calls[node]++
			mu.Unlock()
			if node == bad {
				switch how {
				case 0:
					return errBad
				case 1:
					panic(errBad)
				case 2:
					runtime.Goexit()
				case 3:
					cancel(errBad)
				}
			}
			return g.successors(ctx, node, yield)
		}, options)
		cancel(nil)
		what := fmt.Sprint("seed ", seed)
		requireWays(t, g, []int{0}, r)
		for key := range r.All() {
			require.True(t, all[key], what)
		}
		for key, n := range calls {
			require.Equal(t, 1, n, "%s: calls for %d", what, key)
		}
		if complete := !all[bad]; how == 4 {
			require.EqualValues(t, min(len(all), options.MaxKeys), r.Count(), what)
			require.Equal(t, len(all) > options.MaxKeys, errors.Is(err, walk.ErrMaxKeys), what)
		} else if complete {
			require.NoError(t, err, what)
		} else {
			require.Error(t, err, what)
			require.Equal(t, how != 2, errors.Is(err, errBad), what)
			require.Contains(t, slices.Collect(r.Unvisited()), bad, what)
		}
		if err == nil {
			requireReached(t, g, []int{0}, r, what)
		}
		// A node that Unvisited leaves out has been visited: its successors are there.
		unvisited := slices.Collect(r.Unvisited())
		for key := range r.All() {
			if !slices.Contains(unvisited, key) {
				for _, to := range g[key] {
					require.True(t, r.Has(to), "%s: %d is visited, and its successor %d is missing", what, key, to)
				}
			}
		}
	}
	requireGoroutines(t, before)
}

// diamond is a, b and c, d.
var diamond = table[string]{"a": {"b", "c"}, "b": {"d"}, "c": {"d"}}

func TestReachWords(t *testing.T) {
	errFile := errors.New("open b: no such file")
	for _, c := range []struct {
		end  func(yield func(string) bool) error
		says string
	}{
		{func(func(string) bool) error { return errFile }, `walk: successors of "b": open b: no such file`},
		{func(func(string) bool) error { panic("no disk") }, `walk: successors of "b" panicked: no disk`},
		{func(func(string) bool) error { panic(errFile) }, `walk: successors of "b" panicked: open b: no such file`},
		{func(func(string) bool) error { runtime.Goexit(); return nil }, `walk: successors of "b" ended their goroutine with runtime.Goexit`},
		{func(func(string) bool) error { return context.Canceled }, `walk: successors of "b": context canceled`},
	} {
		var calls []string
		r, err := walk.Reach(t.Context(), []string{"a"}, func(ctx context.Context, node string, yield func(string) bool) error {
			calls = append(calls, node)
			if node == "b" {
				return c.end(yield)
			}
			return diamond.successors(ctx, node, yield)
		}, walk.Options{Workers: 1})
		require.EqualError(t, err, c.says)
		require.Equal(t, []string{"a", "b"}, calls, "no call begins after the error")
		require.Equal(t, []string{"a", "b", "c"}, slices.Collect(r.All()))
		require.Equal(t, []string{"b", "c"}, slices.Collect(r.Unvisited()))
		require.Equal(t, []string{"a", "c"}, r.Path("c"))
		require.Nil(t, r.Path("d"))
		var at *walk.KeyError
		require.ErrorAs(t, err, &at)
		require.Equal(t, "b", at.Key)
		var panicked *mark.PanicError
		if errors.As(err, &panicked) {
			require.Equal(t, uint32(1), panicked.Node)
			require.Contains(t, string(panicked.Stack), "TestReachWords")
		}
	}
}

func TestReachBadArguments(t *testing.T) {
	none := table[float64]{}.successors
	for _, c := range []struct {
		ctx        context.Context
		root       float64
		successors func(context.Context, float64, func(float64) bool) error
		options    walk.Options
		says       string
	}{
		{nil, 1, none, walk.Options{}, "walk: the context is nil"},
		{t.Context(), 1, nil, walk.Options{}, "walk: the function that yields successors is nil"},
		{t.Context(), 1, none, walk.Options{Workers: -1}, "mark: Workers: -1 is out of range: 1 to 65536 are allowed"},
		{t.Context(), 1, none, walk.Options{Workers: 1<<16 + 1}, "mark: Workers: 65537 is out of range"},
		{t.Context(), 1, none, walk.Options{MaxKeys: -1}, "mark: MaxKeys: -1 is out of range: 1 to 4294967295 are allowed"},
		{t.Context(), math.NaN(), none, walk.Options{}, "walk: root 1: key NaN is not equal to itself, so it could not be found again"},
	} {
		r, err := walk.Reach(c.ctx, []float64{0, c.root}, c.successors, c.options)
		require.Nil(t, r)
		require.ErrorContains(t, err, c.says)
	}
	r, err := walk.Reach(t.Context(), nil, none, walk.Options{})
	require.NoError(t, err)
	require.Zero(t, r.Count())
	require.False(t, r.Has(math.NaN()))
}

// Keys that could not be found again end the walk, and do not end the program.
func TestReachLostKeys(t *testing.T) {
	nan := func(_ context.Context, _ float64, yield func(float64) bool) error {
		if yield(2) && yield(math.NaN()) {
			return errors.New("yield took NaN")
		}
		return nil
	}
	r, err := walk.Reach(t.Context(), []float64{1}, nan, walk.Options{Workers: 1})
	require.EqualError(t, err, "walk: successors of 1: key NaN is not equal to itself, so it could not be found again")
	require.Equal(t, []float64{1, 2}, slices.Collect(r.All()))

	for _, key := range []any{[]int{1}, struct{ x any }{[]int{1}}, [1]any{map[int]int{}}} {
		slice := func(_ context.Context, _ any, yield func(any) bool) error { yield(key); return nil }
		s, err := walk.Reach(t.Context(), []any{"root"}, slice, walk.Options{})
		require.ErrorContains(t, err, `walk: successors of "root": key `)
		require.ErrorContains(t, err, "cannot be compared: runtime error: comparing uncomparable type")
		require.EqualValues(t, 1, s.Count())
		s, err = walk.Reach(t.Context(), []any{key}, slice, walk.Options{})
		require.Nil(t, s)
		require.ErrorContains(t, err, "walk: root 0: key ")
	}
}

// Calls overlap up to the number of workers, and no further, never on the caller's goroutine.
func TestReachOverlaps(t *testing.T) {
	for _, workers := range []int{1, 3, 0} {
		most := int64(cmpOr(workers, walk.DefaultWorkers))
		var running, peak atomic.Int64
		full := make(chan struct{})
		before := runtime.NumGoroutine()
		r, err := walk.Reach(t.Context(), []int{0}, func(_ context.Context, node int, yield func(int) bool) error {
			if now := running.Add(1); now > peak.Load() {
				if peak.Store(now); now == most {
					close(full)
				}
			}
			defer running.Add(-1)
			if node == 0 {
				for i := range 200 {
					yield(i)
				}
				return nil
			}
			if most > 1 {
				<-full // until as many run as may
			}
			return nil
		}, walk.Options{Workers: workers})
		require.NoError(t, err)
		require.EqualValues(t, 200, r.Count())
		require.LessOrEqual(t, peak.Load(), most)
		require.Zero(t, running.Load())
		requireGoroutines(t, before)
	}
}

func cmpOr(a, b int) int {
	if a != 0 {
		return a
	}
	return b
}

// A node that a call has yielded is visited while the call still runs: at once, or after a
// while in which it yields nothing.
func TestReachBeginsEarly(t *testing.T) {
	visited := make(chan int, 10)
	r, err := walk.Reach(t.Context(), []int{0}, func(_ context.Context, node int, yield func(int) bool) error {
		if node > 0 {
			visited <- node
			return nil
		}
		yield(1)
		require.Equal(t, 1, <-visited) // the call has not returned
		yield(2)
		require.Equal(t, 2, <-visited)
		return nil
	}, walk.Options{})
	require.NoError(t, err)
	require.EqualValues(t, 3, r.Count())
}

// An error ends the context of the other calls, with itself as the cause. Those that only report
// this are left out, and those that fail by themselves are joined.
func TestReachErrorsAtOnce(t *testing.T) {
	errFirst, errOwn := errors.New("first"), errors.New("own")
	var waiting sync.WaitGroup
	waiting.Add(3)
	_, err := walk.Reach(t.Context(), []int{0, 1, 2, 3}, func(ctx context.Context, node int, yield func(int) bool) error {
		if node == 0 {
			waiting.Wait() // until the others run
			return errFirst
		}
		waiting.Done()
		<-ctx.Done()
		if yield(7) {
			return errors.New("yield took a key when the walk was over")
		}
		switch node {
		case 1:
			return fmt.Errorf("get: %w", ctx.Err())
		case 2:
			return context.Cause(ctx)
		default:
			return errOwn
		}
	}, walk.Options{})
	require.EqualError(t, err, "walk: successors of 0: first\nwalk: successors of 3: own")
	require.ErrorIs(t, err, errFirst)
	require.ErrorIs(t, err, errOwn)
	require.NotErrorIs(t, err, context.Canceled)
}

func TestReachCancelled(t *testing.T) {
	errEnough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	r, err := walk.Reach(ctx, []int{0}, func(ctx context.Context, node int, yield func(int) bool) error {
		if node == 1000 {
			cancel(errEnough)
		}
		yield(node + 1)
		return ctx.Err()
	}, walk.Options{})
	require.EqualError(t, err, "walk: stopped before it was complete: enough")
	require.ErrorIs(t, err, errEnough)
	require.GreaterOrEqual(t, r.Count(), uint64(1001))
	require.NotEmpty(t, slices.Collect(r.Unvisited()))

	r, err = walk.Reach(ctx, []int{0}, func(context.Context, int, func(int) bool) error {
		panic("called")
	}, walk.Options{})
	require.ErrorIs(t, err, errEnough)
	require.Equal(t, []int{0}, slices.Collect(r.Unvisited()))

	late, cancelLate := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancelLate()
	_, err = walk.Reach(late, []int{0}, func(ctx context.Context, _ int, _ func(int) bool) error {
		<-ctx.Done()
		return ctx.Err()
	}, walk.Options{})
	require.EqualError(t, err, "walk: stopped before it was complete: context deadline exceeded")
}

// The keys found are JSON, in the order in which they were found.
func TestReachedJSON(t *testing.T) {
	r, err := walk.Reach(t.Context(), []string{"a"}, diamond.successors, walk.Options{Workers: 1})
	require.NoError(t, err)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	var keys []string
	require.NoError(t, json.Unmarshal(text, &keys))
	require.Equal(t, slices.Collect(r.All()), keys)
	none, err := walk.Reach(t.Context(), nil, diamond.successors, walk.Options{})
	require.NoError(t, err)
	text, err = json.Marshal(none)
	require.NoError(t, err)
	require.Equal(t, "[]", string(text))
}

func TestReachMaxKeys(t *testing.T) {
	chain := func(_ context.Context, node int, yield func(int) bool) error { yield(node + 1); return nil }
	r, err := walk.Reach(t.Context(), []int{0}, chain, walk.Options{MaxKeys: 5})
	require.EqualError(t, err, "walk: successors of 4: there are more than 5 keys: Options.MaxKeys allows no more")
	require.ErrorIs(t, err, walk.ErrMaxKeys)
	require.Equal(t, []int{0, 1, 2, 3, 4}, slices.Collect(r.All()))
	require.Equal(t, []int{4}, slices.Collect(r.Unvisited()))
	r, err = walk.Reach(t.Context(), []int{0, 1, 1, 2}, chain, walk.Options{MaxKeys: 2})
	require.EqualError(t, err, "walk: 4 roots: there are more than 2 keys: Options.MaxKeys allows no more")
	require.ErrorIs(t, err, walk.ErrMaxKeys)
	require.NotErrorIs(t, err, mark.ErrIncomplete)
	require.Equal(t, []int{0, 1}, slices.Collect(r.Unvisited()))
	all, err := walk.Reach(t.Context(), []string{"a", "a"}, diamond.successors, walk.Options{MaxKeys: 4})
	require.NoError(t, err)
	requireReached(t, diamond, []string{"a"}, all, "as many keys as allowed")
}

// Several goroutines of one call may yield.
func TestReachFansOut(t *testing.T) {
	r, err := walk.Reach(t.Context(), []int{0}, func(_ context.Context, node int, yield func(int) bool) error {
		if node >= 100 {
			return nil
		}
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				for j := range 100 {
					yield(node*10 + i*100 + j)
				}
			})
		}
		all.Wait()
		return nil
	}, walk.Options{})
	require.NoError(t, err)
	require.EqualValues(t, 990+400, r.Count())
}

// A yield after its call has returned is an error, or a panic if Reach has returned, since its
// key is lost.
func TestReachLateYield(t *testing.T) {
	kept := make(chan func(int) bool, 3)
	r, err := walk.Reach(t.Context(), []int{0}, func(_ context.Context, node int, yield func(int) bool) error {
		if kept <- yield; node == 0 {
			yield(1)
			return nil
		}
		require.False(t, (<-kept)(2))
		return nil
	}, walk.Options{Workers: 1})
	says := "walk: successors of 0: yield was called when the call had returned: wait for all goroutines that call yield"
	require.EqualError(t, err, says)
	require.EqualValues(t, 2, r.Count())
	require.Contains(t, slices.Collect(r.Unvisited()), 0, "a successor of it was lost")
	require.False(t, (<-kept)(3), "the walk has ended with an error")

	_, err = walk.Reach(t.Context(), []int{0}, func(_ context.Context, node int, yield func(int) bool) error {
		kept <- yield
		return nil
	}, walk.Options{})
	require.NoError(t, err)
	require.PanicsWithValue(t, says, func() { (<-kept)(4) })
}

// A call may yield many keys, and hold them no longer than until the buffer is full.
func TestReachManySuccessors(t *testing.T) {
	r, err := walk.Reach(t.Context(), []string{""}, func(_ context.Context, node string, yield func(string) bool) error {
		if len(node) < 3 {
			for _, letter := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
				yield(node + letter)
			}
		}
		return nil
	}, walk.Options{Workers: 4})
	require.NoError(t, err)
	require.EqualValues(t, 1+26+26*26+26*26*26, r.Count())
	require.Equal(t, []string{"", "x", "xy", "xyz"}, r.Path("xyz"))
}

// requireGoroutines waits until only so many goroutines are left.
func requireGoroutines(t *testing.T, want int) {
	t.Helper()
	for range 5000 {
		if runtime.NumGoroutine() <= want {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%d goroutines are left behind", runtime.NumGoroutine()-want)
}
