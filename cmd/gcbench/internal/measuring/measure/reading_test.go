package measure

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
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

// TestPagingSum: the means are of what lies between two readings, over all marks.
func TestPagingSum(t *testing.T) {
	at := func(faults, bytes uint64) reading { return reading{paging: paging{faults: faults, bytes: bytes}} }
	var sum paging
	faults, bytes := sum.means()
	assert.Nil(t, faults, "no mark")
	assert.Nil(t, bytes)
	sum.add(at(100, 1<<20), at(107, 3<<20))
	sum.add(at(200, 4<<20), at(201, 4<<20))
	faults, bytes = sum.means()
	require.NotNil(t, faults)
	assert.Equal(t, []float64{4, 1 << 20}, []float64{*faults, *bytes})
	unknown := reading{paging: paging{unknown: true}}
	for _, r := range [][2]reading{{at(1, 1), unknown}, {unknown, at(1, 1)}} {
		one := sum
		one.add(r[0], r[1])
		one.add(at(1, 1), at(2, 2))
		faults, bytes = one.means()
		assert.Nil(t, faults, "one mark is not known")
		assert.Nil(t, bytes)
	}
	nobody := paging{faults: 1 << 60, bytes: 1 << 60} // no process has waited so often
	here := reading{paging: nobody}
	here.paged(false)
	assert.Equal(t, nobody, here.paging, "a heap in memory is not asked about")
	here.paged(true)
	_, _, known := machine.Paging()
	assert.Equal(t, known, !here.paging.unknown)
	assert.Less(t, here.paging.faults, nobody.faults)
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
