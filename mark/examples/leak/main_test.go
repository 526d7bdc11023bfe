package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// TestMain runs the program itself if it is told to: a dump of the tests' own heap would end
// the tests if the runtime gave up.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && !strings.HasPrefix(os.Args[1], "-") {
		main()
		return
	}
	os.Exit(m.Run())
}

// leakDump runs the program, and returns the dump and what it has printed.
func leakDump(t *testing.T) (d *godump.Dump, printed string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "leak.dump")
	for attempt := 1; ; attempt++ {
		out, err := exec.Command(os.Args[0], path).CombinedOutput()
		if err == nil {
			printed = string(out)
			break
		}
		// The runtime gives up if it finds a goroutine on the edge of a system call, which
		// happens by chance.
		if attempt == 5 || !strings.Contains(string(out), "dumpgs in STW - bad status") {
			require.NoError(t, err, "attempt %d: %s", attempt, out)
		}
	}
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	d, err = godump.Read(file, godump.Options{})
	require.NoError(t, err)
	return d, printed
}

// TestLeak: a path leads from a root to the session whose address the program prints. A map
// is a table of groups of entries, so the path is short.
func TestLeak(t *testing.T) {
	d, printed := leakDump(t)
	words := strings.Fields(printed[strings.LastIndex(printed, "gcbench why"):])
	require.Len(t, words, 6)
	address, err := strconv.ParseUint(words[3], 0, 64)
	require.NoError(t, err)
	leaked, ok := d.Ref(address)
	require.True(t, ok, "no object contains %s", words[3])
	g := d.Heap.Graph()
	path, err := reach.Path(t.Context(), g, g.Roots(), uint32(leaked), mark.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, path)
	assert.Contains(t, g.Roots(), path[0])
	assert.Equal(t, uint32(leaked), path[len(path)-1])
	assert.LessOrEqual(t, len(path), 8)
}
