package progress

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// Each ring is told once, by the first worker that hears it. The ring tells what was scanned
// before, and what each worker has shown last.
func TestEachRingIsToldOnce(t *testing.T) {
	start := time.Unix(1000, 0)
	now := start
	type call struct {
		worker int
		stats.Progress
	}
	var calls []call
	teller := &Teller{Every: time.Hour, Start: start, Before: 100, Now: func() time.Time { return now }}
	teller.Tell = func(worker int, p stats.Progress) { calls = append(calls, call{worker, p}) }
	teller.Begin(3)
	defer teller.Hush()
	teller.Hear(1, 5)
	require.Empty(t, calls, "no ring")

	teller.Rings.Add(1)
	now = now.Add(time.Second)
	teller.Hear(1, 7)
	require.Equal(t, []call{{1, stats.Progress{Scanned: 107, Elapsed: time.Second}}}, calls)
	teller.Hear(1, 8)
	teller.Hear(0, 20)
	require.Len(t, calls, 1, "the ring is claimed")

	teller.Show(2, 300)
	teller.Rings.Add(1)
	teller.Hear(0, 21)
	require.Equal(t, call{0, stats.Progress{Scanned: 100 + 21 + 7 + 300, Elapsed: time.Second}}, calls[1])
}

// A nil Teller tells nothing.
func TestNobodyWantsToKnow(t *testing.T) {
	var teller *Teller
	teller.Hear(0, 1)
	teller.Show(0, 1)
	teller.Hush()
}
