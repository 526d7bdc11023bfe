package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestRenamed: the name of before is answered with the one that a flag has now.
func TestRenamed(t *testing.T) {
	for line, says := range map[string]string{
		"run --queue abp":                      "--queue is called --deque now",
		"run --queue=abp":                      "--queue is called --deque now",
		"verify --queue abp":                   "--queue is called --deque now",
		"run --limit":                          "--limit is called --floor now",
		"run --deque 1024":                     "--deque: it is the kind of deque now: for its size write --capacity 1024",
		"run --deque 64-256*2":                 "for its size write --capacity 64-256*2",
		"run --deque abp,1k":                   "for its size write --capacity 1k",
		"sim mark --deque 64":                  "for its size write --capacity 64",
		"compare --a --queue=abp --b --seed=1": "--a: --queue is called --deque now",
		"compare --a --deque=2 --b --seed=1":   "for its size write --capacity 2",
		"run --deque 1shelf":                   `"1shelf" cannot be used: it must be stealhalf, `,
		"run --queues abp":                     "unknown flag --queues",
	} {
		status, stdout, stderr := runCLI(strings.Fields(line)...)
		assert.Equal(t, session.ExitUsage, status, line)
		assert.Empty(t, stdout, line)
		assert.Contains(t, stderr, says, line)
	}
}

// TestBuildOfBefore: a build that calls the kind of a deque --queue is measured with the words that it knows,
// and one that knows --capacity with those of today.
func TestBuildOfBefore(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no /bin/sh here to play gcbench")
	}
	for help, want := range map[string]string{
		"--queue=NAME,... --deque=N,...":    "--queue locked --deque 64 ",
		"--deque=NAME,... --capacity=N,...": "--deque locked --capacity 64 ",
		"no help":                           "--deque locked --capacity 64 ",
	} {
		path := filepath.Join(t.TempDir(), "gcbench")
		script := "#!/bin/sh\nif [ \"$2\" = --help ]; then echo '" + help + "'; exit; fi\necho \"$@\" >>\"$0.said\"\nexit 1\n"
		require.NoError(t, os.WriteFile(path, []byte(script), 0o700))
		status, _, _ := runCLI("compare", "--binary-a", path, "--binary-b", path, "--shape", "tree", "--objects", "10", "--workers", "1", "--deque", "locked", "--capacity", "64")
		assert.Equal(t, session.ExitFailed, status)
		assert.Contains(t, read(t, path+".said"), want, help)
	}
}
