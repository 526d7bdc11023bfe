package cli

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// With --checkmark each mark is followed by a second one, and the report says so.
func TestVerifyCheckmark(t *testing.T) {
	args := []string{"verify", "--shape", "list", "--objects", "2000", "--deque", "stealhalf", "--workers", "1,2", "--reps", "1", "--checkmark"}
	stdout := mustRun(t, args...)
	assert.Regexp(t, `(?m)^checkmark: [1-9][0-9]* second marks`, stdout)
	assert.Contains(t, stdout, "PASS: every mark")

	status, stdout, stderr := runCLI(append(args, "--json", "-")...)
	require.Equal(t, session.ExitOK, status, stderr)
	var r struct {
		Schema            string
		Passed            bool
		Marks, Checkmarks int
		Checks            []struct {
			Forwarded uint64 `json:"refs_forwarded"`
			Harvests  uint64 `json:"harvests"`
		}
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	assert.True(t, r.Passed)
	assert.Equal(t, "gcbench-verify/1", r.Schema)
	assert.Positive(t, r.Marks)
	assert.Equal(t, r.Marks, r.Checkmarks)
	forwarded, harvests := uint64(0), uint64(0)
	for _, c := range r.Checks {
		forwarded += c.Forwarded
		harvests += c.Harvests
	}
	assert.Positive(t, forwarded, "no mark had owners")
	assert.Positive(t, harvests, "no mark harvested")

	assert.NotContains(t, mustRun(t, args[:len(args)-1]...), "checkmark")
}

// A mark and an oracle that agree on something wrong differ from the second mark.
// Neither has such a defect to show, so the second mark is of another heap.
func TestCheckmarkDiffers(t *testing.T) {
	h := pair(t, 0)
	oracle, err := heap.Reachable(h)
	require.NoError(t, err)
	c := &verifyCmd{Checkmark: true}
	marked := func(second *heap.Heap) error {
		_, err := measure.Verify(t.Context(), h, oracle, mark.Options{Workers: 1}, 1, c.secondMark(second))
		return err
	}
	require.NoError(t, marked(h))
	require.ErrorContains(t, marked(pair(t, 0, 1)), "1 objects are not marked, 0 should not be")
	require.ErrorContains(t, marked(pair(t)), "0 objects are not marked, 1 should not be")
	require.Equal(t, 3, c.checkmarks)
}
