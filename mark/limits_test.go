package mark

import (
	"errors"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Each option's largest value is allowed, and the next is not.
func TestLargestOptions(t *testing.T) {
	require.Equal(t, [4]int{1024, 4096, 16_777_216, 8192}, [4]int{MaxWorkers, tune.MaxGrain, tune.MaxOverflowBlocks, MaxMarkerBytes >> 20})
	for _, c := range []struct {
		allowed, refused Options
		option           string
	}{
		{Options{Workers: MaxWorkers}, Options{Workers: MaxWorkers + 1}, "Workers"},
		{Options{Workers: 1, Grain: tune.MaxGrain}, Options{Workers: 1, Grain: tune.MaxGrain + 1}, "Grain"},
		{Options{Workers: 1, Capacity: stealq.MaxCapacity}, Options{Workers: 1, Capacity: 2 * stealq.MaxCapacity}, "Capacity"},
		{Options{Workers: 1, Capacity: stealq.MinCapacity}, Options{Workers: 1, Capacity: stealq.MinCapacity / 2}, "Capacity"},
		{Options{Workers: 1, OverflowBlocks: tune.MaxOverflowBlocks}, Options{Workers: 1, OverflowBlocks: tune.MaxOverflowBlocks + 1}, "OverflowBlocks"},
		{ // 8 GiB, and a block more
			Options{Workers: 876, Capacity: 16384, Grain: 64, OverflowBlocks: 16_594_188, Tuning: tune.Tuning{Marking: tune.MarkingShared}},
			Options{Workers: 876, Capacity: 16384, Grain: 64, OverflowBlocks: 16_594_189, Tuning: tune.Tuning{Marking: tune.MarkingShared}}, "Capacity",
		},
		{Options{Tuning: tune.Tuning{Steal: 2, Victim: 3, Idle: 3}}, Options{Tuning: tune.Tuning{Steal: 3}}, "Tuning.Steal"},
		{Options{Timeline: MaxTimeline}, Options{Timeline: MaxTimeline + 1}, "Timeline"},
		{Options{}, Options{Timeline: -1}, "Timeline"},
		{Options{}, Options{Tuning: tune.Tuning{Victim: 4}}, "Tuning.Victim"},
		{Options{}, Options{Tuning: tune.Tuning{Idle: 4}}, "Tuning.Idle"},
	} {
		require.NoError(t, c.allowed.Validate(), "%+v", c.allowed)
		var wrong *OptionError
		require.ErrorAs(t, c.refused.Validate(), &wrong, "%+v", c.refused)
		require.Equal(t, c.option, wrong.Option)
	}
	o := Options{Workers: 1024, Capacity: 65536, Grain: 64, OverflowBlocks: tune.NoPool}
	require.ErrorContains(t, o.Validate(), "1024 workers with deques of 65536 items of 64 refs and 0 overflow blocks need "+
		strconv.FormatInt(o.MarkerBytes()/1024/1024, 10)+" MiB: at most 8192 are allowed")
}

// As many roots as a graph may have nodes are allowed.
func TestMostRoots(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("no slice has as many elements")
	}
	most := int64(1<<32 - 1)
	require.NoError(t, tooManyRoots(int(most)))
	require.ErrorContains(t, tooManyRoots(int(most+1)), "4294967296 roots: at most 4294967295 are allowed")
	_, err := Graph(t.Context(), Func{Nodes: int(most + 1), Successors: func(buf []uint32, _ uint32) []uint32 { return buf }}, nil, Options{Workers: 1})
	require.ErrorContains(t, err, "4294967296 nodes: 0 to 4294967295 are allowed")
}

// Offsets are checked in their order, each for its own node.
func TestWhichOffsetIsWrong(t *testing.T) {
	for _, c := range []struct {
		offsets []uint64
		says    string
	}{
		{[]uint64{0, 1<<32 - 1, 0}, "node 1 has offsets 4294967295 to 0"},
		{[]uint64{0, 1 << 32, 0}, "node 0 has offsets 0 to 4294967296"},
		{[]uint64{0, 1 << 31, 1 << 32, 0}, "node 2 has offsets 4294967296 to 0"},
		{[]uint64{0, 0, 0, 5, 0}, "node 3 has offsets 5 to 0"},
	} {
		_, err := NewAdjacency(c.offsets, nil)
		require.ErrorContains(t, err, c.says)
	}
}

// Arrays count their nodes, also those that are not there, and give each its own
// successors.
func TestAdjacencyIsADigraph(t *testing.T) {
	require.Zero(t, new(Adjacency).NumNodes())
	g, err := NewAdjacency([]uint64{0, 2, 2, 3}, []uint32{1, 2, 0})
	require.NoError(t, err)
	require.Equal(t, 3, g.NumNodes())
	for node, want := range [][]uint32{{9, 1, 2}, {9}, {9, 0}} {
		require.Equal(t, want, g.AppendSuccessors([]uint32{9}, uint32(node)))
	}
}

// A kind whose New panics, or makes too few deques, makes no Marker.
func TestNewOfABrokenKind(t *testing.T) {
	boom := errors.New("boom")
	k := *stealq.Locked
	k.Name = "faulty"
	k.New = func(int, int) []stealq.Deque { panic(boom) }
	_, err := New(Options{Workers: 2, Deque: &k})
	var broken *DequeError
	require.ErrorAs(t, err, &broken)
	require.ErrorIs(t, err, boom)
	k.New = func(deques, capacity int) []stealq.Deque {
		return append(stealq.Locked.New(deques-1, capacity), nil)
	}
	_, err = New(Options{Workers: 2, Deque: &k})
	var bad *OptionError
	require.ErrorAs(t, err, &bad)
	require.ErrorContains(t, err, "New of kind faulty made 1 deques of 2")
}
