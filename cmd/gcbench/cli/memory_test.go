package cli

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestLittleMemory: what would not fit is refused before it is begun, with what
// it takes, what there is, and what to lower. Where the available memory is not
// known nothing is refused.
func TestLittleMemory(t *testing.T) {
	file := genHeap(t, "random", "100000")
	claim := filepath.Join(t.TempDir(), "claim.el")
	require.NoError(t, os.WriteFile(claim, []byte("# nodes 4294967293\n0 1\n"), 0o600))
	defer func(was func() uint64) { flags.AvailableMemory = was }(flags.AvailableMemory)
	for _, c := range []struct {
		available uint64
		args      string
		status    int
		says      string
	}{
		{100 << 20, "run --shape random --objects 10_000_000", session.ExitUsage, "--objects: 10000000 objects of shape random about MiB 100.0 MiB are available: lower --objects to about"},
		{100 << 20, "run --shape tree --workers 512 --objects 100", session.ExitUsage, "--capacity: about MiB 100.0 MiB are available: lower --workers, --capacity"},
		{100 << 20, "run --shape tree --workers 8 --objects 100 --timeline x.json", session.ExitUsage, "--capacity: about MiB 100.0 MiB are available: lower --workers, --capacity"},
		{100 << 20, "gen random --objects 10_000_000 -o x.heap", session.ExitUsage, "--objects: lower --objects"},
		{100 << 20, "verify --shape random --objects 10_000_000", session.ExitUsage, "--objects: lower --objects"},
		{100 << 20, "sim mark --shape random --objects 10_000_000", session.ExitUsage, "--objects: lower --objects"},
		{100 << 20, "peers --shape random --objects 10_000_000", session.ExitUsage, "--objects: lower --objects"},
		{10 << 20, "run --workers 64 --heap FILE", session.ExitFailed, "random.heap: marking it needs about MiB of memory and 10.0 MiB are available: lower --workers, --capacity"},
		{6 << 20, "sim mark --heap FILE", session.ExitFailed, "random.heap: marking it needs about MiB of memory and 6.0 MiB are available: give a smaller heap"},
		{6 << 20, "explain FILE", session.ExitFailed, "random.heap: marking it needs about MiB of memory and 6.0 MiB are available"},
		{4 << 20, "verify FILE", session.ExitFailed, "random.heap: marking it lower --workers"},
		{100 << 20, "info CLAIM --max-objects 4294967294", session.ExitFailed, "claim.el: it claims 4294967293 nodes: the heap takes about 96.0 GiB of memory 100.0 MiB are available --max-objects"},
		{math.MaxUint64, "run --shape random --objects 1000 --reps 6 --workers 1", session.ExitOK, ""},
	} {
		flags.AvailableMemory = func() uint64 { return c.available }
		t.Run(c.args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			args := strings.Fields(strings.NewReplacer("FILE", file, "CLAIM", claim).Replace(c.args))
			status, stdout, stderr := runCLI(args...)
			assert.Equal(t, c.status, status, stderr)
			if c.status != session.ExitOK {
				assert.Empty(t, stdout)
			}
			rest := stderr
			for _, word := range strings.Fields(c.says) {
				_, after, ok := strings.Cut(rest, word)
				require.True(t, ok, "%q is missing in %q", word, stderr)
				rest = after
			}
			assert.Empty(t, filesIn(t, "."))
		})
	}
}
