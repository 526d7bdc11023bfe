package measure

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestSum: the mean is of what lies between two readings, over all marks.
func TestSum(t *testing.T) {
	at := func(n uint64) figure { return figure{n, true} }
	var all sum
	assert.Nil(t, all.mean(), "no mark")
	all.add(at(5), at(15), 1)
	all.add(at(20), at(70), 5)
	assert.Equal(t, 10.0, *all.mean())
	all.add(at(60), at(58), 2)
	assert.Equal(t, 7.5, *all.mean(), "a clock that falls counts nothing")
	for _, r := range [][2]figure{{at(1), {}}, {{}, at(100)}} {
		one := all
		one.add(r[0], r[1], 1)
		one.add(at(1), at(2), 1)
		assert.Nil(t, one.mean(), "one mark is not known")
	}
}

// TestPaged: a heap in memory is not asked about.
func TestPaged(t *testing.T) {
	nobody := reading{faults: figure{n: 1 << 60}, bytes: figure{n: 1 << 60}} // no process has waited so often
	here := nobody
	here.paged(false)
	assert.Equal(t, nobody, here)
	here.paged(true)
	_, _, known := machine.Paging()
	assert.Equal(t, known, here.faults.known && here.bytes.known)
	assert.Less(t, here.faults.n, nobody.faults.n)
}

// counts is a Source that counts its own readings.
type counts struct{ reads uint64 }

func (c *counts) Read() (v counters.Values, err error) {
	c.reads++
	v[counters.Cycles] = c.reads
	return v, nil
}

func (c *counts) Close() {}

// TestOnlyTimedMarksAreRead: the marks that warm up, and the last one, stand between no
// readings.
func TestOnlyTimedMarksAreRead(t *testing.T) {
	h, oracle := testHeap(t, 500)
	source := &counts{}
	series, err := Run(context.Background(), Plan{Heap: h, Oracle: oracle, Options: []mark.Options{{Workers: 1}}, Samples: 3, Counters: source})
	require.NoError(t, err)
	marks := 3 * series[0].MarksPerSample
	assert.Equal(t, marks, series[0].CountedMarks)
	assert.EqualValues(t, 2*marks, source.reads)
	assert.EqualValues(t, marks, series[0].Counted[counters.Cycles])
}

// TestCPUTimeOfSeries: long and short marks take time of the processor where the system
// tells it, and no more than the process took in all.
func TestCPUTimeOfSeries(t *testing.T) {
	const samples = 3
	for _, objects := range []uint64{100, 300_000} {
		h, oracle := testHeap(t, objects)
		before, known := machine.CPUTime()
		series, err := Run(context.Background(), Plan{Heap: h, Oracle: oracle, Options: []mark.Options{{Workers: 2}}, Samples: samples})
		require.NoError(t, err)
		after, _ := machine.CPUTime()
		if !known {
			assert.Nil(t, series[0].CPUNS)
			continue
		}
		assert.Positive(t, *series[0].CPUNS)
		assert.LessOrEqual(t, *series[0].CPUNS*float64(samples*series[0].MarksPerSample), float64(after-before))
	}
}
