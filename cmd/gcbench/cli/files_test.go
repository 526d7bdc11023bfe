package cli

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// decode parses a JSON report.
func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &v), "standard output is not pure JSON: %s", text)
	return v
}

// firstResult marks a file and returns the only result of the JSON report.
func firstResult(t *testing.T, file string) map[string]any {
	t.Helper()
	_, stdout, stderr := runCLI("run", "--heap", file, "--reps", "1", "--workers", "2", "--json", "-")
	report := decode(t, stdout)
	require.Contains(t, stderr, "median", "the table goes to standard error")
	results := report["results"].([]any)
	require.Len(t, results, 1)
	return results[0].(map[string]any)
}

// countReachable counts in the text of an edge list what can be reached from
// the roots. It shares nothing with the rest of the project.
func countReachable(t *testing.T, text string) (reachable int) {
	t.Helper()
	edges := map[string][]string{}
	var stack []string
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "# roots"):
			stack = append(stack, words[2:]...)
		case !strings.HasPrefix(line, "#"):
			require.Len(t, words, 2, line)
			edges[words[0]] = append(edges[words[0]], words[1])
		}
	}
	seen := map[string]bool{}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[node] {
			seen[node] = true
			stack = append(stack, edges[node]...)
		}
	}
	return len(seen)
}

// TestSlowConversionsAgree: for every shape the marker on the snapshot, the marker
// on the edge list, info on both, and an independent count on the text reach
// the same objects.
func TestSlowConversionsAgree(t *testing.T) {
	tagged.Slow(t)
	names := shape.Names()
	if testing.Short() {
		names = names[:3]
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			snapshot := genHeap(t, name, "1000")
			list := filepath.Join(t.TempDir(), name+".el")
			back := filepath.Join(t.TempDir(), name+".heap")
			mustRun(t, "convert", snapshot, list)
			mustRun(t, "convert", list, back)
			text, err := os.ReadFile(list)
			require.NoError(t, err)
			live := countReachable(t, string(text))
			require.Positive(t, live)
			require.Less(t, live, 1000, "there is garbage")

			want := firstResult(t, snapshot)
			assert.EqualValues(t, live, want["live"])
			for _, file := range []string{list, back} {
				got := firstResult(t, file)
				for _, field := range []string{"live", "objects", "edges", "digest", "verified"} {
					assert.Equal(t, want[field], got[field], "%s of %s", field, file)
				}
			}
			_, stdout, _ := runCLI("info", list, "--json", "-")
			info := decode(t, stdout)
			for _, field := range []string{"live", "objects", "edges", "digest", "roots"} {
				assert.Equal(t, want[field], info[field], "%s in info", field)
			}
			sum := 0.0
			for _, n := range info["levels"].([]any) {
				sum += n.(float64)
			}
			assert.EqualValues(t, live, sum, "the levels add up to the live objects")
			assert.EqualValues(t, len(info["levels"].([]any))-1, info["span"])
		})
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	dir := t.TempDir()
	gen := func(name string, more ...string) []byte {
		path := filepath.Join(dir, name)
		mustRun(t, append([]string{"gen", "random", "--objects", "2000", "-o", path}, more...)...)
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		return b
	}
	first := gen("a.heap", "--seed", "7")
	assert.Equal(t, first, gen("b.heap", "--seed", "7"))
	assert.NotEqual(t, first, gen("c.heap", "--seed", "8"))
	assert.NotEqual(t, first, gen("d.heap", "--seed", "7", "--layout", "bfs"))
	assert.Equal(t, gen("e.heap"), gen("f.heap", "--seed", "1", "--layout", "shuffled"), "the defaults are as documented")
	gen("zero.heap", "--seed", "0")
	gen("max.heap", "--seed", "18446744073709551615")
}

