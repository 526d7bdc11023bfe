package interleave

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// counting is two threads that add to a word; one of them reads it first, as often as extra says.
func counting(extra func() int) Program {
	return func(w *World) func() {
		x := &Uint64{}
		w.Go("a", func() { x.Add(1) })
		w.Go("b", func() {
			for range extra() {
				x.Load()
			}
			x.Add(2)
		})
		return nil
	}
}

// TestRetrace: each execution of an exploration is the same by its schedule, and all of them
// differ.
func TestRetrace(t *testing.T) {
	p := counting(func() int { return 2 })
	digests := map[string]uint64{}
	rep := Explore(p, Options{Search: All, Observe: func(e *Execution) {
		assert.Equal(t, 2, e.Threads)
		digests[e.Schedule()] = e.Digest
	}})
	require.Equal(t, rep.Executions, len(digests))
	different := map[uint64]bool{}
	for schedule, digest := range digests {
		again, err := Retrace(p, schedule, MostSteps)
		require.NoError(t, err)
		assert.NoError(t, again.Err)
		assert.Equal(t, digest, again.Digest, schedule)
		assert.Equal(t, schedule, again.Schedule())
		different[digest] = true
	}
	assert.Len(t, different, rep.Executions)
	_, err := Retrace(p, "z", MostSteps)
	assert.Error(t, err)
}

// TestRetraceOfAnotherProgram: one more operation, one on another word, another value and one
// in the set-up change the digest.
func TestRetraceOfAnotherProgram(t *testing.T) {
	digest := func(p Program) uint64 {
		e, err := Retrace(p, "", MostSteps)
		require.NoError(t, err)
		return e.Digest
	}
	of := func(before func(x, y *Uint64), does func(x, y *Uint64)) Program {
		return func(w *World) func() {
			var x, y Uint64
			before(&x, &y)
			w.Go("a", func() { x.Load(); does(&x, &y) })
			return nil
		}
	}
	nothing := func(x, y *Uint64) {}
	seen := map[uint64]bool{}
	all := []Program{
		of(nothing, nothing),
		of(nothing, func(x, y *Uint64) { x.Load() }),
		of(nothing, func(x, y *Uint64) { y.Load() }),
		of(nothing, func(x, y *Uint64) { x.Store(0) }),
		of(nothing, func(x, y *Uint64) { x.Store(1) }),
		of(func(x, y *Uint64) { y.Load() }, nothing),
		of(func(x, y *Uint64) { x.Store(1) }, nothing),
	}
	for _, p := range all {
		assert.Equal(t, digest(p), digest(p))
		seen[digest(p)] = true
	}
	assert.Len(t, seen, len(all))
}
