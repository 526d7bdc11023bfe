package platform

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// reports has a report of each verdict.
func reports() map[verdict.Verdict]*lab.Report {
	ten, four := 10, 4
	held := verdict.Check{Name: "one", Points: 4, Asks: "this", Detail: "7 tries", State: verdict.Held}
	broken := verdict.Check{Name: "two", Points: 6, Asks: "that", State: verdict.Broken, Fault: &verdict.Fault{Says: "it is lost"}}
	skipped, unreached := verdict.Check{Name: "two", Points: 6, State: verdict.Skipped}, verdict.Check{Name: "three", State: verdict.Unreached}
	return map[verdict.Verdict]*lab.Report{
		verdict.Right:    {Lab: "bit", Verdict: verdict.Right, Score: &ten, Most: 10, Checks: []verdict.Check{held, skipped}},
		verdict.Wrong:    {Lab: "bit", Verdict: verdict.Wrong, Score: &four, Most: 10, Checks: []verdict.Check{held, broken, unreached}},
		verdict.Unjudged: {Lab: "bit", Verdict: verdict.Unjudged, Most: 10, Checks: []verdict.Check{held, unreached}},
	}
}

// line is what a platform gets of a report.
func line(t *testing.T, w *Writer, v verdict.Verdict) (text string, object map[string]any) {
	t.Helper()
	text, err := w.Line(reports()[v], "the text")
	require.NoError(t, err)
	if text != "" {
		require.Equal(t, 1, strings.Count(text, "\n"), "one line")
		require.NoError(t, json.Unmarshal([]byte(text), &object))
	}
	return text, object
}

// A results.json has the tests' scores and no other. Without a verdict it has none at all.
func TestGradescope(t *testing.T) {
	w, err := Named("gradescope").For(t.Context(), &Origin{})
	require.NoError(t, err)
	for v, sum := range map[verdict.Verdict]float64{verdict.Right: 10, verdict.Wrong: 4} {
		_, all := line(t, w, v)
		assert.NotContains(t, all, "score", "it would override the sum")
		assert.Equal(t, "the text", all["output"])
		got, most := 0.0, 0.0
		for _, one := range all["tests"].([]any) {
			fields := one.(map[string]any)
			for _, name := range []string{"name", "score", "max_score", "output", "visibility"} {
				assert.Contains(t, fields, name)
			}
			assert.Len(t, fields, 5)
			got, most = got+fields["score"].(float64), most+fields["max_score"].(float64)
		}
		assert.Equal(t, []float64{sum, 10}, []float64{got, most})
	}
	_, all := line(t, w, verdict.Unjudged)
	assert.Equal(t, map[string]any{"output": "the text"}, all)
}

// Autolab makes a zero of a line that is missing or has no problem, but not of null.
func TestAutolab(t *testing.T) {
	for problem, want := range map[string]string{"": "bit", `Mark "bit" <1>`: `Mark \"bit\" <1>`} {
		w, err := Named("autolab").For(t.Context(), &Origin{Problem: problem})
		require.NoError(t, err)
		for v, score := range map[verdict.Verdict]string{verdict.Right: "10", verdict.Wrong: "4", verdict.Unjudged: "null"} {
			text, _ := line(t, w, v)
			assert.Equal(t, `{"scores":{"`+want+`":`+score+"}}\n", text)
		}
	}
}

// checkout makes a commit with this committer date. It returns the folder and the commit's hash.
func checkout(t *testing.T, date string) (dir, commit string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir = t.TempDir()
	git := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE="+date, "GIT_AUTHOR_DATE=2001-01-01T00:00:00Z")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	git("commit", "-q", "--allow-empty", "-m", "x")
	commit = git("rev-parse", "HEAD")
	git("commit", "-q", "--allow-empty", "--date", "2002-01-01T00:00:00Z", "-m", "later")
	return dir, commit
}

