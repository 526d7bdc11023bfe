package grading

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Whatever a name or a fault says, a row has one line and no formula.
func TestCSV(t *testing.T) {
	zero := 0
	var all []Graded
	for i, hostile := range []string{"=cmd()", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "|x", "%x", "a\nb", `a,"b`, "\xff", "\u202eabc", "größer", "", strings.Repeat("x", 10_000)} {
		r := &lab.Report{Lab: "mark", Verdict: verdict.Wrong, Score: &zero, Most: 10, Checks: []verdict.Check{{Name: "a", State: verdict.Broken, Fault: &verdict.Fault{Says: hostile}}}}
		all = append(all, Graded{Submission: Submission{Student: hostile, Entry: fmt.Sprintf("%02d", i)}, Report: r})
	}
	var b bytes.Buffer
	require.NoError(t, WriteCSV(&b, all))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, len(all)+1)
	for _, row := range rows[1:] {
		assert.Equal(t, row[0], row[6], "the name and why")
		for _, cell := range row {
			assert.NotContains(t, "=+-@|%\t\r", (cell + " ")[:1])
			assert.LessOrEqual(t, len(cell), mostCell+3)
			assert.NotContains(t, cell, "\n")
		}
	}
	assert.Equal(t, "'=cmd()", rows[1][0])
	assert.Equal(t, "größer", rows[14][0])
}

// Submissions that are the same are named, but not those as they were given.
func TestSameAs(t *testing.T) {
	graded := func(entry, print string, known bool) Graded {
		return Graded{Submission: Submission{Entry: entry}, Report: &lab.Report{Print: print, Known: known}}
	}
	all := []Graded{graded("a", "1", true), graded("b", "1", true), graded("c", "2", false), graded("d", "", false), graded("e", "", false)}
	assert.Equal(t, []string{"lab answer", "b"}, sameAs(all, 0))
	assert.Empty(t, sameAs(all, 2))
	assert.Empty(t, sameAs(all, 3))
}

func TestIsOf(t *testing.T) {
	for submission, is := range map[string]bool{"ann": true, "ANN": true, "Ann_12_file": true, "anna": false, "an": false, "": false, "bob_ann": false, "ann-1": false} {
		assert.Equal(t, is, isOf("Ann", submission), submission)
	}
	assert.False(t, isOf("", "ann"))
	assert.False(t, isOf("", ""))
}

// Files that systems leave in a folder are no submissions, and neither are those that
// this run writes.
func TestSubmissions(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"ann", ".git", "__MACOSX", "z.zip"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
	}
	for _, name := range []string{"bob.ZIP", ".DS_Store", "grades.csv", "sam.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	all, err := Submissions(dir, func(path string) bool { return filepath.Base(path) == "grades.csv" })
	require.NoError(t, err)
	var students []string
	for _, s := range all {
		students = append(students, s.Student)
	}
	assert.Equal(t, []string{"ann", "bob", "sam.txt", "z.zip"}, students)
	_, err = Submissions(filepath.Join(dir, "none"), nil)
	assert.Error(t, err)
}

// However many are judged at once, each is told of once. After an error, or an interrupt, no more begin.
func TestGrade(t *testing.T) {
	dir := t.TempDir()
	for i := range 40 {
		require.NoError(t, os.Mkdir(filepath.Join(dir, fmt.Sprint(i)), 0o700)) // none is the folder of a lab
	}
	all, err := Submissions(dir, func(string) bool { return false })
	require.NoError(t, err)
	stop := errors.New("the disk is full")
	for _, parallel := range []int{1, 2, 7, 100} {
		seen := map[string]bool{}
		g := &Grader{Parallel: parallel, Done: func(g Graded) error {
			assert.False(t, seen[g.Entry])
			seen[g.Entry] = true
			assert.Equal(t, verdict.Unjudged, g.Report.Verdict)
			assert.Equal(t, []string{g.Entry + " is not the folder of a lab, because it has no lab.json: gcbench lab start makes one"}, g.Report.Why)
			return nil
		}}
		require.NoError(t, g.Grade(t.Context(), all))
		assert.Len(t, seen, len(all))

		told := 0
		g.Done = func(Graded) error { told++; return stop }
		assert.ErrorIs(t, g.Grade(t.Context(), all), stop)
		assert.LessOrEqual(t, told, 2*parallel+1)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		assert.ErrorIs(t, g.Grade(ctx, all), context.Canceled)
	}
}
