package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/why"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// needsMapping skips a test where files are not mapped.
func needsMapping(t *testing.T) {
	if !heap.MapsFiles {
		t.Skip("this system maps no files")
	}
}

// lacks pretends that so much memory is available.
func lacks(t *testing.T, bytes uint64) {
	t.Helper()
	was := flags.AvailableMemory
	flags.AvailableMemory = func() uint64 { return bytes }
	t.Cleanup(func() { flags.AvailableMemory = was })
}

// TestSlowMap: the subcommands that read heaps say the same of a mapped heap as of a copy.
func TestSlowMap(t *testing.T) {
	tagged.Slow(t)
	needsMapping(t)
	file := genHeap(t, "random", "20000")
	for _, c := range []string{"info FILE", "verify FILE --workers 1,2 --quick", "reach FILE --count", "why FILE 1"} {
		words := strings.Fields(strings.ReplaceAll(c, "FILE", file))
		if words[0] == "verify" {
			words = words[:len(words)-1]
		}
		status, copied, _ := runCLI(append(words, "--no-map")...)
		again, mapped, stderr := runCLI(append(words, "--map")...)
		assert.Equal(t, status, again, "%s: %s", c, stderr)
		assert.Equal(t, masked(copied), masked(strings.Replace(mapped, " of arena, mapped", " of arena", 1)), c)
		assert.Equal(t, words[0] == "info", strings.Contains(mapped, "of arena, mapped"), c)
	}
	out := t.TempDir() + "/again.heap"
	mustRun(t, "convert", "--map", file, out)
	one, err := os.ReadFile(file)
	require.NoError(t, err)
	two, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, one, two)
}

// TestMappedFileIsCut: wherever a mapped file is cut while why and reach look at it, they say that, and never that
// there is no such object. The rest of the last page reads as zeros, and no fault tells.
func TestMappedFileIsCut(t *testing.T) {
	needsMapping(t)
	whole, err := os.ReadFile(genHeap(t, "list", "3000"))
	require.NoError(t, err)
	file := t.TempDir() + "/cut.heap"
	s := session.New(t.Context(), nil, io.Discard, io.Discard)
	for cut := 1; cut < len(whole); cut += 1000 {
		require.NoError(t, os.WriteFile(file, whole, 0o600))
		how := flags.Files{Map: true}
		h, err := flags.Load(s, how.FileSource(file, nil))
		require.NoError(t, err)
		require.NoError(t, h.Cut())
		require.NoError(t, os.Truncate(file, int64(len(whole)-cut)))
		c := whyCmd{File: file, Objects: []string{"2999"}, Files: how}
		err = flags.Believed(h, func() error { return c.look(s, h, &why.Report{}) })
		require.ErrorContains(t, err, fmt.Sprintf("cut.heap: the file was cut to %d bytes while it was read", len(whole)-cut))
	}
}

// TestSlowRunMapped: the table and the report name a mapped heap. Processes that measure map it, too.
func TestSlowRunMapped(t *testing.T) {
	tagged.Slow(t)
	needsMapping(t)
	file := genHeap(t, "random", "20000")
	digests := map[bool]string{}
	for _, flag := range []string{"--map", "--no-map"} {
		for _, invocations := range []string{"1", "2"} {
			status, stdout, stderr := runCLI("run", "--heap", file, flag, "--workers", "1,2", "--reps", "6", "--invocations", invocations, "--json", "-")
			require.Equal(t, session.ExitOK, status, stderr)
			var r schema.Run
			require.NoError(t, json.Unmarshal([]byte(stdout), &r))
			require.Len(t, r.Heaps, 1)
			for _, result := range r.Results {
				assert.Equal(t, flag == "--map", result.Mapped)
				assert.True(t, result.Verified)
				assert.Equal(t, result.MajorFaults != nil, result.ReadBytes != nil)
				assert.True(t, result.Mapped || result.MajorFaults == nil)
				digests[result.Mapped] = result.Digest
			}
			assert.Equal(t, flag == "--map", r.Heaps[0].Mapped)
			assert.Equal(t, flag == "--map", strings.Contains(stderr, "random.heap is mapped: page faults are in the times"), stderr)
			assert.NotContains(t, stderr, "overflow pool was full")
		}
	}
	assert.Equal(t, digests[false], digests[true])
}

// TestMapsByItself: a heap of which no copy fits is mapped, and a line says so. A command that would wait
// for the disk at each object is refused, but for export, which is there for large heaps.
func TestMapsByItself(t *testing.T) {
	notShort(t, "makes a large heap")
	needsMapping(t)
	file := genHeap(t, "random", "60000") // 2.0 MiB
	lacks(t, 3<<19)
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"info FILE", session.ExitOK, "random.heap is mapped, because a copy takes 2.0 MiB of memory and 1.5 MiB are available: page faults are in the times (--no-map ends with an error instead)\n"},
		{"info FILE --no-map", session.ExitFailed, "the snapshot takes 2.0 MiB of memory and 1.5 MiB are available: leave --no-map out, and it is mapped\n"},
		{"explain FILE --workers 1", session.ExitFailed, "run, verify, info and convert do not"},
		{"reach FILE", session.ExitFailed, "run, verify, info and convert do not"},
		{"why FILE", session.ExitFailed, "run, verify, info and convert do not"},
		{"export FILE --shards 2 --dry-run", session.ExitOK, "random.heap is mapped, has 2.0 MiB, and 1.5 MiB of memory are available: the search visits the objects in any order"},
		{"sim mark --heap FILE --workers 1", session.ExitFailed, "run, verify, info and convert do not"},
	} {
		status, _, stderr := runCLI(strings.Fields(strings.ReplaceAll(c.args, "FILE", file))...)
		assert.Equal(t, c.status, status, c.args)
		assert.Contains(t, stderr, c.says, c.args)
	}
	lacks(t, 1<<19)
	status, _, stderr := runCLI("info", file, "--map", "--max-bytes", "100MiB")
	assert.Equal(t, session.ExitOK, status, stderr)
}

// TestCannotMap: --map where it means nothing is bad usage.
func TestCannotMap(t *testing.T) {
	needsMapping(t)
	file := genHeap(t, "tree", "100")
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	packed := compress(t, "tree.heap", content)
	piped(t, content)
	for args, says := range map[string]string{
		"run --map --shape tree":                           "--map means nothing without --heap",
		"verify --no-map --shape all":                      "--no-map means nothing without",
		"info --map " + packed:                             "it is compressed: unpack it to a file first",
		"info --map -":                                     "it is not a file on a disk: save it to one",
		"info --map git:.":                                 "a git repository is not a snapshot",
		"run --map --floor --invocations 1 --heap " + file: "--floor: tree.heap is mapped",
		"info --map --no-map " + file:                      "--map and --no-map exclude each other",
	} {
		status, stdout, stderr := runCLI(strings.Fields(args)...)
		assert.Equal(t, session.ExitUsage, status, "%s: %s", args, stderr)
		assert.Contains(t, stderr, says, args)
		assert.Empty(t, stdout, args)
	}
}
