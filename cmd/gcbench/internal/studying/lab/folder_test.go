package lab

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The folder that a student gets: the task without hints and without the answer, a
// separate module.
func TestStart(t *testing.T) {
	for _, l := range All() {
		dir := filepath.Join(t.TempDir(), "new", l.Name)
		require.NoError(t, Start(l, dir, "Ann"))
		page, err := os.ReadFile(filepath.Join(dir, "README.md"))
		require.NoError(t, err)
		assert.NotContains(t, string(page), "Hint 1")
		assert.Contains(t, string(page), "gcbench lab check")
		for name, text := range l.answer("Ann", 0) {
			got, err := os.ReadFile(filepath.Join(dir, name))
			require.NoError(t, err)
			assert.NotEqual(t, text, string(got), "%s: %s is the answer", l.Name, name)
		}
		assert.Error(t, Start(l, dir, ""), "the folder is not empty")
		f, opened, err := Open(dir)
		require.NoError(t, err)
		assert.Same(t, l, opened)
		assert.Equal(t, "Ann", f.Student)
	}
}

// The answer in a folder is the files that the student completes, and none of those given.
func TestRead(t *testing.T) {
	for _, l := range All() {
		f := &Folder{Dir: t.TempDir(), Lab: l.Name}
		require.NoError(t, Start(l, f.Dir, ""))
		r := NotJudged(f, l)
		answer, err := f.read(l, r)
		require.NoError(t, err)
		assert.Equal(t, l.skeleton(""), answer, l.Name)
		assert.Empty(t, append(r.Notes, r.Why...), l.Name)
	}
}

// A teacher gets the answer, or the wrong answer of a number, in a folder as a student's.
func TestAnswer(t *testing.T) {
	l, err := Named("chaselev")
	require.NoError(t, err)
	for number := range 3 {
		dir := filepath.Join(t.TempDir(), "new")
		require.NoError(t, Answer(l, dir, "", number))
		for name, text := range l.answer("", number) {
			got, err := os.ReadFile(filepath.Join(dir, name))
			require.NoError(t, err)
			assert.Equal(t, text, string(got), "%d", number)
		}
		assert.FileExists(t, filepath.Join(dir, stateFile))
	}
}

// Every lab has all that a lab has.
func TestEveryLabIsWhole(t *testing.T) {
	pages, err := filepath.Glob("../../../../../docs/course/*.md")
	require.NoError(t, err)
	for _, l := range All() {
		task, hints := l.Task("")
		assert.NotEmpty(t, task, l.Name)
		assert.GreaterOrEqual(t, len(hints), 3, l.Name)
		assert.GreaterOrEqual(t, l.Wrongs(), 3, l.Name)
		assert.NotEmpty(t, l.judge(), l.Name)
		assert.NotEmpty(t, l.builds, l.Name)
		assert.Contains(t, pages, "../../../../../docs/course/"+l.Chapter, l.Name)
		skeleton := slices.Sorted(maps.Keys(l.skeleton("")))
		for _, name := range skeleton {
			assert.NotContains(t, l.given(""), name, "%s gives its answer away", l.Name)
		}
		for n := range l.Wrongs() + 1 { // 0 is the right answer
			assert.Equal(t, skeleton, slices.Sorted(maps.Keys(l.answer("", n))), l.Name)
		}
	}
}

// Hints come one at a time, and the folder remembers how many.
func TestHints(t *testing.T) {
	l := All()[0]
	dir := t.TempDir()
	require.NoError(t, Start(l, dir, ""))
	_, hints := l.Task("")
	for i := range len(hints) + 2 {
		f, _, err := Open(dir)
		require.NoError(t, err)
		seen, of, err := f.Hint(l)
		require.NoError(t, err)
		assert.Equal(t, hints[:min(i+1, len(hints))], seen)
		assert.Equal(t, len(hints), of)
	}
}

// Whatever number of hints the folder remembers, there is a hint.
func TestHintsOfAnyNumber(t *testing.T) {
	l := All()[0]
	_, hints := l.Task("")
	for number, shown := range map[int]int{math.MinInt: 1, -1: 1, 0: 1, len(hints): len(hints), math.MaxInt: len(hints)} {
		seen, _, err := (&Folder{Dir: t.TempDir(), Hints: number}).Hint(l)
		require.NoError(t, err)
		assert.Len(t, seen, shown, "%d", number)
	}
}

// A folder that is none of a lab is an error that says what would be right.
func TestOpenBadFolders(t *testing.T) {
	for text, says := range map[string]string{
		"":                             "unexpected end of JSON input",
		"{":                            "start the lab again",
		`{"lab":"nosuch"}`:             `there is no lab "nosuch": it must be one of`,
		`{"lab":7}`:                    "cannot unmarshal number",
		`{"lab":"","hints":-99}`:       `there is no lab ""`,
		strings.Repeat(" ", largest+1): "has 1048577 bytes",
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, stateFile), []byte(text), 0o600))
		_, _, err := Open(dir)
		assert.ErrorContains(t, err, says)
	}
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, stateFile), 0o700))
	_, _, err := Open(dir)
	assert.ErrorContains(t, err, "is no regular file", "a link to a device has no end")
	_, _, err = Open(t.TempDir())
	assert.ErrorContains(t, err, "gcbench lab start makes one")
	_, err = Named("nosuch")
	assert.ErrorContains(t, err, "it must be one of")
}
