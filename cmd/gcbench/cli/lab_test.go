package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestEveryLab goes through each lab as a student does, in a folder outside the repository:
// as it is given it is wrong, and the answer is right. With HALFMARK_LABS=long the typical
// wrong answers follow: each is wrong for its own reason. .ci/labs runs it.
func TestEveryLab(t *testing.T) {
	mode := os.Getenv("HALFMARK_LABS")
	if mode == "" {
		t.Skip("compiles and judges each lab, for minutes: .ci/labs sets HALFMARK_LABS=quick or long")
	}
	for _, l := range lab.All() {
		t.Run(l.Name, func(t *testing.T) {
			untouched := filepath.Join(t.TempDir(), "untouched")
			mustRun(t, "lab", "start", l.Name, untouched)
			judged := judge(t, untouched, session.ExitFailed)
			assert.NotEmpty(t, judged.fault(), "nothing is said")

			answer := filepath.Join(t.TempDir(), "answer")
			mustRun(t, "lab", "answer", l.Name, answer)
			want := []int{session.ExitOK}
			if l.Timed() {
				want = append(want, session.ExitJudge) // on a machine that cannot tell
			}
			judge(t, answer, want...)
			for n := 1; n <= l.Wrongs() && mode == "long"; n++ {
				wrong := filepath.Join(t.TempDir(), fmt.Sprint("wrong", n))
				mustRun(t, "lab", "answer", l.Name, wrong, "--wrong", fmt.Sprint(n))
				judged := judge(t, wrong, session.ExitFailed)
				assert.Contains(t, judged.fault(), reasonIn(t, wrong))
			}
		})
	}
}

// labReport is what these tests read of a report.
type labReport struct {
	Schema, Lab, Student, Verdict string
	Why                           []string
	Checks                        []struct {
		Name, State, Detail string
		Fault               *struct{ Says, Table, Schedule string }
	}
}

// fault is the sentence of the check that is broken.
func (r *labReport) fault() string {
	for _, c := range r.Checks {
		if c.Fault != nil {
			return c.Fault.Says
		}
	}
	return ""
}

// judge runs lab check, and prints a row for it: the folder, the verdict, how long it took.
func judge(t *testing.T, dir string, want ...int) *labReport {
	t.Helper()
	began := time.Now()
	status, stdout, stderr := runCLI("lab", "check", dir, "--json", "-")
	took := time.Since(began)
	r := &labReport{}
	require.NoError(t, json.Unmarshal([]byte(stdout), r), "%s%s", stdout, stderr)
	fmt.Printf("| %s | %s | %s | %.1f s | %s |\n", r.Lab, filepath.Base(dir), r.Verdict, took.Seconds(), r.fault())
	require.Contains(t, want, status, "%s%s", stdout, stderr)
	assert.Equal(t, "gcbench-lab/1", r.Schema)
	return r
}

// reasonIn is what a typical wrong answer says that the judge will find.
func reasonIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		if reason, found := strings.CutPrefix(string(text), "// Wrong: "); found {
			reason, _, _ = strings.Cut(reason, "\n")
			return reason
		}
		if reason, found := strings.CutPrefix(string(text), "# Wrong: "); found {
			reason, _, _ = strings.Cut(reason, "\n")
			return reason
		}
	}
	t.Fatalf("no file in %s begins with // Wrong: or # Wrong:", dir)
	return ""
}

// A student's first minute, without the judge.
func TestLabStartAndHint(t *testing.T) {
	assert.Contains(t, mustRun(t, "lab", "list"), "chaselev")
	dir := filepath.Join(t.TempDir(), "mine")
	assert.Contains(t, mustRun(t, "lab", "start", "chaselev", dir, "--student", "Ann"), "check     gcbench lab check "+dir)
	assert.Contains(t, mustRun(t, "lab", "hint", dir), "Hint 1 of ")
	assert.Contains(t, mustRun(t, "lab", "hint", dir), "Hint 2 of ")
	assert.FileExists(t, filepath.Join(dir, "go.mod"))
}

func TestLabBadUsage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	mustRun(t, "lab", "start", "chaselev", dir)
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"lab start nosuch x", session.ExitUsage, `there is no lab "nosuch": it must be one of `},
		{"lab start chaselev", session.ExitUsage, "missing argument: <dir>"},
		{"lab start chaselev " + dir, session.ExitFailed, "is not empty: give the name of a new folder"},
		{"lab answer chaselev " + dir + "2 --wrong 9", session.ExitFailed, "there is no number 9"},
		{"lab answer chaselev " + dir + "2 --wrong 0", session.ExitUsage, "it must be a whole number, 1 to 9"},
		{"lab hint " + dir + "2", session.ExitUsage, "is not the folder of a lab"},
		{"lab check " + dir + "2", session.ExitUsage, "is not the folder of a lab"},
		{"lab check " + dir + " --lab nosuch", session.ExitUsage, "nosuch"},
		{"lab", session.ExitUsage, "lab"},
		{"lab watch " + dir + "2", session.ExitUsage, "is not the folder of a lab"},
		{"lab list " + dir + "2", session.ExitUsage, "no such file"},
		{"lab nosuch", session.ExitUsage, "list, start, hint, check, watch, grade, answer"},
	} {
		status, stdout, stderr := runCLI(strings.Fields(c.args)...)
		assert.Equal(t, c.status, status, "%s: %s", c.args, stderr)
		assert.Empty(t, stdout, c.args)
		assert.Contains(t, stderr, c.says, c.args)
		assert.NoDirExists(t, dir+"2")
	}
}

