package cli

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// modules is a graph as go mod graph prints it.
const modules = "app lib@v1\napp log@v2\nlib@v1 sys@v3\nlog@v2 sys@v3\nold@v1 lib@v1\nold@v1 zip@v1\n"

// saved writes a file of this name into a new folder.
func saved(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func TestReach(t *testing.T) {
	text := saved(t, "mod.el", modules)
	spaced := saved(t, "x.csv", "\xef\xbb\xbf\"the app\",a\r\na,\"say \"\"hi\"\"\"\r\nb,a\r\n")
	numbers := saved(t, "n.el", "# roots 3\n0 1\n3 2\n2 0\n5 1\n")
	for _, c := range []struct{ file, args, stdout, stderr string }{
		{text, "", "app lib@v1 log@v2 sys@v3", "4 of 6 objects reached from app\n"},
		{text, "--not", "old@v1 zip@v1", "2 of 6 objects not reached from app\n"},
		{text, "--count", "4", "4 of 6 objects reached from app\n"},
		{text, "--count --not", "2", "2 of 6 objects not reached from app\n"},
		{text, "old@v1 log@v2", "lib@v1 log@v2 sys@v3 old@v1 zip@v1", "5 of 6 objects reached from old@v1, log@v2\n"},
		{text, "log@v2 log@v2", "log@v2 sys@v3", "2 of 6 objects reached from log@v2\n"},
		{text, "app lib@v1 log@v2 old@v1 --count", "6", "6 of 6 objects reached from 4 roots\n"},
		{text, "old@v1 --levels", "1:lib@v1 2:sys@v3 0:old@v1 1:zip@v1", "4 of 6 objects reached from old@v1\n"},
		{text, "--reverse sys@v3", "app lib@v1 log@v2 sys@v3 old@v1", "5 of 6 objects reached from sys@v3\n"},
		{text, "--reverse lib@v1 --levels", "1:app 0:lib@v1 1:old@v1", "3 of 6 objects reached from lib@v1\n"},
		{text, "app --why sys@v3", "app lib@v1 sys@v3", ""},
		{text, "app --why sys@v3 --levels --why app", "0:app 1:lib@v1 2:sys@v3  0:app", ""},
		{text, "zip@v1 --reverse --why old@v1", "zip@v1 old@v1", ""},
		{spaced, "", `"the app" a "say \"hi\""`, "3 of 4 objects reached from \"the app\"\n"},
		{spaced, "--not", "b", "1 of 4 objects not reached from \"the app\"\n"},
		{numbers, "", "0 1 2 3", "4 of 6 objects reached from 3\n"},
		{numbers, "5", "1 5", "2 of 6 objects reached from 5\n"},
		{numbers, "--why 1", "3 2 0 1", ""},
		{numbers, "3 --format names", "0 1 3 2", "4 of 5 objects reached from 3\n"},
	} {
		args := append([]string{"reach", c.file}, strings.Fields(c.args)...)
		status, stdout, stderr := runCLI(args...)
		require.Equal(t, session.ExitOK, status, "%v: %s", args, stderr)
		assert.Equal(t, c.stdout, strings.NewReplacer("\t", ":", "\n", " ").Replace(strings.TrimSuffix(stdout, "\n")), "%v", args)
		warned := strings.Contains(stderr, `has no line "# roots": its first name, `)
		given := len(strings.Fields(c.args)) > 0 && !strings.HasPrefix(c.args, "--") || strings.Contains(c.args, "--reverse")
		assert.Equal(t, !given && c.file != numbers, warned, "%v: %s", args, stderr)
		assert.True(t, strings.HasSuffix(stderr, c.stderr), "%v: %s", args, stderr)
	}
	_, stdout, _ := runCLI("reach", spaced, "the app", "--why", `"say \"hi\""`)
	assert.Equal(t, "\"the app\"\na\n\"say \\\"hi\\\"\"\n", stdout, "a name is given as it is, or as it is printed")
}

// TestReachIsRight: on random graphs it lists what a plain search finds.
func TestReachIsRight(t *testing.T) {
	notShort(t, "searches random graphs")
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		n := 1 + rng.IntN(30)
		next := map[string][]string{}
		var text strings.Builder
		for range rng.IntN(2*n) + 1 {
			from, to := "n"+strconv.Itoa(rng.IntN(n)), "n"+strconv.Itoa(rng.IntN(n))
			next[from] = append(next[from], to)
			text.WriteString(from + "\t" + to + "\n")
		}
		root := strings.Fields(text.String())[0]
		distance, found := map[string]int{root: 0}, []string{root}
		for i := 0; i < len(found); i++ {
			for _, to := range next[found[i]] {
				if _, ok := distance[to]; !ok {
					distance[to] = distance[found[i]] + 1
					found = append(found, to)
				}
			}
		}
		file := saved(t, "g.tsv", text.String())
		_, stdout, _ := runCLI("reach", file, "--levels")
		lines := strings.Fields(stdout)
		require.Len(t, lines, 2*len(found), text.String())
		for i := 0; i < len(lines); i += 2 {
			require.Equal(t, strconv.Itoa(distance[lines[i+1]]), lines[i])
		}
		last := found[len(found)-1]
		status, stdout, stderr := runCLI("reach", file, "--why", last)
		require.Equal(t, session.ExitOK, status, stderr)
		path := strings.Fields(stdout)
		require.Len(t, path, distance[last]+1)
		for i := range path[1:] {
			require.Contains(t, next[path[i]], path[i+1])
		}
		_, stdout, _ = runCLI("reach", file, last, "--reverse")
		require.Contains(t, strings.Fields(stdout), root)
	}
}