// damaged are files that must be refused: by whom, and in which words.
func damaged(t *testing.T) map[string]struct{ path, says string } {
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, content, 0o600))
		return path
	}
	good, err := os.ReadFile(genHeap(t, "random", "1000"))
	require.NoError(t, err)
	flip := func(at int) []byte {
		b := append([]byte(nil), good...)
		b[at] ^= 1 << (at % 8)
		return b
	}
	dump := goDump(t)
	return map[string]struct{ path, says string }{
		"missing":            {filepath.Join(dir, "missing.heap"), "no such file"},
		"folder":             {dir, "directory"},
		"empty":              {write("empty.heap", nil), "is empty"},
		"another format":     {write("x.heap", []byte("\x7fELF whatever")), "let the program write a heap dump"},
		"text":               {write("text.heap", []byte("hello, world\n")), "no known format"},
		"truncated":          {write("cut.heap", good[:len(good)-10]), "section"},
		"truncated header":   {write("cut2.heap", good[:100]), "section file, offset 100"},
		"longer":             {write("long.heap", append(append([]byte(nil), good...), 0)), "section"},
		"bit in header":      {write("bit1.heap", flip(200)), "section header"},
		"bit in arena":       {write("bit2.heap", flip(4096+1000)), "section arena"},
		"bit in sums":        {write("bit3.heap", flip(len(good)-3)), "section"},
		"edge out of range":  {write("range.el", []byte("# nodes 3\n# roots 0\n0 1\n1 3\n")), "line 4"},
		"root out of range":  {write("root.el", []byte("# nodes 3\n# roots 7\n0 1\n")), "7"},
		"negative id":        {write("minus.el", []byte("0 -1\n")), "line 1"},
		"no numbers":         {write("words.el", []byte("0 one\n")), "line 1"},
		"one name":           {write("name.el", []byte("zero one\nzero\n")), `line 2: the line has one name, "zero"`},
		"no text":            {write("x.csv", []byte("zero,\x00\n")), "line 1"},
		"id beyond the heap": {write("huge.el", []byte("0 99999999999999999999\n")), "line 1"},
		"dump cut":           {write("cut.dump", dump[:len(dump)/2]), "cut in the middle"},
		"dump cut at start":  {write("cut2.dump", dump[:17]), "cut in the middle"},
	}
}

// dumpChild, as first argument, makes the test binary write a heap dump of
// itself to the file that follows, and nothing else.
const dumpChild = "write-heap-dump"

func writeDump(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	debug.WriteHeapDump(f.Fd())
	return f.Close()
}

// goDump returns a dump of a small process. Some Go releases give up if they
// find a goroutine on the edge of a system call, so it is tried again.
func goDump(t *testing.T) []byte {
	t.Helper()
	oneDump.Lock()
	defer oneDump.Unlock()
	path := filepath.Join(t.TempDir(), "child.dump")
	for range 5 {
		if oneDump.content != nil {
			return bytes.Clone(oneDump.content)
		}
		out, err := exec.Command(os.Args[0], dumpChild, path).CombinedOutput()
		if err == nil {
			oneDump.content, err = os.ReadFile(path)
			require.NoError(t, err)
			continue
		}
		require.Contains(t, string(out), "dumpgs in STW", "the child failed in another way: %v", err)
	}
	require.NotNil(t, oneDump.content, "five attempts at a heap dump found a goroutine on the edge of a system call")
	return bytes.Clone(oneDump.content)
}

// oneDump is the dump of the first test that has asked for one.
var oneDump struct {
	sync.Mutex
	content []byte
}

// TestSlowDamagedFiles: every subcommand that reads a heap refuses each of them
// with status 1 and leaves nothing behind. With -short two of four do.
func TestSlowDamagedFiles(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	files := damaged(t)
	for i, name := range slices.Sorted(maps.Keys(files)) {
		file := files[name]
		out := t.TempDir()
		for k, args := range [][]string{
			{"run", "--heap", file.path, "--json", filepath.Join(out, "x.json")},
			{"info", file.path, "--json", filepath.Join(out, "x.json")},
			{"verify", file.path},
			{"convert", file.path, filepath.Join(out, "x.el")},
			{"why", file.path, "0", "--json", filepath.Join(out, "x.json")},
			{"diff", file.path, file.path, "--json", filepath.Join(out, "x.json"), "--folded", filepath.Join(out, "x.folded")},
		} {
			if testing.Short() && (i+k)%2 == 0 {
				continue
			}
			status, stdout, stderr := runCLI(args...)
			assert.Equal(t, session.ExitFailed, status, "%s, %v", name, args)
			assert.Empty(t, stdout, "%s, %v", name, args)
			assert.Contains(t, stderr, file.says, "%s, %v", name, args)
			assert.Empty(t, filesIn(t, out), "%s, %v", name, args)
		}
	}
}

// TestSlowNotOneBitFlipped: a flip of any single bit of the arena's file is found.
// One bit of each of 64 bytes spread over the file (16 with -short) stands for
// all of them.
func TestSlowNotOneBitFlipped(t *testing.T) {
	tagged.Slow(t)
	t.Parallel()
	flips := 64
	if testing.Short() {
		flips = 16
	}
	path := genHeap(t, "tree", "40")
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := range flips {
		at := i * len(good) / flips
		b := append([]byte(nil), good...)
		b[at] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(path, b, 0o600))
		status, _, stderr := runCLI("info", path)
		assert.Equal(t, session.ExitFailed, status, "byte %d: %s", at, stderr)
	}
}

