package measure

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestReferenceIsFrozen: files of today are compared with those of last year, so the work of a
// version never changes. If this test fails, the change needs a new ReferenceVersion.
func TestReferenceIsFrozen(t *testing.T) {
	require.Equal(t, 2, ReferenceVersion)
	const perPass = refPages / refChunkPages / refChunks
	for workers := 1; workers <= 3; workers++ {
		r := NewReference()
		for range perPass {
			assert.Positive(t, r.Sample(workers))
		}
		assert.Equal(t, uint64(frozenSum), r.sum.Load(), "with %d workers", workers)
		state := uint64(1)
		for i := range r.bits {
			state = xorshift(state ^ r.bits[i].Load())
		}
		assert.Equal(t, uint64(frozenBits), state, "with %d workers", workers)
		assert.EqualValues(t, refPages, r.next, "a pass is over")
	}
}

// The sums of the samples of a pass, and the bits that they set, with any number of workers.
const (
	frozenSum  = 0x31ab3a0f95650
	frozenBits = 0x72ef755e991b83b3
)

// TestReferenceReadsEachLineOnce: a pass comes to every page, and to one line of each pair.
func TestReferenceReadsEachLineOnce(t *testing.T) {
	const pages = 64
	r := newReference(pages)
	for i := range r.memory {
		r.memory[i] = 0
	}
	pass := func() uint64 { return read(r.memory, r.next, pages) }
	assert.Zero(t, pass())
	for page := range pages {
		for line := 0; line < refPage; line += refLine {
			r.memory[page*refPage+line] = 1
			require.EqualValues(t, 1, pass(), "page %d, byte %d", page, line)
			r.memory[page*refPage+line] = 0
		}
	}
}

// TestMiss reads on where the last one ended.
func TestMiss(t *testing.T) {
	r := newReference(64)
	for i := range uint32(3) {
		assert.EqualValues(t, 64*i, r.next)
		assert.GreaterOrEqual(t, r.Miss(), 0.0)
	}
	assert.EqualValues(t, 3*64, r.sum.Load())
}

// TestClaims: a worker takes what is left, and no chunk twice.
func TestClaims(t *testing.T) {
	r := newReference(64)
	var claimed atomic.Uint32
	claimed.Store(refChunks)
	r.work(&claimed)
	assert.Zero(t, r.sum.Load())
}

// TestReferenceTakesTurns: each round has a time of the reference for each number of workers, and
// all series of as many workers have the same.
func TestReferenceTakesTurns(t *testing.T) {
	h, oracle := testHeap(t, 500)
	p := Plan{Heap: h, Oracle: oracle, Samples: 3, Options: []mark.Options{{Workers: 1}, {Workers: 2}, {Workers: 1, Grain: 1}}}
	series, err := Run(t.Context(), p)
	require.NoError(t, err)
	assert.Nil(t, series[0].ReferenceNS, "nobody asked")
	assert.Zero(t, series[0].Beside.MissNS)
	p.Reference = newReference(64)
	series, err = Run(t.Context(), p)
	require.NoError(t, err)
	for _, s := range series {
		require.Len(t, s.ReferenceNS, 3)
		assert.Positive(t, s.ReferenceNS[2])
		assert.Positive(t, s.Beside.MissNS)
	}
	assert.Equal(t, series[0].ReferenceNS, series[2].ReferenceNS)
	if crewOf(2) == 2 {
		assert.NotEqual(t, series[0].ReferenceNS, series[1].ReferenceNS)
	}
}
