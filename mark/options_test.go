package mark_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
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
		{mark.Options{Deque: &stealq.Kind{Name: "mine"}}, "Deque", "Kind mine has no New"},
		{mark.Options{Grain: -1}, "Grain", "1 to 4096"},
		{mark.Options{Grain: 5000}, "Grain", "1 to 4096"},
		{mark.Options{Capacity: 3}, "Capacity", "power of two"},
		{mark.Options{Capacity: 1}, "Capacity", "2 to 65536"},
		{mark.Options{Capacity: 1 << 17}, "Capacity", "2 to 65536"},
		{mark.Options{OverflowBlocks: -2}, "OverflowBlocks", "-1 to"},
		{mark.Options{Tuning: tune.Tuning{Amount: stealq.All}}, "Tuning.Amount", "stealhalf"},
		{mark.Options{Tuning: tune.Tuning{Steal: 9}}, "Tuning.Steal", "empty"},
		{mark.Options{Tuning: tune.Tuning{Victim: 9}}, "Tuning.Victim", "random"},
		{mark.Options{Tuning: tune.Tuning{Idle: 9}}, "Tuning.Idle", "park"},
		{mark.Options{Tuning: tune.Tuning{Marking: 9}}, "Tuning.Marking", "auto, owner or shared"},
		{mark.Options{Tuning: tune.Tuning{Marking: tune.MarkingOwner}, Grain: 1}, "Tuning.Marking", "grain 1"},
		{mark.Options{Tuning: tune.Tuning{Speculation: 4}}, "Tuning.Speculation", "no policy 4: it must be lone, auto, off or force"},
		{mark.Options{Tuning: tune.Tuning{Speculation: tune.SpeculationForce}, Grain: 1}, "Tuning.Speculation", "force means nothing with grain 1"},
		{mark.Options{Workers: 1024, Capacity: 65536, Grain: 64}, "Capacity", "MiB"},
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
			o := mark.Options{Deque: kind, Tuning: tune.Tuning{Amount: amount}}
			if kind.Offers(amount) || amount == stealq.Balance {
				require.NoError(t, o.Validate(), "%s %v", kind.Name, amount)
				continue
			}
			requireOptionError(t, o, "Tuning.Amount", kind.Name, kind.Amounts[0].String())
		}
		for policy := range 4 {
			steal, victim := mark.Options{Deque: kind, Tuning: tune.Tuning{Steal: tune.StealPolicy(policy % 3)}}, mark.Options{Deque: kind, Tuning: tune.Tuning{Victim: tune.VictimPolicy(policy)}}
			if !kind.Shared || policy == 0 {
				require.NoError(t, steal.Validate())
				require.NoError(t, victim.Validate())
				continue
			}
			shared++
			if policy < 3 {
				requireOptionError(t, steal, "Tuning.Steal", kind.Name, "empty")
			}
			requireOptionError(t, victim, "Tuning.Victim", kind.Name, "random")
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
			Workers:  1,
			Grain:    1,
			Capacity: 2,
			Tuning:   tune.Tuning{Steal: tune.StealPolicy(policy % 3), Victim: tune.VictimPolicy(policy), Idle: tune.IdlePolicy(policy)},
		}), randomHeap(t, 500, 4, 3, 1))
	}
}

func TestGrainOneForcesNoSpeculation(t *testing.T) {
	for _, s := range tune.Speculations() {
		o := mark.Options{Tuning: tune.Tuning{Speculation: s}}
		require.NoError(t, o.Validate())
		o.Grain = 1
		require.Equal(t, s != tune.SpeculationForce, o.Validate() == nil, s)
	}
}
