package shard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

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
		return r.Step(ctx, f.Marker, part, refs)
	})
}

// eachStep carries out a round with a step of the test's own.
func eachStep(r *Round, step func(part int, refs []heap.Ref) (Outcome, error)) (all []Outcome, err error) {
	for task, err := range r.Tasks() {
		if err != nil {
			return nil, err
		}
		out, err := step(task.Part, task.Refs)
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
	dir, p := exported(t, h, 3, shape.Alloc)
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
		rounds := 0
		total, err := Drive(t.Context(), dir, work, engine, func(d Done) {
			require.Equal(t, rounds+1, d.First)
			require.Equal(t, d.Number <= complete, d.Earlier)
			rounds = d.Number
		})
		require.NoError(t, err)
		require.NoError(t, total.Differs(&e.Manifest))
		require.Equal(t, complete, total.Resumed)
		require.EqualValues(t, p.Rounds, rounds)
	}
}

// TestInterruptedDrive: an end of the context ends the rounds, and keeps those that are complete.
func TestInterruptedDrive(t *testing.T) {
	dir, p := exported(t, chain(t, 12), 3, shape.Alloc)
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
	total, err = DriveAnew(t.Context(), dir, work, plain(t), func(Done) {})
	require.NoError(t, err)
	require.Zero(t, total.Resumed)
	require.FileExists(t, filepath.Join(work, "mine"))
}

// TestStopAfterEachDeletion: wherever the removal of unneeded files is stopped, the next Drive goes on, and
// comes to the same. DriveAnew removes the most: the rounds of before, whose last record needs their marks.
func TestStopAfterEachDeletion(t *testing.T) {
	dir, p := exported(t, chain(t, 7), 2, shape.Alloc)
	engine := plain(t)
	e, err := Open(dir)
	require.NoError(t, err)
	for name, from := range map[string]func(*driver) (*record, error){"Drive": (*driver).resume, "DriveAnew": (*driver).beginning} {
		for deletions, ended := 0, false; !ended; deletions++ {
			work, left := filepath.Join(t.TempDir(), "work"), deletions
			driveTo(t, dir, work, engine, 3)
			stopping := &driver{engine: engine, tell: func(Done) {}, remove: func(path string) error {
				_, missing := os.Stat(path)
				require.NoError(t, os.RemoveAll(path))
				if missing == nil {
					if left--; left < 0 {
						return errStopped
					}
				}
				return nil
			}}
			_, err := begin(t.Context(), dir, work, stopping, from)
			if ended = err == nil; !ended {
				require.ErrorIs(t, err, errStopped)
			}
			total, err := Drive(t.Context(), dir, work, engine, func(Done) {})
			require.NoError(t, err, "%s, after %d deletions", name, deletions+1)
			require.NoError(t, total.Differs(&e.Manifest))
			require.EqualValues(t, p.Rounds, total.Rounds)
		}
	}
}

// TestDriveAnew: until round 1 is complete again, the rounds of before stay, and the next Drive goes on
// there. After it no other round is left.
func TestDriveAnew(t *testing.T) {
	dir, _ := exported(t, chain(t, 12), 3, shape.Alloc)
	engine := plain(t)
	for steps := range 3 {
		work := filepath.Join(t.TempDir(), "work")
		driveTo(t, dir, work, engine, 4)
		_, err := DriveAnew(t.Context(), dir, work, &failing{engine, steps}, func(Done) {})
		require.ErrorIs(t, err, errStopped)
		total := drive(t, dir, work, engine)
		if steps == 0 {
			require.Equal(t, 4, total.Resumed)
		} else { // one part has roots, so round 1 was complete
			require.Equal(t, steps, total.Resumed)
		}
	}
	work := filepath.Join(t.TempDir(), "work")
	driveTo(t, dir, work, engine, 4)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := DriveAnew(ctx, dir, work, engine, func(Done) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	left, err := roundsIn(work)
	require.NoError(t, err)
	require.Equal(t, []int{1}, left)
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
	requireRounds(t, chain(t, 16), 4, shape.Alloc, d)
	random, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := random.Build(shape.Params{Objects: 2000, Seed: 1})
	require.NoError(t, err)
	requireRounds(t, h, 5, shape.BFS, d)
}

// TestSent: what a part has sent is what the parts are given, and each message is sent once (R2).
func TestSent(t *testing.T) {
	engine, sent := plain(t), map[[2]uint64]bool{}
	dir, p := exported(t, chain(t, 30), 4, shape.Alloc)
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
		var parts []int
		for task, err := range r.Tasks() {
			require.NoError(t, err)
			require.ElementsMatch(t, sorted(given[task.Part]), task.Refs)
			parts = append(parts, task.Part)
		}
		require.Equal(t, r.Parts, parts)
		return engine.Round(ctx, r)
	}))
	require.Len(t, sent, int(p.Messages))
}

// engineFunc is an engine that is a function.
type engineFunc func(context.Context, *Round) ([]Outcome, error)

func (f engineFunc) Round(ctx context.Context, r *Round) ([]Outcome, error) { return f(ctx, r) }

// TestEnginesThatLie: a round is complete only if each of its parts has had its step.
func TestEnginesThatLie(t *testing.T) {
	dir, _ := exported(t, sized(t, 3, 0b010_100_010, 0b111, 3), 3, shape.Alloc)
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
	dir, p := exported(t, sized(t, 3, 0b010_100_010, 0b111, 3), 3, shape.Alloc)
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
