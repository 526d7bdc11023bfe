package shard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// requireRounds exports h and carries out the rounds. They come to what the manifest says.
func requireRounds(t testing.TB, h *heap.Heap, parts int, l Layout, engine Engine) {
	t.Helper()
	requireRoundsIn(t, filepath.Join(t.TempDir(), "parts"), h, parts, l, engine)
}

func requireRoundsIn(t testing.TB, dir string, h *heap.Heap, parts int, l Layout, engine Engine) {
	t.Helper()
	exportTo(t, dir, h, parts, l)
	e, err := Open(dir)
	require.NoError(t, err)
	total := drive(t, dir, filepath.Join(dir, "rounds"), engine)
	require.NoError(t, total.Differs(&e.Manifest), "%d parts, %v", parts, l)
}

// TestRoundsOfAllSmallGraphs: the rounds of every digraph of up to 3 nodes come to what the plan
// says, which is what the model says. Each graph, in each number of parts and in each layout: with
// HALFMARK_FULL=1, which takes minutes. Otherwise one in 53 of these, with -short one in 307.
func TestRoundsOfAllSmallGraphs(t *testing.T) {
	every, n, engine := 53, 0, plain(t)
	switch {
	case os.Getenv("HALFMARK_FULL") != "":
		every = 1
	case testing.Short():
		every = 307
	}
	dir := t.TempDir()
	smallHeaps(t, 3, func(h *heap.Heap) {
		for parts := 1; parts <= 5; parts++ {
			for _, l := range Layouts() {
				if n++; n%every == 0 {
					requireRoundsIn(t, filepath.Join(dir, "parts"), h, parts, l, engine)
					require.NoError(t, os.RemoveAll(filepath.Join(dir, "parts")))
				}
			}
		}
	})
}

// TestRoundsOfShapes: every shape, in both layouts.
func TestRoundsOfShapes(t *testing.T) {
	engine, err := NewPlain(mark.Options{Workers: 2, Tuning: mark.Tuning{Recruit: 1}})
	require.NoError(t, err)
	defer engine.Close()
	for _, s := range shape.Shapes() {
		for i, layout := range shape.Layouts() {
			h, err := s.Build(shape.Params{Objects: 400, Seed: 7, Layout: layout})
			require.NoError(t, err)
			for _, l := range Layouts() {
				if layout == shape.Shuffled && l == Allocation {
					continue // a round for nearly each object of a list
				}
				parts := []int{2, 7, 1}[i]
				requirePlan(t, h, parts, l)
				requireRounds(t, h, parts, l, engine)
			}
		}
	}
}

// TestRoundsOfRandomHeaps: objects of many sizes, nil references, several references to one
// object, and more parts than objects.
func TestRoundsOfRandomHeaps(t *testing.T) {
	engine := plain(t)
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 1))
		var b heap.Builder
		n := 1 + random.IntN(80)
		for range n {
			refs := make([]uint32, random.IntN(6))
			for i := range refs {
				if refs[i] = uint32(random.IntN(n)); random.IntN(6) == 0 {
					refs[i] = heap.NoObject
				}
			}
			b.Add(uint64(random.IntN(10)*random.IntN(60)), refs...)
		}
		for range random.IntN(4) {
			b.Root(uint32(random.IntN(n)))
		}
		h, err := b.Build()
		require.NoError(t, err)
		for i, parts := range []int{1, 2, 7, n + 5} {
			l := Layouts()[(i+int(seed))%2]
			requirePlan(t, h, parts, l)
			requireRounds(t, h, parts, l, engine)
		}
	}
}

// TestOddHeaps: no objects, no roots, an object larger than a part, parts without objects.
func TestOddHeaps(t *testing.T) {
	for name, h := range map[string]*heap.Heap{
		"no objects":       sized(t, 0, 0, 0, 0),
		"no roots":         sized(t, 3, 0b111_111_111, 0, 3),
		"a large object":   sized(t, 3, 0b010_100_010, 0b111, 1),
		"one object":       sized(t, 1, 1, 1, 0),
		"the same root":    twice(t),
		"nothing but nils": nils(t),
	} {
		for _, parts := range []int{1, 2, 20} {
			for _, l := range Layouts() {
				t.Run(fmt.Sprintf("%s/%d/%v", name, parts, l), func(t *testing.T) {
					requirePlan(t, h, parts, l)
					requireRounds(t, h, parts, l, plain(t))
				})
			}
		}
	}
}

