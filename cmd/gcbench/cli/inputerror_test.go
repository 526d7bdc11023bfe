package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestErrorOfAFileComesOnce: an error about a file, or about a flag that does not suit it, is one line in the
// words of the command that reads the file in this process, also where another process has found it. An error
// in the beginning of a file is known before a process is started.
func TestErrorOfAFileComesOnce(t *testing.T) {
	notShort(t, "starts processes that measure")
	good, cut := genHeap(t, "tree", "5000"), genHeap(t, "list", "50")
	t.Chdir(t.TempDir())
	bytes, err := os.ReadFile(good)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("good.heap", bytes, 0o600))
	bytes[5000] ^= 1
	require.NoError(t, os.WriteFile("damaged.heap", bytes, 0o600))
	bytes, err = os.ReadFile(cut)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("cut.heap", bytes[:len(bytes)-1], 0o600))
	require.NoError(t, os.WriteFile("text.heap", []byte("hello\n"), 0o600))
	const often = " --workers 1 --reps 1 --invocations 2"
	for line, want := range map[string]string{
		"run --heap damaged.heap":                                                         "damaged.heap: heap: section arena, offset 0: the checksum",
		"run --heap good.heap,damaged.heap":                                               "damaged.heap: heap: section arena, offset 0: the checksum",
		"compare --a --grain=1 --b --grain=2 --heap damaged.heap":                         "damaged.heap: heap: section arena, offset 0: the checksum",
		"compare --a --heap=good.heap --b --heap=damaged.heap":                            "damaged.heap: heap: section arena, offset 0: the checksum",
		"run --heap good.heap,cut.heap":                                                   "cut.heap: heap: section file, offset ",
		"compare --a --heap=good.heap --b --heap=cut.heap":                                "cut.heap: heap: section file, offset ",
		"run --heap good.heap,text.heap":                                                  "text.heap is of no known format",
		"run --heap good.heap --weak follow":                                              "--weak follow: good.heap (heap snapshot) does not say which references are weak",
		"compare --a --grain=1 --b --grain=2 --heap good.heap --weak=skip --format=hprof": "good.heap: ",
	} {
		status, stdout, stderr := runCLI(strings.Fields(line + often)...)
		assert.NotEqual(t, session.ExitOK, status, line)
		said := stderr[strings.LastIndex(strings.TrimSuffix(stderr, "\n"), "gcbench: "):] // behind warnings
		assert.True(t, strings.HasPrefix(said, "gcbench: "+want), "%s: %s", line, stderr)
		assert.Equal(t, 1, strings.Count(stderr, "gcbench: ")-strings.Count(stderr, session.WarningPrefix), "%s: %s", line, stderr)
		assert.NotContains(t, said, "process ", line)
		if !strings.Contains(want, "arena") && !strings.Contains(want, "weak") {
			assert.Empty(t, stdout, "%s: nothing was measured", line)
		}
	}
}