// TestReachNotReached: no path is exit status 1, after the paths that there are.
func TestReachNotReached(t *testing.T) {
	file := saved(t, "mod.el", modules)
	status, stdout, stderr := runCLI("reach", file, "app", "--why", "zip@v1", "--why", "lib@v1")
	assert.Equal(t, session.ExitFailed, status)
	assert.Equal(t, "app\nlib@v1\n", stdout)
	assert.Equal(t, "gcbench: zip@v1 is not reached from app\n", stderr)
	_, _, stderr = runCLI("reach", file, "app", "--why", "zip@v1", "--why", "old@v1")
	assert.Equal(t, "gcbench: zip@v1 old@v1 are not reached from app\n", stderr)
}

// TestReachUnknownNames: status 2, and what may have been meant.
func TestReachUnknownNames(t *testing.T) {
	file, numbers := saved(t, "mod.el", modules), saved(t, "n.el", "# roots 0\n0 1\n")
	for args, says := range map[string]string{
		file + " lib":          file + ": lib names no object: did you mean lib@v1?",
		file + " app --why ab": "--why: " + file + ": ab names no object: the file has 6 names, and the first is app",
		file + " v1":           file + ": v1 names no object: did you mean lib@v1, old@v1 or zip@v1?",
		file + " \x1b[2J":      file + `: "\x1b[2J" names no object: `,
		file + " --why -x":     `--why: "-x" looks like a flag: if it is the name of an object, write --why=-x`,
		file + " --why=-x":     "--why: " + file + ": -x names no object: ",
		file + " -- -x":        file + ": -x names no object: ",
		numbers + " 2":         numbers + ": there is no object 2",
		numbers + " app":       numbers + `: "app" names no object`,
	} {
		status, stdout, stderr := runCLI(append([]string{"reach"}, strings.Split(args, " ")...)...)
		assert.Equal(t, session.ExitUsage, status, args)
		assert.Empty(t, stdout, args)
		assert.Contains(t, stderr, "gcbench: "+says, args)
	}
	empty := saved(t, "empty.csv", "")
	_, _, stderr := runCLI("reach", empty, "a")
	assert.Contains(t, stderr, "has no names, so there is nothing to mark")
	assert.Contains(t, stderr, empty+": a names no object: the file has no names")
	status, stdout, _ := runCLI("reach", empty)
	assert.Equal(t, session.ExitOK, status)
	assert.Empty(t, stdout)
}

