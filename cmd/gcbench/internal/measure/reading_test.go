package measure

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/mark"
)

func TestCPUSum(t *testing.T) {
	at := func(cpu time.Duration) reading { return reading{cpu: cpu, known: true} }
	var sum cpuSum
	assert.Zero(t, sum.mean(), "no mark")
	sum.add(at(5), at(15), 1)
	sum.add(at(20), at(70), 5)
	assert.Equal(t, 10.0, sum.mean())
	sum.add(at(60), at(58), 2)
	assert.Equal(t, 7.5, sum.mean(), "a clock that falls counts nothing")
	sum.add(reading{}, at(100), 1)
	assert.Zero(t, sum.mean(), "one mark is not known")
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
			assert.Zero(t, series[0].CPUNS)
			continue
		}
		assert.Positive(t, series[0].CPUNS)
		assert.LessOrEqual(t, series[0].CPUNS*float64(samples*series[0].MarksPerSample), float64(after-before))
	}
}