// lab list says of each folder what its last check has found. From the wrong folder lab hint names the right
// one.
func TestLabListWhatIsDone(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, "my lab")
	mustRun(t, "lab", "start", "chaselev", dir)
	assert.Regexp(t, `(?m)^my lab +chaselev +never checked$`, mustRun(t, "lab", "list", home))
	_, _, stderr := runCLI("lab", "hint", home)
	assert.Contains(t, stderr, "do you mean one of "+dir)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "more.go"), []byte("package answer\n\nimport \"os\"\n"), 0o600))
	runCLI("lab", "check", dir)
	assert.Regexp(t, `(?m)^my lab +chaselev +not judged$`, mustRun(t, "lab", "list", home))
	require.NoError(t, os.Remove(filepath.Join(dir, "more.go")))
	assert.Regexp(t, `(?m)^my lab +chaselev +not judged, and changed since$`, mustRun(t, "lab", "list", dir))
	assert.NotContains(t, mustRun(t, "lab", "list", t.TempDir()), "your folder")
}

// TestSlowLabExitStatus: the exit status is what a course's scripts read.
func TestSlowLabExitStatus(t *testing.T) {
	tagged.Slow(t) // compiles an answer
	dir := filepath.Join(t.TempDir(), "mine")
	mustRun(t, "lab", "answer", "mark", dir, "--wrong", "1")
	status, stdout, stderr := runCLI("lab", "check", dir)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stdout, "mark: wrong, 0 of 10 points\n")
	assert.Contains(t, stdout, reasonIn(t, dir))
	assert.Contains(t, stderr, "lab mark: the answer is wrong")
}

// An answer that imports what it must not is not judged, and the report says which line.
func TestLabNotJudged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	mustRun(t, "lab", "start", "chaselev", dir)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "more.go"), []byte("package answer\n\nimport \"os\"\n\nfunc init() { os.Exit(0) }\n"), 0o600))
	status, stdout, stderr := runCLI("lab", "check", dir)
	assert.Equal(t, session.ExitJudge, status)
	assert.Contains(t, stdout, "chaselev: not judged\n  more.go:3:8: imports os: ")
	assert.Contains(t, stderr, "cannot be judged")
	status, stdout, _ = runCLI("lab", "check", dir, "--json", "-")
	assert.Equal(t, session.ExitJudge, status)
	r := &labReport{}
	require.NoError(t, json.Unmarshal([]byte(stdout), r))
	assert.Equal(t, "unjudged", r.Verdict)
	assert.Empty(t, r.Student)
	_, stdout, _ = runCLI("lab", "check", dir, "--json", "-", "--student", "Ann")
	require.NoError(t, json.Unmarshal([]byte(stdout), r))
	assert.Equal(t, "Ann", r.Student, "the teacher's word counts")
	assert.Len(t, r.Why, 2, "the import, and init")
}

// Another lab, the folder of a neighbour and a folder without a name are not judged, and
// the report says why.
func TestLabOfSomebodyElse(t *testing.T) {
	named, nameless := filepath.Join(t.TempDir(), "Ann's"), filepath.Join(t.TempDir(), "nameless")
	mustRun(t, "lab", "start", "bugs", named, "--student", "Ann")
	mustRun(t, "lab", "start", "bugs", nameless)
	screen := filepath.Join(t.TempDir(), "screen")
	mustRun(t, "lab", "start", "bugs", screen, "--student", "Ann\x1b[2J")
	for _, c := range []struct {
		args []string
		why  string
	}{
		{[]string{named, "--lab", "chaselev"}, "the folder is for lab bugs, and not for lab chaselev"},
		{[]string{named, "--student", "Bob"}, "the folder was made for Ann, and not for Bob: each student has a different question"},
		{[]string{screen, "--student", "Bob"}, `the folder was made for Ann\x1b[2J, and not for Bob: each student has a different question`},
		{[]string{nameless, "--student", "Bob"}, "the folder was made without a name, and each student has a different question: lab start bugs DIR --student Bob"},
		{[]string{named, "--source", named}, named + " is not a folder with the source of github.com/seed-3ccf4018/halfmark: it has no go.mod of that module"},
	} {
		status, stdout, stderr := runCLI(append([]string{"lab", "check", "--json", "-"}, c.args...)...)
		assert.Equal(t, session.ExitJudge, status, stderr)
		r := &labReport{}
		require.NoError(t, json.Unmarshal([]byte(stdout), r), stderr)
		assert.Equal(t, []string{c.why}, r.Why)
		assert.Equal(t, "unjudged", r.Verdict)
	}
}