// runner has the variables of Classroom 50's runner.
func runner(commit string) map[string]string {
	return map[string]string{
		"CLASSROOM": "gc", "ASSIGNMENT": "bit", "ASSIGNMENT_TYPE": "individual", "OWNER": "ann", "SUBMISSION_TAG": "submit/7",
		"COMMIT_URL": "https://example.com/gc/bit-ann/commit/" + commit, "RELEASE_URL": "https://example.com/r", "REVIEW_URL": "https://example.com/v",
	}
}

// A result.json has what classroom50/result/v1 demands, as its schema stood at commit 6e593c7 of
// foundation50/classroom50, and no further field. Without a verdict there is none.
func TestClassroom50(t *testing.T) {
	dir, commit := checkout(t, "2026-03-04T23:30:00-05:00")
	env := runner(commit)
	w, err := Named("classroom50").For(t.Context(), &Origin{Dir: dir, Getenv: func(name string) string { return env[name] }})
	require.NoError(t, err)
	for v, score := range map[verdict.Verdict]float64{verdict.Right: 10, verdict.Wrong: 4} {
		_, all := line(t, w, v)
		for field, want := range map[string]string{
			"schema": "^classroom50/result/v1$", "classroom": "^gc$", "assignment": "^bit$", "assignment_type": "^individual$", "owner": "^ann$",
			"submission": "^submit/", "commit": "/commit/" + commit + "$", "release": "/r$", "review": "/v$",
			"datetime": `^2026-03-05T04:30:00Z$`,
		} {
			assert.Regexp(t, regexp.MustCompile(want), all[field], field)
		}
		assert.Len(t, all, 13)
		assert.Equal(t, []any{score, 10.0}, []any{all["score"], all["max-score"]})
		sum := 0.0
		for _, one := range all["tests"].([]any) {
			fields := one.(map[string]any)
			assert.NotEmpty(t, fields["test-name"])
			assert.Equal(t, fields["passed"].(bool), fields["score"] == fields["max-score"] && fields["test-name"] != "three")
			assert.LessOrEqual(t, fields["score"], fields["max-score"])
			sum += fields["score"].(float64)
			assert.Len(t, fields, 4)
		}
		assert.Equal(t, score, sum)
	}
	text, _ := line(t, w, verdict.Unjudged)
	assert.Empty(t, text)
}

// A fact that the runner did not say is named, and so is a folder that is not a clone with the
// commit.
func TestClassroom50Lacks(t *testing.T) {
	dir, commit := checkout(t, "2026-03-04T23:30:00Z")
	learn := func(dir, name, value string) error {
		env := runner(commit)
		env[name] = value
		_, err := Named("classroom50").For(t.Context(), &Origin{Dir: dir, Getenv: func(name string) string { return env[name] }})
		return err
	}
	for name := range runner("") {
		if err := learn(dir, name, ""); name == "REVIEW_URL" {
			assert.NoError(t, err, "the commit stands in for it")
		} else {
			assert.EqualError(t, err, "--format classroom50: the environment variable "+name+" is missing: the platform's runner sets it")
		}
	}
	assert.ErrorContains(t, learn(dir, "SUBMISSION_TAG", "v1"), `SUBMISSION_TAG is "v1": it must be a tag that begins with submit/`)
	assert.ErrorContains(t, learn(dir, "ASSIGNMENT_TYPE", "pair"), "must be individual or group")
	assert.NoError(t, learn(dir, "COMMIT_URL", "https://example.com/commit/abc"), "the commit that is checked out")
	assert.ErrorContains(t, learn(dir, "COMMIT_URL", "https://example.com/commit/"+strings.Repeat("0", 40)), "the folder must be a clone that has the commit")
	assert.ErrorContains(t, learn(t.TempDir(), "OWNER", "ann"), "the folder must be a clone")
	assert.ErrorContains(t, learn(filepath.Join(dir, "none"), "OWNER", "ann"), "git says: ")
}
