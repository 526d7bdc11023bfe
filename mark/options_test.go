package mark_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

func TestOptionErrors(t *testing.T) {
	for _, c := range []struct {
		options mark.Options
		option  string
		says    string
	}{
		{mark.Options{Workers: 1025}, "Workers", "1 to 1024"},
		{mark.Options{Workers: -1}, "Workers", "1 to 1024"},
		{mark.Options{Queue: "lifo"}, "Queue", "stealhalf"},
		{mark.Options{Grain: -1}, "Grain", "1 to 4096"},
		{mark.Options{Grain: 5000}, "Grain", "1 to 4096"},
		{mark.Options{Deque: 3}, "Deque", "power of two"},
		{mark.Options{Deque: 1}, "Deque", "2 to 65536"},
		{mark.Options{Deque: 1 << 17}, "Deque", "2 to 65536"},
		{mark.Options{Overflow: -2}, "Overflow", "-1 to"},
		{mark.Options{Amount: stealq.All}, "Amount", "stealhalf"},
		{mark.Options{Steal: 9}, "Steal", "empty"},
		{mark.Options{Victim: 9}, "Victim", "random"},
		{mark.Options{Idle: 9}, "Idle", "park"},
		{mark.Options{Workers: 1024, Deque: 65536, Grain: 64}, "Deque", "MiB"},
	} {
		_, err := mark.New(c.options)
		var option *mark.OptionError
		require.ErrorAs(t, err, &option, "%+v", c.options)
		require.Equal(t, c.option, option.Option)
		require.Contains(t, option.Problem, c.says)
	}
}

func TestPolicyNames(t *testing.T) {
	for i := range 4 {
		v, err := mark.ParseVictim(mark.Victim(i).String())
		require.NoError(t, err)
		require.Equal(t, mark.Victim(i), v)
		idle, err := mark.ParseIdle(mark.Idle(i).String())
		require.NoError(t, err)
		require.Equal(t, mark.Idle(i), idle)
	}
	_, err := mark.ParseSteal("always")
	require.EqualError(t, err, `mark: no steal policy "always": allowed are [empty probabilistic factor]`)
}
