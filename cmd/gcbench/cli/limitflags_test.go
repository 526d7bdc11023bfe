package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// readers are the subcommands that read files, %s standing for the file. With -short
// those are left out that share the flags of others and all that is behind them.
func readers(t *testing.T) []string {
	all := []string{
		"run --heap %s --reps 1 --workers 1", "info %s", "why %s", "verify %s --reps 1 --workers 1 --deque locked",
		"convert %s " + filepath.Join(t.TempDir(), "x.el"), "peers --heap %s --peers go --reps 1 --workers 1",
		"export --shards 2 --dry-run %s",
	}
	if testing.Short() {
		return all
	}
	return append(all, "sim mark --heap %s --workers 2", "explain %s --reps 1 --workers 1")
}

// with fills in a file.
func with(command, file string, more ...string) []string {
	return append(strings.Fields(fmt.Sprintf(command, file)), more...)
}

// compressed returns the path of a heap that zstd has compressed.
func compressed(t *testing.T) string {
	t.Helper()
	plain, err := os.ReadFile(genHeap(t, "tree", "500"))
	require.NoError(t, err)
	return compress(t, "tree.heap", plain)
}

// compress returns the path of a file with that content that zstd has compressed.
func compress(t *testing.T, name string, content []byte) string {
	t.Helper()
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	require.NoError(t, err)
	defer e.Close()
	path := filepath.Join(t.TempDir(), name+".zst")
	require.NoError(t, os.WriteFile(path, e.EncodeAll(content, nil), 0o600))
	return path
}

// TestEveryReaderHonoursEveryLimit: a file beyond one is refused with status 1
// and the flag's name; within all of them it is read.
func TestEveryReaderHonoursEveryLimit(t *testing.T) {
	file := compressed(t)
	roomy := []string{"--max-bytes", "1_000_000", "--max-objects", "500", "--max-edges", "1000", "--max-decompressed", "1_000_000"}
	for _, command := range append(readers(t), "diff %[1]s %[1]s") { // which reads dumps and snapshots alone
		status, _, stderr := runCLI(with(command, file, roomy...)...)
		require.Equal(t, session.ExitOK, status, "%s: %s", command, stderr)
		for flag, limit := range map[string]string{"--max-bytes": "100", "--max-objects": "499", "--max-edges": "100", "--max-decompressed": "5000"} {
			status, stdout, stderr := runCLI(with(command, file, flag, limit)...)
			assert.Equal(t, session.ExitFailed, status, "%s %s", command, flag)
			assert.Empty(t, stdout, "%s %s", command, flag)
			assert.Contains(t, stderr, file+": ", "%s %s", command, flag)
			assert.Contains(t, stderr, "; "+flag+" sets another limit\n", "%s %s", command, flag)
		}
	}
}

// TestEveryReaderRefusesMuchInLittle: 44 bytes that ask for 45 GB and more.
func TestEveryReaderRefusesMuchInLittle(t *testing.T) {
	const claim = "# nodes 4294967293\n# roots 0 4294967292\n0 1\n"
	bomb := append([]byte("\x28\xb5\x2f\xfd\xe0\x00\xd0\xed\x90\x2e\x00\x00\x00"), make([]byte, 31)...) // 200 GB
	dir := t.TempDir()
	for name, c := range map[string]struct{ content, says string }{
		"claim.el": {claim, "--max-objects"}, "bomb.el.zst": {string(bomb), "--max-decompressed"},
	} {
		require.Len(t, c.content, 44)
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(c.content), 0o600))
		for _, command := range readers(t) {
			status, _, stderr := runCLI(with(command, path)...)
			assert.Equal(t, session.ExitFailed, status, "%s", command)
			assert.Contains(t, stderr, c.says, "%s", command)
		}
	}
}

// TestEveryReaderLooksAtMemoryFirst: an edge list of a line may name any node, and a
// flag may allow it. Go would end the whole program.
func TestEveryReaderLooksAtMemoryFirst(t *testing.T) {
	defer func(was func() uint64) { flags.AvailableMemory = was }(flags.AvailableMemory)
	flags.AvailableMemory = func() uint64 { return 16 << 30 }
	for _, text := range []string{"0 4294967293\n", "# nodes 4294967294\n0 1\n"} {
		file := filepath.Join(t.TempDir(), "huge.el")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		for _, command := range readers(t) {
			status, stdout, stderr := runCLI(with(command, file, "--max-objects", fmt.Sprint(uint64(heap.MaxObjects)))...)
			assert.Equal(t, session.ExitFailed, status, command)
			assert.Empty(t, stdout, command)
			assert.Contains(t, stderr, file+": edge list: ", command)
			assert.Contains(t, stderr, "the heap takes about 96.0 GiB of memory while it is built and 16.0 GiB are available, whatever --max-objects allows; close other programs", command)
		}
	}
}

// TestLimitsNeedAFile: without one they would be ignored.
func TestLimitsNeedAFile(t *testing.T) {
	t.Parallel()
	commands := []string{"run", "verify", "peers"}
	if testing.Short() {
		commands = commands[:1]
	}
	for _, command := range commands {
		for _, flag := range []string{"--max-bytes", "--max-objects", "--max-edges", "--max-decompressed"} {
			status, _, stderr := runCLI(command, "--shape", "tree", flag, "7")
			assert.Equal(t, session.ExitUsage, status, stderr)
			assert.Contains(t, stderr, flag+" means nothing without")
			for _, bad := range []string{"0", "-1", "many", "4611686018427387905"} {
				status, _, stderr = runCLI(command, flag, bad)
				assert.Equal(t, session.ExitUsage, status, stderr)
				assert.Contains(t, stderr, "1 to 4611686018427387904")
			}
		}
	}
}

// TestCompressedFileIsNamedAsGiven, with its extension.
func TestCompressedFileIsNamedAsGiven(t *testing.T) {
	for content, says := range map[string]string{"0 1\n": "has no line", "": "", "0 hello": "edge list: line 1", "hello": "name list: line 1"} {
		path := compress(t, "x.el", []byte(content))
		_, _, stderr := runCLI("info", path)
		assert.Equal(t, strings.Count(stderr, path), strings.Count(stderr, strings.TrimSuffix(path, ".zst")), stderr)
		if says != "" {
			assert.Contains(t, stderr, path)
			assert.Contains(t, stderr, says)
		}
	}
	path := filepath.Join(t.TempDir(), "cut.el.gz")
	require.NoError(t, os.WriteFile(path, gzipped(t, []byte("0 1\n"))[:20], 0o600))
	for _, command := range readers(t) {
		status, _, stderr := runCLI(with(command, path)...)
		assert.Equal(t, session.ExitFailed, status, command)
		assert.Contains(t, stderr, "gcbench: "+path+": gzip: the compressed file is cut, or other bytes follow its end, at offset 20\n", command)
	}
	path = compress(t, "x.json", []byte("hello"))
	_, _, stderr := runCLI("info", path)
	assert.Contains(t, stderr, path+" is of no known format")
}
