package measure

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// measuredBy is what one process measured with one worker and with two, which take half as
// long. Samples lie 10 % to either side of the mark time.
func measuredBy(pid int, ns float64) []schema.Result {
	results := make([]schema.Result, 2)
	for i := range results {
		one, cpu, floor := ns/float64(i+1), 2*ns, ns/10
		results[i] = schema.Result{
			Facts: schema.Facts{Shape: "tree", Objects: 10, Live: 5}, Workers: i + 1, Digest: "d", MarksPerSample: pid,
			Invocations: []schema.Invocation{{PID: pid, SamplesNS: []float64{0.9 * one, one, one, one, one, one, 1.1 * one}, CPUNS: &cpu}},
			FloorNS:     &floor, FloorMinNS: &floor,
		}
		Settle(&results[i])
	}
	setSpeedups(results)
	return results
}

// TestMerge: the figures are over processes, whose own samples only say how it is within
// one.
func TestMerge(t *testing.T) {
	var processes [][]schema.Result
	for i, ns := range []float64{1300, 1100, 1000, 1200, 1050, 1150, 1250} {
		processes = append(processes, measuredBy(i+1, ns))
	}
	slow := 5000.0 // one worker of the first process alone was slow
	processes[0][0].MedianNS, processes[0][0].Speedup = slow, &slow
	merged, err := Merge(processes)
	require.NoError(t, err)
	require.Len(t, merged, 2)
	r := &merged[0]
	assert.Len(t, r.Invocations, 7)
	assert.Len(t, r.SamplesNS, 49)
	assert.InDelta(t, 1150, r.MedianNS, 5)
	require.Len(t, r.CI95NS, 2)
	assert.Less(t, r.CI95NS[0], 1100.0, "processes differ by more than the samples of all say")
	assert.Greater(t, r.CI95NS[1], 1200.0)
	assert.InDelta(t, measuredBy(1, 1000)[0].CV, r.CV, 0.01, "the differences between processes are not within one")
	require.NotNil(t, r.CVBetween)
	assert.InDelta(t, 0.09, *r.CVBetween, 0.02)
	assert.Equal(t, 6, r.MarksPerSample, "of the process that is nearest to the whole")
	assert.InDelta(t, 2300, *r.CPUNS, 1e-6)
	assert.InDelta(t, 115, *r.FloorNS, 1e-6)
	assert.InDelta(t, 100, *r.FloorMinNS, 1e-6)
	assert.InDelta(t, 10, *r.OverFloor, 0.1)
	assert.Equal(t, 1.0, *r.Speedup)
	assert.InEpsilon(t, 2, *merged[1].Speedup, 1e-4)
}

// TestMergeWithin: processes that differ, and do not vary, have no tail. P95 over P50 is of one
// process, as CV is.
func TestMergeWithin(t *testing.T) {
	var processes [][]schema.Result
	for i, ns := range []float64{1000, 3000} {
		r := measuredBy(i+1, ns)[:1]
		r[0].Invocations[0].SamplesNS = []float64{ns, ns, ns, ns, ns, ns, ns}
		processes = append(processes, r)
	}
	merged, err := Merge(processes)
	require.NoError(t, err)
	assert.Equal(t, 1.0, merged[0].P95OverP50)
	assert.Zero(t, merged[0].CV)
}

// TestMergeFloors: a floor that one process does not know is not known, whichever it is.
func TestMergeFloors(t *testing.T) {
	for without := range 3 {
		processes := [][]schema.Result{measuredBy(1, 1000), measuredBy(2, 1000), measuredBy(3, 1000)}
		processes[without][0].FloorNS, processes[without][0].FloorMinNS = nil, nil
		merged, err := Merge(processes)
		require.NoError(t, err)
		assert.Nil(t, merged[0].FloorMinNS, "without %d", without)
		assert.Nil(t, merged[0].FloorNS)
		assert.NotNil(t, merged[1].FloorMinNS)
	}
}

// TestMergeRefuses what is not of the same heap and settings.
func TestMergeRefuses(t *testing.T) {
	for _, change := range []func(r *schema.Result){
		func(r *schema.Result) { r.Digest = "e" }, func(r *schema.Result) { r.Workers = 3 }, func(r *schema.Result) { r.Deque = "abp" }, func(r *schema.Result) { r.Preset = "go" },
	} {
		other := measuredBy(2, 1000)
		change(&other[1])
		_, err := Merge([][]schema.Result{measuredBy(1, 1000), other})
		assert.ErrorContains(t, err, "tree: process 2 did not measure what process 1 did: ")
	}
	_, err := Merge([][]schema.Result{measuredBy(1, 1000), measuredBy(2, 1000)[:1]})
	assert.ErrorContains(t, err, "process 2 did not measure")
}

// TestSpeedups are over one worker on the same heap, marked in the same way.
func TestSpeedups(t *testing.T) {
	one := func(shape, queue string, workers int, ns float64) schema.Result {
		return schema.Result{Facts: schema.Facts{Shape: shape}, Choices: schema.Choices{Deque: queue}, Workers: workers, MedianNS: ns}
	}
	results := []schema.Result{one("tree", "abp", 2, 50), one("tree", "abp", 1, 100), one("list", "abp", 1, 30), one("list", "abp", 2, 60), one("tree", "locked", 1, 400), one("tree", "locked", 2, 100), one("grid", "abp", 2, 1)}
	setSpeedups(results)
	for i, want := range []float64{2, 1, 1, 0.5, 1, 4} {
		assert.Equal(t, want, *results[i].Speedup)
	}
	assert.Nil(t, results[6].Speedup)
}

// TestWarmupIsLeftOut of the samples, and kept beside them.
func TestWarmupIsLeftOut(t *testing.T) {
	h, err := source.Watch(nil).Build("tree", shape.Params{Objects: 20})
	require.NoError(t, err)
	s := Series{Options: mark.Options{Workers: 1}, SamplesNS: []float64{300, 200, 101, 100, 102, 100, 101, 100}, MarksPerSample: 1}
	s.ReferenceNS = []float64{9, 8, 1, 2, 3, 4, 5, 6}
	voluntary, stolen := uint64(11), 12*time.Millisecond
	s.Beside = Beside{MissNS: 7, Disturbed: machine.Disturbance{Voluntary: &voluntary, Stolen: &stolen}}
	r := Results(h, 3, []Series{s}, true, 42)[0]
	v := r.Invocations[0]
	assert.Equal(t, []float64{300, 200}, v.WarmupNS)
	assert.Equal(t, 2, v.WarmupDropped)
	assert.Equal(t, s.SamplesNS[2:], v.SamplesNS)
	assert.Equal(t, s.SamplesNS[2:], r.SamplesNS)
	assert.Equal(t, 42, v.PID)
	assert.Equal(t, 7.0, *v.ProbeNS)
	assert.Equal(t, &schema.Reference{Version: ReferenceVersion, NS: s.ReferenceNS}, v.Reference)
	assert.Equal(t, []float64{1, 2, 3, 4, 5, 6}, v.Beside(), "those of the samples")
	assert.EqualValues(t, 11, *v.VoluntarySwitches)
	assert.Nil(t, v.InvoluntarySwitches)
	assert.EqualValues(t, 12e6, *v.StolenNS)
	assert.Equal(t, 100.5, r.MedianNS)
	assert.Less(t, r.CV, 0.02)
	assert.Nil(t, r.CVBetween)
}
