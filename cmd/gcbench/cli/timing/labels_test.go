package timing

import (
	"bytes"
	"runtime/pprof"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// TestLabels: a worker that begins an activity labels its goroutine, and one that sleeps takes the labels off.
func TestLabels(t *testing.T) {
	setups := []flags.Setup{{Options: mark.Options{Workers: 2}}}
	label(setups)
	o := setups[0].Options
	require.Positive(t, o.Timeline)
	goroutines := func() string {
		var b bytes.Buffer
		require.NoError(t, pprof.Lookup("goroutine").WriteTo(&b, 1))
		return b.String()
	}
	o.Turn(1, timeline.ActivitySteal)
	assert.Contains(t, goroutines(), `# labels: {"activity":"steal", "worker":"1"}`)
	o.Turn(1, timeline.ActivitySleep)
	assert.NotContains(t, goroutines(), "# labels")
}
