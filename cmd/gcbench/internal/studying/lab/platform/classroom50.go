package platform

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
)

// submission is what Classroom 50 says about a submission, under its names for it.
type submission struct {
	Schema         string `json:"schema"`
	Classroom      string `json:"classroom"`
	Assignment     string `json:"assignment"`
	AssignmentType string `json:"assignment_type"`
	Owner          string `json:"owner"`
	Submission     string `json:"submission"`
	Commit         string `json:"commit"`
	Release        string `json:"release"`
	Review         string `json:"review"`
	Datetime       string `json:"datetime"` // the commit's, in UTC
}

// result is Classroom 50's result.json.
// Source: schemas/result-v1.schema.json of foundation50/classroom50 at commit 6e593c7.
type result struct {
	submission
	Score    int          `json:"score"`
	MaxScore int          `json:"max-score"`
	Tests    []testResult `json:"tests"`
}

type testResult struct {
	Name     string `json:"test-name"`
	Passed   bool   `json:"passed"`
	Score    int    `json:"score"`
	MaxScore int    `json:"max-score"`
}

// resultOf is nil for an answer without a score: the schema wants one. Then the autograder has to fail.
func resultOf(r *lab.Report, a *about) any {
	if r.Score == nil {
		return nil
	}
	v := &result{submission: a.submission, Score: *r.Score, MaxScore: r.Most}
	for _, c := range r.Checks {
		v.Tests = append(v.Tests, testResult{c.Name, c.Passed(), c.Score(), c.Points})
	}
	return v
}

// ofClassroom reads the runner's variables, and the commit's date in the checkout.
func ofClassroom(ctx context.Context, a *about, o *Origin) error {
	s := &a.submission
	s.Schema = "classroom50/result/v1"
	if s.Review = o.Getenv("REVIEW_URL"); s.Review == "" {
		s.Review = o.Getenv("COMMIT_URL")
	}
	for _, v := range []struct {
		name   string
		field  *string
		allows string // a regular expression
		says   string
	}{
		{"CLASSROOM", &s.Classroom, ".", ""},
		{"ASSIGNMENT", &s.Assignment, ".", ""},
		{"ASSIGNMENT_TYPE", &s.AssignmentType, "^(individual|group)$", "individual or group"},
		{"OWNER", &s.Owner, ".", ""},
		{"SUBMISSION_TAG", &s.Submission, "^submit/", "a tag that begins with submit/"},
		{"COMMIT_URL", &s.Commit, ".", ""},
		{"RELEASE_URL", &s.Release, ".", ""},
	} {
		*v.field = o.Getenv(v.name)
		switch {
		case *v.field == "":
			return fmt.Errorf("the environment variable %s is missing: the platform's runner sets it", v.name)
		case !regexp.MustCompile(v.allows).MatchString(*v.field):
			return fmt.Errorf("the environment variable %s is %q: it must be %s", v.name, *v.field, v.says)
		}
	}
	date, err := committed(ctx, o.Dir, s.Commit)
	if err != nil {
		return fmt.Errorf("the date of the commit in %s: %w", o.Dir, err)
	}
	s.Datetime = date.UTC().Format("2006-01-02T15:04:05Z")
	return nil
}

var hash = regexp.MustCompile("^[0-9a-f]{40,64}$")

// committed is the committer date of the commit to which the address leads. An address without a hash means the
// commit that is checked out. The folder may lie in a repository that is not the student's. Then the commit is
// not found there.
func committed(ctx context.Context, dir, address string) (time.Time, error) {
	commit := path.Base(address)
	if !hash.MatchString(commit) {
		commit = "HEAD"
	}
	out, err := exec.CommandContext(ctx, "git", "-C", dir, "--no-pager", "log", "-1", "--no-show-signature", "--format=%ct", commit, "--").Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		said, _, _ := strings.Cut(strings.TrimSpace(string(failed.Stderr)), "\n")
		return time.Time{}, fmt.Errorf("git says: %s: the folder must be a clone that has the commit", said)
	} else if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	return time.Unix(seconds, 0), err
}
