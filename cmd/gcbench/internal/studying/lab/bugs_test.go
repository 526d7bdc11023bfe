package lab

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/bugs"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// exploreBugs returns what testdata/bugs/main.go prints for deques with these defects: by letter, a
// shortest schedule that fails, or "none".
func exploreBugs(t *testing.T, chosen [bugs.Deques]bugs.Defect) map[string]string {
	t.Helper()
	l, err := Named("bugs")
	require.NoError(t, err)
	with := *l
	with.arrange = func(_ string, files Files) Files { return bugs.With(chosen, files) }
	source, err := origin.Source(t.Context(), "")
	require.NoError(t, err)
	shop, err := newWorkshop(source, &with, "", nil)
	require.NoError(t, err)
	defer shop.close()
	main, err := os.ReadFile("testdata/bugs/main.go")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(shop.dir, "main.go"), main, 0o600))
	require.NoError(t, os.Remove(filepath.Join(shop.dir, "answers.go")))
	program, problems, err := shop.build(t.Context(), explored)
	require.NoError(t, err)
	require.Empty(t, problems)
	out, err := exec.Command(program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	schedules := map[string]string{}
	for line := range strings.Lines(string(out)) {
		var deque, executions int
		var letter, schedule string
		_, err := fmt.Sscan(line, &deque, &letter, &schedule, &executions)
		require.NoError(t, err, "%s", out)
		require.Positive(t, executions)
		if schedules[letter] == "" || schedules[letter] == "none" {
			schedules[letter] = schedule
		}
	}
	return schedules
}

// The deques of the lab bugs have their defect and no other: repaired they fail in no schedule
// of any of the programs. A defect shows in a schedule of at most 20 steps, and the answer is
// such a one.
func TestSlowBugs(t *testing.T) {
	tagged.Slow(t)
	var first, second, repaired [bugs.Deques]bugs.Defect
	for i, d := range bugs.All() {
		first[i/2], second[i/2], repaired[i/2] = second[i/2], d, d.Repaired()
	}
	none := exploreBugs(t, repaired)
	assert.Equal(t, "none", none["more"], "repaired, in further programs")
	wrong := exploreBugs(t, first)
	for letter, schedule := range exploreBugs(t, second) {
		if i := strings.Index("ABCDEFGHIJKL", letter); i%2 == 1 {
			wrong[letter] = schedule
		}
	}
	for _, d := range bugs.All() {
		assert.Equal(t, "none", none[d.Letter], "repaired, in the program of %s", d.Letter)
		assert.Equal(t, d.Schedule, wrong[d.Letter], "%s: the shortest schedule", d.Letter)
	}
}

// A claim in answers.txt that cannot be read is not judged, and the line and the column are named.
func TestSlowUnreadableClaims(t *testing.T) {
	tagged.Slow(t)
	l, err := Named("bugs")
	require.NoError(t, err)
	for text, why := range map[string]string{
		"1 A a3":                                           `answers.txt:1:1: "1 A a3": a line is like this: `,
		"7: defect=A schedule=a":                           "answers.txt:1:1: there is no deque 7: they are 1 to 6",
		"# all\n1: defect=Z schedule=a":                    `answers.txt:2:11: defect "Z": the names are A to L`,
		"1: defect=A schedule=a3c":                         `answers.txt:1:24: schedule: "c": want a letter`,
		"1: defect=A schedule=a1000":                       "answers.txt:1:23: schedule: 1000 steps: want a number from 1 to 999",
		"1: defect=A schedule=?":                           "answers.txt:1:22: a schedule is missing",
		"1: defect=A schedule=a1\n1: defect=A schedule=a2": "answers.txt:2:1: deque 1 has an answer in line 1 already",
	} {
		f, _, j := probe(t, Files{"answers.txt": text})
		r, err := j.Check(t.Context(), f, l)
		require.NoError(t, err)
		assert.Equal(t, verdict.Unjudged, r.Verdict, text)
		assert.Contains(t, strings.Join(r.Why, "\n"), why, text)
	}
}

// A name has the same six deques for ever, one of each sort. Other names have others.
func TestBugsByName(t *testing.T) {
	ann := bugs.Chosen("Ann")
	assert.Equal(t, "DIHKBF", letters(ann), "grades of students depend on it")
	assert.Equal(t, "ACEGIK", letters(bugs.Chosen("")))
	l, err := Named("bugs")
	require.NoError(t, err)
	some := ""
	for i := range 20 { // each defect fits its deque
		some += letters(bugs.Chosen(fmt.Sprint("student ", i)))
		assert.Len(t, l.given(fmt.Sprint("student ", i)), len(l.given("")))
	}
	for _, d := range bugs.All() {
		assert.Contains(t, some, d.Letter)
	}
	seen := map[string]bool{}
	for i := range 1000 {
		chosen := letters(bugs.Chosen(fmt.Sprint("student ", i)))
		seen[chosen] = true
		for two := range bugs.Deques {
			sort := "ABCDEFGHIJKL"[2*two : 2*two+2]
			assert.True(t, strings.ContainsAny(chosen, sort[:1]) != strings.ContainsAny(chosen, sort[1:]), "%s has one of %s", chosen, sort)
		}
	}
	assert.Greater(t, len(seen), 950, "of 46,080 ways")
}

func letters(chosen [bugs.Deques]bugs.Defect) (all string) {
	for _, d := range chosen {
		all += d.Letter
	}
	return all
}
