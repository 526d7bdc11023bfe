package stress

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// Tally counts what the rounds of a scenario did. The counts of steals and overflow prove that the rare paths ran.
type Tally struct{ schema.Tally }

// MarksPerSecond is by the clock on the wall, building and checking included.
func (t *Tally) MarksPerSecond() float64 {
	return float64(t.Marks) / max(time.Duration(t.DurationNS).Seconds(), 1e-9)
}

// count takes in a mark's statistics.
func (t *Tally) count(s *stats.Mark) {
	sum := s.Sum()
	t.Objects += s.Marked
	t.Steals += sum.Deque.Took
	t.StealLost += sum.Deque.Lost
	t.OverflowBlocks += sum.BlocksOverflowed
	t.PendedRefs += sum.PendingAdded
	t.Forwarded += sum.RefsForwarded
	t.Spilt += sum.RefsSpilt
	t.Spells += sum.ExclusiveSpells
	t.Harvests += sum.Harvests
}

// missing says which of the counts that a scenario must show is zero.
func (t *Tally) missing(s *Scenario) error {
	for _, c := range s.shows {
		if t.Rounds >= enoughRounds && c.of(t) == 0 {
			return fmt.Errorf("%d rounds and no %s: the scenario has not tested what it is for", t.Rounds, c.what)
		}
	}
	return nil
}
