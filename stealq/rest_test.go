package stealq

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLawsAtRest: the state that each kind allows at rest, at its limits, and the
// first one beyond each limit, which Check names.
func TestLawsAtRest(t *testing.T) {
	half := func(top, bottom, length uint64) *stealHalf {
		d := newStealHalf(64)
		d.packed.Store(uint64(stealRange(0).replacedBy(top, length)))
		d.publish(bottom)
		return d
	}
	pairs := func(s rudolphState) *rudolph {
		d := newRudolph(4)
		d.state.Store(uint64(s))
		return d
	}
	shown := func(top, official, bottom uint64) *split {
		d := newSplit(4)
		d.top.Store(top)
		d.publish(official)
		d.own.bottom = bottom
		return d
	}
	var none rudolphState
	for _, c := range []struct {
		name string
		d    interface{ atRest() error }
		want string
	}{
		{"stealhalf, none", half(5, 5, 0), ""},
		{"stealhalf, one", half(5, 6, 1), ""},
		{"stealhalf, one of two", half(5, 7, 1), ""},
		{"stealhalf, half of full", half(0, 64, 32), ""},
		{"stealhalf, an eighth of full", half(127, 63, 8), ""},
		{"stealhalf, less than an eighth", half(0, 64, 4), "range of 4 for 64 items, want one eighth to one half"},
		{"stealhalf, just less than an eighth", half(0, 9, 1), "range of 1 for 9 items"},
		{"stealhalf, more than half", half(0, 7, 4), "range of 4 for 7 items"},
		{"stealhalf, two of two", half(0, 2, 2), "range of 2 for 2 items"},
		{"stealhalf, two of one", half(0, 1, 2), "range of 2 for 1 items"},
		{"stealhalf, one of none", half(0, 0, 1), "range of 1 for 0 items"},
		{"stealhalf, one more than full", half(0, 65, 32), "top 0 is past bottom 65"},
		{"stealhalf, top beyond", half(3, 2, 1), "top 3 is past bottom 2"},

		{"rudolph, none", pairs(none), ""},
		{"rudolph, full from the last slot", pairs(none.with(3, 4) | open), ""},
		{"rudolph, busy", pairs(none.with(1, 2) | busy), "busy true, top 1, length 2 in a ring of 4"},
		{"rudolph, top beyond", pairs(none.with(4, 0)), "busy false, top 4, length 0 in a ring of 4"},
		{"rudolph, one more than full", pairs(none.with(0, 5)), "busy false, top 0, length 5 in a ring of 4"},

		{"split, none", shown(7, 7, 7), ""},
		{"split, full and all shown", shown(7, 11, 11), ""},
		{"split, full and none shown", shown(7, 7, 11), ""},
		{"split, top beyond", shown(8, 7, 8), "top 8, official 7, bottom 8 in 4 slots"},
		{"split, shown beyond", shown(7, 9, 8), "top 7, official 9, bottom 8 in 4 slots"},
		{"split, one more than full", shown(7, 8, 12), "top 7, official 8, bottom 12 in 4 slots"},
	} {
		if err := c.d.atRest(); c.want == "" {
			require.NoError(t, err, c.name)
		} else {
			require.ErrorContains(t, err, c.want, c.name)
		}
	}
}

// TestAClaimKeepsOthersOut: while one goroutine moves items of a rudolph deque, its
// state stays to be seen, and no other can claim it.
func TestAClaimKeepsOthersOut(t *testing.T) {
	var c Counters
	d := newRudolph(4)
	for i := range uint64(3) {
		d.Push(i)
	}
	before := d.load()
	require.Equal(t, before, d.claim())
	require.Equal(t, before|busy, d.load())
	require.Equal(t, 3, d.Len())
	_, ok := d.tryClaim(&c)
	require.False(t, ok)
	require.Zero(t, c.CAS, "nothing is tried where it cannot succeed")
	d.release(before, &c)

	s, ok := d.tryClaim(&c)
	require.True(t, ok)
	require.Equal(t, before, s)
	require.Equal(t, before|busy, d.load())
	require.EqualValues(t, 1, c.CAS)
}
