package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// exportedParts cuts a small heap into parts, and returns the file and the folder.
func exportedParts(t *testing.T, shape, shards string, more ...string) (file, dir string) {
	t.Helper()
	file = genHeap(t, shape, "500")
	dir = filepath.Join(t.TempDir(), "parts")
	mustRun(t, append([]string{"export", "--shards", shards, file, "-o", dir}, more...)...)
	return file, dir
}

// digestOf is the digest that gcbench info prints.
func digestOf(t *testing.T, file string) string {
	t.Helper()
	return decode(t, mustRunJSON(t, "info", file, "--json", "-"))["digest"].(string)
}

// TestExportAndRounds: parts, marked in rounds, come to the count and the digest of the whole heap, in
// both layouts. The export says so beforehand.
func TestExportAndRounds(t *testing.T) {
	for _, layout := range []string{"alloc", "bfs"} {
		file := genHeap(t, "random", "500")
		dir := filepath.Join(t.TempDir(), "parts")
		export := decode(t, mustRunJSON(t, "export", "--shards", "3", "--layout", layout, file, "-o", dir, "--json", "-"))
		assert.Equal(t, "gcbench-export/1", export["schema"])
		assert.EqualValues(t, 3, export["parts"])
		said := export["layouts"].([]any)
		require.Len(t, said, 1)
		first := said[0].(map[string]any)
		assert.Equal(t, layout, first["layout"])

		rounds := decode(t, mustRunJSON(t, "rounds", dir, "--workers", "2", "--json", "-"))
		assert.Equal(t, "gcbench-rounds/1", rounds["schema"])
		assert.Equal(t, digestOf(t, file), rounds["digest"])
		assert.Equal(t, export["digest"], rounds["digest"])
		assert.Equal(t, export["live"], rounds["marked"])
		assert.Equal(t, first["messages"], rounds["messages"])
		assert.EqualValues(t, first["rounds"], len(rounds["rounds"].([]any)))
		assert.Equal(t, true, rounds["equal"])
	}
}

// TestExportPrints: what the rounds will cost stands before anything is written, with the other layout
// beside it.
func TestExportPrints(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list.heap")
	mustRun(t, "gen", "list", "--objects", "300", "--layout", "shuffled", "-o", file)
	dry := mustRun(t, "export", "--shards", "4", file, "--dry-run")
	assert.Regexp(t, `(?s)cut into 4 parts\n.*\nalloc +[0-9]+ .*\nbfs +[0-9]+ .* 4 +3 +24 B `, dry)
	assert.Contains(t, strings.Join(strings.Fields(dry), " "), "With --layout bfs the parts are marked in 4 rounds and 3 messages instead of ")
	dir := filepath.Join(t.TempDir(), "parts")
	wet := mustRun(t, "export", "--shards", "4", file, "-o", dir)
	require.True(t, strings.HasPrefix(wet, dry), "the same, and then what was written")
	assert.Contains(t, wet, "To mark them: gcbench rounds "+dir)
	one := mustRun(t, "export", "--shards", "4", "--layout", "bfs", file, "--dry-run")
	assert.NotContains(t, one, "\nalloc ")
	assert.NotContains(t, one, "instead of")
}

// cancelOnRow is an output whose user interrupts the command when the first row of a table is there.
type cancelOnRow struct {
	cancel context.CancelFunc
	text   []byte
}

func (c *cancelOnRow) Write(p []byte) (int, error) {
	if c.text = append(c.text, p...); firstRow.Match(c.text) {
		c.cancel()
	}
	return len(p), nil
}

var firstRow = regexp.MustCompile(`(?m)^ +1 .*\n`)

