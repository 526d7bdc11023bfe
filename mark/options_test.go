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

// Amounts that a queue does not offer, and choices among victims where there is
// one queue for all, mean nothing: the error names what would.
func TestPairsThatMeanNothing(t *testing.T) {
	shared := 0
	for _, kind := range stealq.Kinds() {
		for _, amount := range stealq.Amounts() {
			o := mark.Options{Queue: kind.Name, Amount: amount}
			if kind.Offers(amount) || amount == stealq.Balance {
				require.NoError(t, o.Validate(), "%s %v", kind.Name, amount)
				continue
			}
			requireOptionError(t, o, "Amount", kind.Name, kind.Amounts[0].String())
		}
		for policy := range 4 {
			steal, victim := mark.Options{Queue: kind.Name, Steal: mark.Steal(policy % 3)}, mark.Options{Queue: kind.Name, Victim: mark.Victim(policy)}
			if !kind.Shared || policy == 0 {
				require.NoError(t, steal.Validate())
				require.NoError(t, victim.Validate())
				continue
			}
			shared++
			if policy < 3 {
				requireOptionError(t, steal, "Steal", kind.Name, "empty")
			}
			requireOptionError(t, victim, "Victim", kind.Name, "random")
		}
	}
	require.Positive(t, shared, "no queue for all was among the kinds")
}

func requireOptionError(t *testing.T, o mark.Options, option string, says ...string) {
	t.Helper()
	var wrong *mark.OptionError
	require.ErrorAs(t, o.Validate(), &wrong, "%+v", o)
	require.Equal(t, option, wrong.Option)
	for _, s := range says {
		require.Contains(t, wrong.Problem, s)
	}
}

// With one worker every policy is valid: where GOMAXPROCS is 1 that is the
// default, and a program should not stop working there.
func TestOneWorkerTakesEveryPolicy(t *testing.T) {
	for policy := range 4 {
		requireOracle(t, newMarker(t, mark.Options{
			Workers: 1, Grain: 1, Deque: 2, Steal: mark.Steal(policy % 3), Victim: mark.Victim(policy), Idle: mark.Idle(policy),
		}), randomHeap(t, 500, 4, 3, 1))
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
	require.EqualError(t, err, `mark: no steal policy "always": it must be empty, probabilistic or factor`)
}
