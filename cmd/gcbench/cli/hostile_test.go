package cli

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// hostile is text that colours a terminal, clears it, turns the direction of writing, is not UTF-8, rings, and
// begins a line that looks like one of ours.
const hostile = "h\x1b[31m\u009b2J\u202e\xff\a\r\nforged: all is well"

// asJSON is hostile as a string of JSON has it, without the quotation marks.
var asJSON = strings.Trim(string(mustJSON(hostile)), `"`)

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// requirePrintable fails if text could control a terminal.
func requirePrintable(t *testing.T, text string, args ...any) {
	t.Helper()
	require.True(t, utf8.ValidString(text), "%q of %q", text, args)
	for _, r := range text {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\u00a0' {
			require.Fail(t, "a rune that cannot be printed", "%U in %q of %q", r, text, args)
		}
	}
}

// requireTame fails if text could control a terminal, or has a line of the hostile text.
func requireTame(t *testing.T, text string, args ...any) {
	t.Helper()
	requirePrintable(t, text, args...)
	require.False(t, strings.HasPrefix(text, "forged") || strings.Contains(text, "\nforged"), "%q of %q", text, args)
}

// hostileDumps writes small files of each format, and returns their names. The text formats have the hostile text
// as the names of things.
func hostileDumps(t *testing.T) (names []string) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("deps.csv", []byte("a,b\n"), 0o600))
	makeDumps(t, root)
	mustRun(t, "gen", "tree", "--objects", "9", "-o", "x.heap")
	named := strings.ReplaceAll(hostile, "\r\n", " ")
	for name, words := range map[string][]string{
		"app.heapsnapshot": {"Order", asJSON, "element", asJSON}, "app.json": {"Order", asJSON, `"vm"`, `"` + asJSON + `"`},
		"app.hprof": {"java/lang/Thread", hostile[:len("java/lang/Thread")]}, "app.tsv": {"root", named}, "deps.csv": {"a", named},
	} {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, []byte(strings.NewReplacer(words...).Replace(string(content))), 0o600))
	}
	require.NoError(t, os.WriteFile("go.dump", goDump(t), 0o600))
	return []string{"app.heapsnapshot", "app.json", "app.hprof", "app.tsv", "deps.csv", "graph.mtx", "kron.sg", "list.pb", "x.heap", "soc-graph.txt", "go.dump"}
}

// TestHostileFiles: each reader makes one printable line of what it says of a file, as a library: its error, its
// warning and notes, and the names of classes, roots and objects. The hostile text stands anywhere.
func TestHostileFiles(t *testing.T) {
	notShort(t, "reads files at random")
	for _, name := range hostileDumps(t) {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		seed := rand.Uint64()
		rng := rand.New(rand.NewPCG(seed, 0))
		content = content[:min(len(content), 20_000)]
		for i := range 25 {
			text := []string{hostile, asJSON, hostile[:3], "\x1b"}[rng.IntN(4)]
			at, over := rng.IntN(len(content)+1), 0
			if rng.IntN(2) == 0 {
				over = min(len(text), len(content)-at)
			}
			file := slices.Concat(content[:at], []byte(text), content[at+over:])
			if i == 0 {
				file = content
			}
			require.NoError(t, os.WriteFile("hostile-"+name, file, 0o600))
			how := source.Reading{Limits: source.Limits{Objects: 10_000, Edges: 10_000}}
			if strings.HasSuffix(name, ".txt") {
				how.Format, _ = source.FormatNamed("edgelist")
			}
			h, err := source.Open("hostile-"+name, how)
			for _, said := range saidOf(h, err) {
				requireTame(t, said, name, seed, i, text, at)
				require.NotContains(t, said, "\n")
			}
		}
	}
}

// saidOf are the texts of a heap, or the error.
func saidOf(h *source.Heap, err error) []string {
	if err != nil {
		return []string{err.Error()}
	}
	said := []string{h.Name(), h.Warning}
	if h.Foreign != nil {
		said = slices.Concat(said, h.Foreign.Notes, h.Foreign.Classes())
	}
	for i, ref := range h.Objects() {
		said = append(said, h.Text(i), h.RootLabel(ref))
	}
	return said
}

