package cli

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// deque stands for the reader's own package in the program of docs/deque.md.
const deque = `package mine

import "github.com/seed-3ccf4018/halfmark/stealq"

var Kind = &stealq.Kind{Name: "mine", New: stealq.Locked.New, Amounts: stealq.Locked.Amounts}
`

var programOfPage = regexp.MustCompile("(?s)```go\n(package main\n.*?)```")

// TestSlowProgramsOfThePages: the program of docs/library.md, in a separate module, prints what
// the page says. That of docs/deque.md, which is gcbench with a deque more, compiles.
func TestSlowProgramsOfThePages(t *testing.T) {
	tagged.Slow(t)
	root := moduleTree(t).root
	module := readersModule(t, root)
	pages := map[string]string{}
	for folder, name := range map[string]string{"reach": "library.md", "bench": "deque.md"} {
		page, err := os.ReadFile(filepath.Join(root, "docs", name))
		require.NoError(t, err)
		pages[folder] = string(page)
		programs := programOfPage.FindAllStringSubmatch(string(page), -1)
		require.Len(t, programs, 1, name)
		write(t, filepath.Join(module, folder, "main.go"), programs[0][1])
	}

	commands, err := commandsOf(pages["reach"])
	require.NoError(t, err)
	says := ""
	for _, c := range commands {
		if c.text == strings.TrimSpace(readersOwn) {
			says = c.prints
		}
	}
	assert.Equal(t, says, inModule(t, module, "run", "./reach"))
	inModule(t, module, "vet", "./bench")
}

var (
	snippetOfPage = regexp.MustCompile("(?s)```go\n(.*?)```")
	declared      = regexp.MustCompile(`(?m)^(?:var )?(\w+(?:, \w+)*) (?::=|mark\.)`)
	packageOf     = regexp.MustCompile(`\b(context|dominators|errors|fmt|mark|os|filepath|reach|time|walk)\.[A-Z]`)
)

// TestSlowSnippetsOfTheLibraryPage: each piece of Go in docs/library.md compiles. It stands in a
// function whose parameters are what a reader would have.
func TestSlowSnippetsOfTheLibraryPage(t *testing.T) {
	tagged.Slow(t)
	root := moduleTree(t).root
	page, err := os.ReadFile(filepath.Join(root, "docs", "library.md"))
	require.NoError(t, err)
	module := readersModule(t, root)
	pieces := programOfPage.ReplaceAllString(string(page), "") // TestSlowProgramsOfThePages has the program
	snippets := snippetOfPage.FindAllStringSubmatch(pieces, -1)
	require.Greater(t, len(snippets), 10)
	for i, s := range snippets {
		write(t, filepath.Join(module, "library", fmt.Sprintf("snippet%d.go", i)), inFunction(i, s[1]))
	}
	inModule(t, module, "vet", "./library")
}

// inFunction returns a file with the piece of Go as a function.
func inFunction(number int, text string) string {
	const marks = "github.com/seed-3ccf4018/halfmark/mark"
	paths := map[string]string{"mark": marks, "reach": marks + "/reach", "walk": marks + "/walk", "dominators": marks + "/dominators", "filepath": "path/filepath"}
	const begins = `%s
func snippet%d(ctx context.Context, g mark.Digraph, roots, moreRoots, otherRoots, tenantA, tenantB []uint32, root, node uint32, nodes int,
	bytes []uint64, a *mark.Adjacency, edges [][]uint32, edgeList [][2]uint32, m *mark.Marker, load func(uint32) ([]uint32, error)) error {
	{
%s`
	imports := "package library\n\n"
	for _, name := range uniq(append(names(packageOf, text), "context", "mark")) {
		imports += fmt.Sprintf("import %q\n", cmp.Or(paths[name], name))
	}
	body := fmt.Sprintf(begins, imports, number, text)
	for _, list := range names(declared, text) {
		for name := range strings.SplitSeq(list, ", ") {
			if name != "_" {
				body += "\t\t_ = " + name + "\n" // used or not
			}
		}
	}
	return body + "\t}\n\treturn nil\n}\n"
}

func uniq(words []string) []string { return slices.Compact(slices.Sorted(slices.Values(words))) }

// readersModule makes a module that uses this one, with the same other modules, so that
// nothing has to be fetched.
func readersModule(t *testing.T, root string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	ours, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	const path = "github.com/seed-3ccf4018/halfmark"
	mod := strings.Replace(string(ours), "module "+path, "module reader", 1)
	mod += fmt.Sprintf("require (\n\t%s v0.0.0\n\texample.com/mine v0.0.0\n)\nreplace (\n\t%[1]s => %s\n\texample.com/mine => ./mine\n)\n", path, filepath.ToSlash(root))
	write(t, filepath.Join(folder, "go.mod"), mod)
	write(t, filepath.Join(folder, "go.sum"), string(sums))
	write(t, filepath.Join(folder, "mine", "go.mod"), "module example.com/mine\n\ngo 1.25\n\nrequire "+path+" v0.0.0\n")
	write(t, filepath.Join(folder, "mine", "mine.go"), deque)
	return folder
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// inModule returns what the go command prints in the folder of a module.
func inModule(t *testing.T, folder string, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = folder
	c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	var problems strings.Builder
	c.Stderr = &problems
	out, err := c.Output()
	require.NoError(t, err, "go %v: %s", args, &problems)
	return string(out)
}