func twice(t *testing.T) *heap.Heap {
	var b heap.Builder
	b.Add(8, 1, 1, 1)
	b.Add(8, 0, 1)
	b.Root(1)
	b.Root(1)
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

func nils(t *testing.T) *heap.Heap {
	var b heap.Builder
	for range 5 {
		b.Root(b.Add(0, heap.NoObject, heap.NoObject, heap.NoObject))
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// chain is a list of n objects in a shuffled order: many rounds.
func chain(t testing.TB, n uint64) *heap.Heap {
	t.Helper()
	list, err := shape.Parse("list")
	require.NoError(t, err)
	h, err := list.Build(shape.Params{Objects: n, Seed: 3, Layout: shape.Shuffled})
	require.NoError(t, err)
	return h
}

// failing is an engine that carries out so many steps, and then fails.
type failing struct {
	*Plain
	steps int
}

var errStopped = errors.New("stopped")

func (f *failing) Round(ctx context.Context, r *Round) ([]Outcome, error) {
	return eachStep(r, func(part int, refs []heap.Ref) (Outcome, error) {
		if f.steps--; f.steps < 0 {
			return Outcome{}, errStopped
		}
		return r.Step(ctx, f.marker, part, refs)
	})
}

// eachStep carries out a round with a step of the test's own.
func eachStep(r *Round, step func(part int, refs []heap.Ref) (Outcome, error)) (all []Outcome, err error) {
	for _, part := range r.Parts {
		refs, err := r.Refs(part)
		if err != nil {
			return nil, err
		}
		out, err := step(part, refs)
		if err != nil {
			return nil, err
		}
		all = append(all, out)
	}
	return all, nil
}

// TestResumeAtEachStep: whichever step does not come about, the next Drive goes on after the last complete
// round, and comes to the same.
func TestResumeAtEachStep(t *testing.T) {
	h, engine := chain(t, 12), plain(t)
	dir, p := exported(t, h, 3, Allocation)
	e, err := Open(dir)
	require.NoError(t, err)
	require.Greater(t, p.Rounds, uint64(4))
	for steps, ended := 0, false; !ended; steps++ {
		work := filepath.Join(t.TempDir(), "work")
		complete := 0
		_, err := Drive(t.Context(), dir, work, &failing{engine, steps}, func(d Done) { complete = d.Number })
		if ended = err == nil; !ended {
			require.ErrorIs(t, err, errStopped)
			require.ErrorContains(t, err, fmt.Sprintf("round %d: ", complete+1))
		}
		var numbers []int
		total, err := Drive(t.Context(), dir, work, engine, func(d Done) {
			numbers = append(numbers, d.Number)
			require.Equal(t, d.Number <= complete, d.Earlier)
		})
		require.NoError(t, err)
		require.NoError(t, total.Differs(&e.Manifest))
		require.Equal(t, complete, total.Resumed)
		require.Len(t, numbers, int(p.Rounds))
	}
}

// TestInterruptedDrive: an end of the context ends the rounds, and keeps those that are complete.
func TestInterruptedDrive(t *testing.T) {
	dir, p := exported(t, chain(t, 12), 3, Allocation)
	work := filepath.Join(dir, "rounds")
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Drive(ctx, dir, work, plain(t), func(d Done) {
		if d.Number == 2 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	_, err = Drive(ctx, dir, work, engineFunc(func(context.Context, *Round) ([]Outcome, error) {
		t.Error("a round has begun after the end")
		return nil, errStopped
	}), func(Done) {})
	require.ErrorIs(t, err, context.Canceled)
	total := drive(t, dir, work, plain(t))
	require.Equal(t, 2, total.Resumed)
	require.EqualValues(t, p.Rounds, total.Rounds)
	total = drive(t, dir, work, nil) // nothing is left to do
	require.EqualValues(t, p.Rounds, total.Resumed)
	require.NoError(t, os.WriteFile(filepath.Join(work, "mine"), nil, 0o600))
	require.NoError(t, Forget(work))
	require.FileExists(t, filepath.Join(work, "mine"))
	require.Zero(t, drive(t, dir, work, plain(t)).Resumed)
}

// doubled is an engine that gets its rounds as JSON, and carries out each step three times: twice at
// once, and again. Each time the outcome and the bytes are the same.
type doubled struct {
	t       *testing.T
	markers [2]*mark.Marker
}

func (d *doubled) Round(ctx context.Context, sent *Round) ([]Outcome, error) {
	data, err := json.Marshal(sent)
	require.NoError(d.t, err)
	r := &Round{}
	require.NoError(d.t, json.Unmarshal(data, r))
	return eachStep(r, func(part int, refs []heap.Ref) (Outcome, error) {
		var outs [3]Outcome
		var errs [3]error
		var both sync.WaitGroup
		for i := range 2 {
			both.Go(func() { outs[i], errs[i] = r.Step(ctx, d.markers[i], part, refs) })
		}
		both.Wait()
		first := d.files(r, part)
		outs[2], errs[2] = r.Step(ctx, d.markers[0], part, refs)
		require.NoError(d.t, errors.Join(errs[:]...))
		require.Equal(d.t, outs[0], outs[1])
		require.Equal(d.t, outs[0], outs[2])
		require.Equal(d.t, first, d.files(r, part))
		return outs[0], nil
	})
}

func (d *doubled) files(r *Round, part int) (contents [2][]byte) {
	for i, extension := range []string{"marks", "sent"} {
		var err error
		contents[i], err = os.ReadFile(fileOf(folderOf(r.Work, r.Number), part, extension))
		require.NoError(d.t, err)
		require.NotEmpty(d.t, contents[i])
	}
	return contents
}

// TestStepTwice: a step is a pure function (R5).
func TestStepTwice(t *testing.T) {
	d := &doubled{t: t}
	for i := range d.markers {
		m, err := mark.New(mark.Options{Workers: 1 + i})
		require.NoError(t, err)
		defer m.Close()
		d.markers[i] = m
	}
	requireRounds(t, chain(t, 30), 4, Allocation, d)
	random, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := random.Build(shape.Params{Objects: 2000, Seed: 1})
	require.NoError(t, err)
	requireRounds(t, h, 5, BreadthFirst, d)
}

// TestSent: what a part has sent is what the parts are given, and each message is sent once (R2).
func TestSent(t *testing.T) {
	engine, sent := plain(t), map[[2]uint64]bool{}
	dir, p := exported(t, chain(t, 30), 4, Allocation)
	drive(t, dir, filepath.Join(dir, "rounds"), engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
		given := map[int][]heap.Ref{}
		for _, by := range r.Senders {
			for m, err := range r.Sent(by) {
				require.NoError(t, err)
				key := [2]uint64{uint64(by), uint64(m)}
				require.False(t, sent[key], "part %d sends %x twice", by, m)
				sent[key] = true
				given[m.Part()] = append(given[m.Part()], m.Ref())
			}
		}
		for _, part := range r.Parts {
			refs, err := r.Refs(part)
			require.NoError(t, err)
			require.Equal(t, sorted(given[part]), refs)
		}
		return engine.Round(ctx, r)
	}))
	require.Len(t, sent, int(p.Messages))
}

// engineFunc is an engine that is a function.
type engineFunc func(context.Context, *Round) ([]Outcome, error)

func (f engineFunc) Round(ctx context.Context, r *Round) ([]Outcome, error) { return f(ctx, r) }

// TestEnginesThatLie: a round is complete only if each of its parts has had its step.
func TestEnginesThatLie(t *testing.T) {
	dir, _ := exported(t, sized(t, 3, 0b010_100_010, 0b111, 3), 3, Allocation)
	engine := plain(t)
	for name, lie := range map[string]func([]Outcome) []Outcome{
		"none":     func([]Outcome) []Outcome { return nil },
		"one less": func(all []Outcome) []Outcome { return all[1:] },
		"doubled":  func(all []Outcome) []Outcome { return append(all, all[0]) },
	} {
		_, err := Drive(t.Context(), dir, t.TempDir(), engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
			all, err := engine.Round(ctx, r)
			return lie(all), err
		}), func(Done) {})
		require.ErrorContains(t, err, "round 1: the engine has carried out the steps of parts", name)
	}
}

// TestTooManyRounds: an engine whose messages never end does not run for ever, and steps that say a wrong
// count are found out in the end.
func TestTooManyRounds(t *testing.T) {
	dir, p := exported(t, sized(t, 3, 0b010_100_010, 0b111, 3), 3, Allocation)
	engine, rounds := plain(t), uint64(0)
	_, err := Drive(t.Context(), dir, t.TempDir(), engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
		all, err := engine.Round(ctx, r)
		all[0].Messages, all[0].To = 1, []int{0}
		rounds++
		return all, err
	}), func(Done) {})
	require.ErrorContains(t, err, fmt.Sprintf("there are messages after round %d, which should be the last one", p.Rounds))
	require.Equal(t, p.Rounds, rounds)
	_, err = Drive(t.Context(), dir, t.TempDir(), engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
		all, err := engine.Round(ctx, r)
		all[0].Marked++
		return all, err
	}), func(Done) {})
	require.ErrorContains(t, err, "objects, and the marks of the parts have 3")
}