func TestReachJSON(t *testing.T) {
	file := saved(t, "mod.tsv", strings.ReplaceAll(modules, " ", "\t"))
	r := decode(t, mustRunJSON(t, "reach", file, "old@v1", "--levels", "--json", "-"))
	assert.Equal(t, "gcbench-reach/1", r["schema"])
	assert.Equal(t, "file of names", r["format"])
	assert.EqualValues(t, 4, r["reached"])
	assert.EqualValues(t, 6, r["objects"])
	assert.Equal(t, []any{"old@v1"}, r["roots"])
	assert.Equal(t, []any{"lib@v1", "sys@v3", "old@v1", "zip@v1"}, r["listed"])
	assert.Equal(t, []any{1.0, 2.0, 1.0}, r["levels"])
	r = decode(t, mustRunJSON(t, "reach", file, "--not", "--json", "-"))
	assert.Equal(t, []any{"old@v1", "zip@v1"}, r["listed"])
	assert.Equal(t, true, r["not"])
	r = decode(t, mustRunJSON(t, "reach", file, "--count", "--json", "-"))
	assert.NotContains(t, r, "listed")

	json := filepath.Join(t.TempDir(), "r.json")
	status, stdout, _ := runCLI("reach", file, "app", "--why", "zip@v1", "--why", "sys@v3", "--json", json)
	assert.Equal(t, session.ExitFailed, status)
	assert.Equal(t, "app\nlib@v1\nsys@v3\n", stdout)
	written, err := os.ReadFile(json)
	require.NoError(t, err, "the report is there although an object is not reached")
	r = decode(t, string(written))
	assert.NotContains(t, r, "reached")
	assert.Equal(t, []any{
		map[string]any{"object": "zip@v1", "path": []any{}},
		map[string]any{"object": "sys@v3", "path": []any{"app", "lib@v1", "sys@v3"}},
	}, r["why"])
}

// TestReachOtherFiles: shapes' snapshots and dumps have objects, too, and what reach lists
// is what info counts.
func TestReachOtherFiles(t *testing.T) {
	dump := filepath.Join(t.TempDir(), "self.dump")
	require.NoError(t, os.WriteFile(dump, goDump(t), 0o600))
	for _, file := range []string{genHeap(t, "app", "1000"), compressed(t), dump} {
		info := decode(t, mustRunJSON(t, "info", file, "--json", "-"))
		listed := strings.Fields(mustRunJSON(t, "reach", file))
		assert.Len(t, listed, int(info["live"].(float64)))
		some := listed[len(listed)/2]
		path := strings.Fields(mustRunJSON(t, "reach", file, "--why", some))
		assert.Equal(t, some, path[len(path)-1])
		assert.Contains(t, strings.Fields(mustRunJSON(t, "reach", file, some, "--reverse")), path[0])
		assert.True(t, slices.Contains(listed, path[0]))
	}
}

// TestReachStopped: a full disk ends it, without a word about what was reached, and so does an
// interrupt.
func TestReachStopped(t *testing.T) {
	file := saved(t, "mod.el", modules)
	var printed strings.Builder
	assert.Equal(t, session.ExitFailed, command(context.Background(), []string{"reach", file, "app"}, full{}, &printed))
	assert.Equal(t, "gcbench: no space left\n", printed.String())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr strings.Builder
	assert.Equal(t, session.ExitFailed, command(ctx, []string{"reach", file}, &stdout, &stderr))
	assert.Contains(t, stderr.String(), "interrupted")
	assert.Empty(t, stdout.String())
}