// TestTrustFile: with --trust-file a checksum that is wrong goes unnoticed,
// without it nothing is marked.
func TestTrustFile(t *testing.T) {
	path := genHeap(t, "list", "100")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	sums := len(b) - 8 // of the roots' only block
	binary.LittleEndian.PutUint64(b[sums:], ^binary.LittleEndian.Uint64(b[sums:]))
	require.NoError(t, os.WriteFile(path, b, 0o600))
	status, _, stderr := runCLI("run", "--heap", path, "--reps", "6")
	assert.Equal(t, session.ExitFailed, status, stderr)
	assert.Contains(t, stderr, "section")
	mustRun(t, "run", "--heap", path, "--reps", "6", "--trust-file")
}

func TestGoDump(t *testing.T) {
	notShort(t, "starts a process that dumps its heap")
	path := filepath.Join(t.TempDir(), "self.dump")
	require.NoError(t, os.WriteFile(path, goDump(t), 0o600))
	table := mustRun(t, "info", path)
	assert.Contains(t, table, "Go heap dump")
	_, stdout, _ := runCLI("info", path, "--json", "-")
	info := decode(t, stdout)
	dump := info["go_dump"].(map[string]any)
	assert.NotEmpty(t, dump["go_version"])
	assert.Equal(t, info["objects"], dump["records"].(map[string]any)["object"])
	assert.Equal(t, info["edges"], dump["pointers"])
	assert.Equal(t, info["live"], firstResult(t, path)["live"])
	mustRun(t, "verify", path, "--reps", "1", "--deque", "stealhalf")

	snapshot := filepath.Join(t.TempDir(), "self.heap")
	mustRun(t, "convert", path, snapshot)
	assert.Equal(t, info["digest"], firstResult(t, snapshot)["digest"])
}

// TestEdgeListWithoutRoots: the rule for it is a warning, not silence.
func TestEdgeListWithoutRoots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.el")
	require.NoError(t, os.WriteFile(path, []byte("0 1\n1 2\n3 0\n"), 0o600))
	status, stdout, stderr := runCLI("info", path)
	assert.Equal(t, session.ExitOK, status)
	assert.Contains(t, stdout, "live      3 (75 %)")
	assert.Contains(t, stderr, "warning")
	assert.Contains(t, stderr, "node 0")
}

// TestHeapWithoutRoots: there is nothing to mark, which is no error.
func TestHeapWithoutRoots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.el")
	require.NoError(t, os.WriteFile(path, []byte("# nodes 3\n# roots\n0 1\n"), 0o600))
	assert.Contains(t, mustRun(t, "info", path), "none: no roots")
	require.NoError(t, os.WriteFile(path+".el", nil, 0o600))
	_, stdout, _ := runCLI("info", path+".el")
	assert.Contains(t, stdout, "degrees   none: no objects\n")
	r := firstResult(t, path)
	assert.EqualValues(t, 0, r["live"])
	assert.EqualValues(t, 0, r["ns_per_object"])
	assert.Equal(t, true, r["verified"])
	mustRun(t, "verify", path, "--reps", "1", "--deque", "locked,stealhalf")
}

// TestGenReplaces: an existing file is replaced as a whole, its permissions
// stay, and nothing else is left in the folder.
func TestGenReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.heap")
	require.NoError(t, os.WriteFile(path, make([]byte, 1<<20), 0o640))
	mustRun(t, "gen", "tree", "--objects", "10", "-o", path)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Less(t, info.Size(), int64(1<<20))
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
	assert.Equal(t, []string{"x.heap"}, filesIn(t, filepath.Dir(path)))
}

func TestGenAndConvertReport(t *testing.T) {
	dir := t.TempDir()
	file, list := filepath.Join(dir, "x.heap"), filepath.Join(dir, "x.el")
	for _, args := range [][]string{
		{"gen", "tree", "--objects", "10", "-o", file, "--json", "-"},
		{"convert", file, list, "--json", "-"},
	} {
		status, stdout, stderr := runCLI(args...)
		require.Equal(t, session.ExitOK, status, stderr)
		r := decode(t, stdout)
		assert.Equal(t, fmt.Sprintf("gcbench-%s/1", args[0]), r["schema"])
		info, err := os.Stat(r["output"].(string))
		require.NoError(t, err)
		assert.EqualValues(t, info.Size(), r["bytes"])
		assert.EqualValues(t, 10, r["objects"])
		assert.Contains(t, stderr, strconv.Itoa(10)+" objects")
	}
}