// TestHostileOutput: no command prints what a file holds, or what the file is called, so that it controls a
// terminal or looks like a line of ours.
func TestHostileOutput(t *testing.T) {
	notShort(t, "runs 100 commands")
	files := hostileDumps(t)
	bad := hostile
	if runtime.GOOS != "linux" { // others have rules for the names of files
		bad = "h\u202e\u2066x"
	}
	dir := bad + ".d"
	require.NoError(t, os.Mkdir(dir, 0o700))
	for _, name := range files {
		require.NoError(t, os.Rename(name, filepath.Join(dir, name)))
	}
	heap, list := filepath.Join(dir, bad+".heap"), filepath.Join(dir, bad+".el")
	requireTameRun(t, "gen", "tree", "--objects", "50", "-o", heap)
	requireTameRun(t, "convert", heap, list)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cut"+bad+".heap"), []byte("\x89HMH\r\n\x1a\n"+bad), 0o600))
	files = append(files, bad+".heap", bad+".el", "cut"+bad+".heap", "nosuch"+bad)
	requireTameRun(t, "explain", heap, "--workers", "1")
	for i, name := range files {
		path := filepath.Join(dir, name)
		for k, args := range [][]string{
			{"info", path, "--json", "-"}, {"info", path, "--retained", "3", "--folded", "-"}, {"why", path, "--retained", "2"}, {"why", path}, {"why", path, bad}, {"why", path, "1"}, {"why", path, "--class", bad}, {"why", path, "--class", strings.ReplaceAll(bad, "\n", "?")},
			{"diff", path, path, "--json", "-"}, {"diff", heap, path, path}, {"diff", path}, {"diff", path, path, "--fail-growth", bad, "--folded", bad},
			{"reach", path}, {"reach", path, "--roots", bad}, {"reach", path, "--why", bad},
			{"convert", path, "x.el"}, {"convert", path, filepath.Join(bad, bad)}, {"verify", path, "--workers", "1", "--reps", "1", "--deque", "abp"},
			{"sim", "mark", "--heap", path, "--workers", "1"}, {"export", path, "--shards", "2", "--dry-run", "--json", "-"},
			{"run", "--heap", path + "," + path, "--workers", "1", "--reps", "1", "--invocations", "1", "--csv", "-"},
			{"run", "--heap=" + path, "--workers", "1", "--reps", "1", "--invocations", "1", "--json", "-"},
			{"peers", "--heap", path, "--collectors", bad}, {"report", path, "-o", "x.html"}, {"compare", path, list}, {"rounds", path}, {"lab", "check", path}, {path}, {"run", path},
		} {
			if (i+k)%5 == 0 { // each command reads a fifth of the files, and each file is read by a fifth of them
				requireTameRun(t, args...)
			}
		}
	}
	for _, args := range [][]string{{bad}, {"--" + bad}, {"run", "--shape", bad}, {"run", "--grain", bad}, {"run", "--deque", bad}, {"play", bad}, {"play", bad + "@a"}, {"claims", bad}, {"stress", "--scenario", bad}, {"lab", "start", bad, dir}, {"compare", "--a", bad, "--b", "--grain 1"}, {"compare", "--binary-a", bad}, {"gen", bad, "-o", bad}, {"gen", "tree", "-o", bad}, {"export", heap, "--shards", "2", "-o", bad}, {"rounds", bad}, {"export", heap, "--shards", "2", "-o", bad}} {
		requireTameRun(t, args...)
	}
}

func requireTameRun(t *testing.T, args ...string) {
	t.Helper()
	_, stdout, stderr := runCLI(args...)
	requireTame(t, stdout, args)
	requireTame(t, stderr, args)
}

// TestHostileReports: every string of a report of each kind is hostile once. The text that compare prints
// of it, and that report writes to its page, is printable all the same.
func TestHostileReports(t *testing.T) {
	notShort(t, "makes 60 pages")
	heap := genHeap(t, "tree", "50")
	t.Chdir(t.TempDir())
	mustRun(t, "run", "--heap", heap, "--workers", "1", "--reps", "6", "--invocations", "1", "--json", "run.json", "--timeline", "lanes.json")
	mustRun(t, "sim", "mark", "--heap", heap, "--workers", "1,2", "--json", "sim.json")
	for _, name := range []string{"run.json", "sim.json", "lanes.json"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		var whole any
		require.NoError(t, json.Unmarshal(text, &whole))
		changed := 0
		eachString(whole, func(set func(string)) {
			changed++
			set(hostile)
			require.NoError(t, os.WriteFile("bad.json", mustJSON(whole), 0o600))
			if name == "run.json" {
				_, stdout, stderr := runCLI("compare", "bad.json", "run.json", "--markdown", "-", "--json", "x.json")
				requireTame(t, stdout+stderr, name, changed)
				requireTame(t, written(t, "x.json"), name, changed)
			}
			_, stdout, stderr := runCLI("report", "bad.json", "-o", "x.html")
			requireTame(t, stdout+stderr, name, changed)
			requirePrintable(t, written(t, "x.html"), name, changed) // in HTML a line feed is a blank
		})
		assert.Greater(t, changed, 10, name)
	}
	status, stdout, _ := runCLI("report", "lanes.json", "-o", "-")
	require.Equal(t, session.ExitOK, status)
	requireTame(t, stdout)
}

// written returns the text of a file, "" if it is not there.
func written(t *testing.T, name string) string {
	t.Helper()
	defer os.Remove(name)
	text, err := os.ReadFile(name)
	if err != nil {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	return string(text)
}

// eachString calls change for each string in v, a decoded JSON text, with a function that replaces it. The
// old one is there again when change returns. Of the strings with the same keys, the first stands for all.
func eachString(v any, change func(set func(string))) { eachUnder(v, "", map[string]bool{}, change) }

func eachUnder(v any, path string, seen map[string]bool, change func(set func(string))) {
	visit := func(key string, old any, set func(any)) {
		if _, ok := old.(string); ok && key != "schema" && !seen[path+"/"+key] {
			seen[path+"/"+key] = true
			change(func(text string) { set(text) })
			set(old)
		}
		eachUnder(old, path+"/"+key, seen, change)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			visit(key, v[key], func(text any) { v[key] = text })
		}
	case []any:
		for i, old := range v {
			visit("", old, func(text any) { v[i] = text })
		}
	}
}

// TestNamesInJSON: a name that cannot be printed is in the JSON as it is, escaped.
func TestNamesInJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "x\u202e\u200d\u3000.heap"
	mustRun(t, "gen", "tree", "--objects", "9", "-o", name)
	status, out, stderr := runCLI("info", name, "--json", "-")
	require.Equal(t, session.ExitOK, status)
	requireTame(t, stderr)
	requireTame(t, out)
	assert.Equal(t, name, decode(t, out)["heap"])
}