// TestRoundsGoOn: after an interrupt the same command goes on, and --restart begins again.
func TestRoundsGoOn(t *testing.T) {
	_, dir := exportedParts(t, "list", "3", "--layout", "bfs")
	ctx, cancel := context.WithCancel(context.Background())
	var stderr bytes.Buffer
	status := command(ctx, []string{"rounds", dir}, &cancelOnRow{cancel: cancel}, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Equal(t, "gcbench: interrupted; 1 complete round in "+filepath.Join(dir, "rounds")+": the same command goes on there\n", stderr.String())
	stdout := mustRun(t, "rounds", dir)
	assert.Regexp(t, `\n +1 .* before\n +2 .* [µm]?s\n +3 .* [µm]?s\n`, stdout)
	assert.Contains(t, stdout, "An earlier run had completed 1 round. All of this is equal")
	assert.Contains(t, mustRun(t, "rounds", dir), "completed 3 rounds")
	assert.NotContains(t, mustRun(t, "rounds", dir, "--restart"), "An earlier run")
	work := filepath.Join(t.TempDir(), "elsewhere")
	assert.NotContains(t, mustRun(t, "rounds", dir, "--work", work), "An earlier run")
	assert.DirExists(t, work)
}

// TestSlowManyRounds: a table of many rounds has few rows. The report has each round.
func TestSlowManyRounds(t *testing.T) {
	tagged.Slow(t)
	_, dir := exportedParts(t, "list", "3")
	stdout := mustRun(t, "rounds", dir)
	assert.Regexp(t, `\n +1–(\d+) .*\n +\d+–\d+ `, stdout)
	assert.Less(t, strings.Count(stdout, "\n"), 40)
	assert.Len(t, decode(t, mustRunJSON(t, "rounds", dir, "--json", "-"))["rounds"], 1, "the rounds of the run before, together")
	assert.Regexp(t, `\n +1–\d+ .* before\n\n`, mustRun(t, "rounds", dir))
	r := decode(t, mustRunJSON(t, "rounds", dir, "--restart", "--json", "-"))
	assert.Greater(t, len(r["rounds"].([]any)), 100)
}

// TestNoRoots: where nothing can be reached there is no round, and a line says so.
func TestNoRoots(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rootless.el")
	require.NoError(t, os.WriteFile(file, []byte("# roots\n0 1\n"), 0o600))
	dir := filepath.Join(t.TempDir(), "parts")
	mustRun(t, "export", "--shards", "2", file, "-o", dir)
	stdout := mustRun(t, "rounds", dir)
	assert.Contains(t, stdout, "\n\nNo part has a root, so nothing")
	assert.NotContains(t, stdout, "\n\n\n")
}

// TestDamagedRoundsSayTheWayOut: a file of a round that is damaged or missing can be made again.
func TestDamagedRoundsSayTheWayOut(t *testing.T) {
	_, dir := exportedParts(t, "list", "3", "--layout", "bfs")
	mustRun(t, "rounds", dir)
	marks, err := filepath.Glob(filepath.Join(dir, "rounds", "round-*", "part-0000.marks"))
	require.NoError(t, err)
	require.Len(t, marks, 1)
	for _, damage := range []func() error{
		func() error { return os.Truncate(marks[0], 60) },
		func() error { return os.Remove(marks[0]) },
	} {
		require.NoError(t, damage())
		status, _, stderr := runCLI("rounds", dir)
		assert.Equal(t, session.ExitFailed, status)
		assert.Contains(t, stderr, marks[0]+": ")
		assert.Contains(t, stderr, ": --restart begins again with the first round\n")
	}
	mustRun(t, "rounds", dir, "--restart")
	require.NoError(t, os.Remove(filepath.Join(dir, "part-0001.ranks")))
	status, stdout, stderr := runCLI("rounds", dir, "--restart")
	assert.Equal(t, session.ExitFailed, status)
	assert.NotContains(t, stdout, "marked", "it is missed before the first round")
	assert.Contains(t, stderr, "part-0001.ranks: ")
	assert.NotContains(t, stderr, "--restart")
}

// TestInterruptedExport leaves nothing.
func TestInterruptedExport(t *testing.T) {
	file, dir := genHeap(t, "tree", "500"), t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	var stderr bytes.Buffer
	status := command(ctx, []string{"export", "--shards", "3", file, "-o", filepath.Join(dir, "parts")}, cancelOnWrite{cancel}, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Equal(t, "gcbench: interrupted; the parts that were written are removed\n", stderr.String())
	assert.Empty(t, filesIn(t, dir))
}

// TestRoundsRefuse: folders that are no export, and an export that does not come to what it says.
func TestRoundsRefuse(t *testing.T) {
	empty := t.TempDir()
	for folder, says := range map[string]string{empty: "parts.json: ", filepath.Join(empty, "none"): "parts.json: "} {
		status, stdout, stderr := runCLI("rounds", folder)
		assert.Equal(t, session.ExitFailed, status)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, says)
		assert.Contains(t, stderr, "give a folder in which gcbench export has finished")
	}
	_, dir := exportedParts(t, "tree", "2")
	part := filepath.Join(dir, "part-0001.heap")
	data, err := os.ReadFile(part)
	require.NoError(t, err)
	data[5000] ^= 1
	require.NoError(t, os.WriteFile(part, data, 0o600))
	status, _, stderr := runCLI("rounds", dir)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr, part+": heap: section arena, offset 0: the checksum")
}

// TestExportLooksFirst: a folder that cannot be written is refused before the heap is searched.
func TestExportLooksFirst(t *testing.T) {
	file, dir := exportedParts(t, "tree", "2")
	for _, bad := range []string{dir, file, filepath.Join(file, "parts")} {
		status, stdout, stderr := runCLI("export", "--shards", "2", file, "-o", bad)
		assert.Equal(t, session.ExitFailed, status)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, bad)
	}
}

// TestExportNeedsMemory: a heap for whose plan there is no memory is refused before it is cut.
func TestExportNeedsMemory(t *testing.T) {
	file := genHeap(t, "tree", "5000")
	defer func(was func() uint64) { flags.AvailableMemory = was }(flags.AvailableMemory)
	loaded := false
	flags.AvailableMemory = func() uint64 {
		if loaded { // reading the file asks first
			return 1000
		}
		loaded = true
		return 1 << 40
	}
	status, stdout, stderr := runCLI("export", "--shards", "2", file, "--dry-run")
	assert.Equal(t, session.ExitFailed, status, stderr)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "cutting the heap with layout bfs needs about ")
}
