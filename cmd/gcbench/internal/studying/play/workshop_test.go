package play

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// simulate prints what simulated marks do, to the last count.
const simulate = `package main

import (
	"context"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

func main() {
	for _, name := range []string{"list", "random", "wide", "program"} {
		s, err := shape.Parse(name)
		check(err)
		h, err := s.Build(shape.Params{Objects: 20_000, Seed: 1})
		check(err)
		for _, o := range []mark.Options{{}, {Workers: 5, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool}, {Workers: 64}} {
			r, err := sim.Run(context.Background(), h, sim.Config{Options: o})
			check(err)
			digest, err := heap.Digest(h, r.Marks)
			check(err)
			r.Marks = nil
			fmt.Println(name, o.Workers, digest, *r)
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`

// The copy in full sizes simulates in a build for the explorer what the original does in an
// ordinary build. The original does not: so the copy is not the original by another name.
func TestSlowFullSize(t *testing.T) {
	tagged.Slow(t)
	root := workshop(t, FullSize)
	require.NoError(t, write(filepath.Join(root, "ordinary", "main.go"), []byte(simulate)))
	copied, err := FullSize.changed("main.go", []byte(simulate))
	require.NoError(t, err)
	require.NoError(t, write(filepath.Join(root, "copied", "main.go"), copied))

	want := output(t, root, "./ordinary")
	require.Equal(t, 12, strings.Count(want, "\n"))
	assert.Equal(t, want, output(t, root, "-tags=interleave", "./copied"))
	assert.NotEqual(t, want, output(t, root, "-tags=interleave", "./ordinary"))
}

// workshop makes a workshop of this module.
func workshop(t *testing.T, copies ...Copy) (root string) {
	t.Helper()
	source, err := origin.Source(t.Context(), "")
	require.NoError(t, err)
	root = t.TempDir()
	require.NoError(t, Workshop(source, root, copies...))
	return root
}

func output(t *testing.T, root string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"run", "-trimpath"}, args...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return string(out)
}

// small is a module of three packages; its files cannot be written to.
func small(t *testing.T) (source string) {
	t.Helper()
	source = t.TempDir()
	for name, text := range map[string]string{
		"go.mod":               "module " + origin.Module + "\n",
		"a/a.go":               "package a\n\nimport \"" + origin.Module + "/a/b\"\n\nconst A = b.B + 1\n",
		"a/a_test.go":          "package a\n",
		"a/notes.txt":          "not compiled\n",
		"a/b/size.go":          "//go:build !interleave || fullsize\n\npackage b\n\nconst B = 10\n",
		"a/b/size_small.go":    "//go:build interleave && !fullsize\n\npackage b\n\nconst B = 1 // fullsize is 10\n",
		"a/b/size.s":           "//go:build !interleave\n\n// nothing\n",
		"a/testdata/a.go":      "package a\n",
		"_a/a.go":              "package a\n",
		"inside/go.mod":        "module inside\n",
		"inside/inside.go":     "package inside\n",
		"a/internal/c/asm.s":   "// nothing\n",
		"a/internal/c/main.go": "package c\n",
	} {
		require.NoError(t, write(filepath.Join(source, filepath.FromSlash(name)), []byte(text)))
		require.NoError(t, os.Chmod(filepath.Join(source, filepath.FromSlash(name)), 0o444))
	}
	return source
}

// filesOf returns the texts of the files below root by their paths, with slashes.
func filesOf(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, fs.WalkDir(os.DirFS(root), ".", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			var text []byte
			text, err = os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
			files[file] = string(text)
		}
		return err
	}))
	return files
}

// The files of a workshop: those that are compiled, and copies that import one another.
func TestWorkshop(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, Workshop(small(t), root, Copy{
		Name:     "x",
		Packages: []string{"a", "a/b"},
		Edits:    []Edit{{"a/a.go", "+ 1", "+ 2"}, {"a/a.go", "const A", "const Z"}},
		Ordinary: true,
	}))
	files := filesOf(t, root)
	for file, text := range map[string]string{
		engineProgram + "/copies.go": "package main\n\n",
		"a/x/a.go":                   "package a\n\nimport \"" + origin.Module + "/a/b/x\"\n\nconst Z = b.B + 2\n",
		"a/b/x/size.go":              "//go:build !ignore || fullsize\n\npackage b\n\nconst B = 10\n",
		"a/b/x/size.s":               "//go:build !ignore\n\n// nothing\n",
		"a/b/x/size_small.go":        "//go:build ignore && !fullsize\n\npackage b\n\nconst B = 1 // fullsize is 10\n",
	} {
		assert.Equal(t, text, files[file], file)
		delete(files, file)
	}
	var others []string
	for file := range files {
		others = append(others, file)
	}
	assert.ElementsMatch(t, []string{"go.mod", "a/a.go", "a/b/size.go", "a/b/size.s", "a/b/size_small.go", "a/internal/c/asm.s", "a/internal/c/main.go"}, others)
}

// An edit that does not fit is no copy of something else.
func TestEditsThatDoNotFit(t *testing.T) {
	for want, c := range map[string]Copy{
		`a/a.go: the text "nothing" occurs 0 times`: {Name: "x", Packages: []string{"a"}, Edits: []Edit{{"a/a.go", "nothing", ""}}},
		`a/a.go: the text "a" occurs 6 times`:       {Name: "x", Packages: []string{"a"}, Edits: []Edit{{"a/a.go", "a", ""}}},
		`an edit is for a/b/size.go`:                {Name: "x", Packages: []string{"a"}, Edits: []Edit{{"a/b/size.go", "1", "2"}}},
		`there is no package d to copy`:             {Name: "x", Packages: []string{"d"}},
	} {
		assert.ErrorContains(t, Workshop(small(t), t.TempDir(), c), want)
	}
}
