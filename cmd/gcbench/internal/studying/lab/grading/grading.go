// Package grading judges a folder of submissions, several at once, and keeps the grades.
package grading

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/handin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Submission is what one student has handed in.
type Submission struct {
	Entry   string // its name in the folder
	Student string // the same without .zip
	Path    string
	mode    fs.FileMode
}

// Graded is a submission and the judge's report of it.
type Graded struct {
	Submission
	Report *lab.Report
	Took   time.Duration
}

// Submissions are all entries of a folder in the order of their names, but for what systems leave there, and for
// files that are this run's own.
func Submissions(folder string, own func(path string) bool) (all []Submission, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		s := Submission{Entry: e.Name(), Student: e.Name(), Path: filepath.Join(folder, e.Name()), mode: e.Type()}
		if handin.IsZip(s.Entry) && !e.IsDir() {
			s.Student = strings.TrimSuffix(s.Entry, filepath.Ext(s.Entry))
		}
		if !handin.Aside(s.Entry) && !own(s.Path) {
			all = append(all, s)
		}
	}
	return all, err
}

// Grader judges submissions.
type Grader struct {
	Judge    lab.Judge // of all; each submission is judged by a copy with its student's name
	Parallel int       // how many at once
	Unnamed  bool      // a folder that was started without a name may be any student's
	// Done is told of each submission, one after the other, by the goroutine that calls Grade.
	Done func(Graded) error

	// A lab that is judged by a clock has the machine for itself.
	clock sync.RWMutex
}

// Grade judges the submissions. It ends early with the context's error, or Done's. Then no more submissions begin, and
// those that are not finished are given up.
func (g *Grader) Grade(ctx context.Context, all []Submission) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	todo, done := make(chan Submission), make(chan Graded)
	var workers sync.WaitGroup
	for range min(g.Parallel, len(all)) {
		workers.Go(func() {
			for s := range todo {
				if graded, err := g.grade(ctx, s); err == nil {
					done <- graded
				}
			}
		})
	}
	go func() {
		defer close(done)
		defer workers.Wait()
		defer close(todo)
		for _, s := range all {
			select {
			case todo <- s:
			case <-ctx.Done():
				return
			}
		}
	}()
	for graded := range done {
		if err := g.Done(graded); err != nil {
			stop(err)
		}
	}
	return context.Cause(ctx)
}

// grade judges one submission. The error is the context's.
func (g *Grader) grade(ctx context.Context, s Submission) (Graded, error) {
	if s.mode&fs.ModeSymlink != 0 {
		return Graded{s, g.notJudged(s, s.Entry+" is a link: a submission is a folder or a .zip"), 0}, ctx.Err()
	}
	j := g.Judge
	j.Progress = func(string) {}
	j.Student = s.Student
	j.Named = func(student string) bool { return isOf(student, s.Student) || g.Unnamed && student == "" }
	j.Alone = g.alone
	began := time.Now()
	r, err := j.HandedIn(ctx, s.Path)
	if ctx.Err() != nil {
		return Graded{}, ctx.Err()
	}
	if err != nil {
		r = g.notJudged(s, err.Error())
	}
	r.Student = s.Student
	for i := range r.Why { // a report must not tell where the teacher keeps submissions
		r.Why[i] = strings.ReplaceAll(r.Why[i], s.Path, s.Entry)
	}
	return Graded{s, r, time.Since(began)}, nil
}

// notJudged is the report of a submission that was not opened.
func (g *Grader) notJudged(s Submission, why string) *lab.Report {
	l, _ := lab.Named(g.Judge.Lab) // nil if it is not known
	return lab.NotJudged(&lab.Folder{Student: s.Student}, l, why)
}

// alone begins to judge: by a clock, or not. end ends it.
func (g *Grader) alone(timed bool) (end func()) {
	if timed {
		g.clock.Lock()
		return g.clock.Unlock
	}
	g.clock.RLock()
	return g.clock.RUnlock
}

// isOf says whether a submission of this name is the student's. Platforms put more behind a name: ann_123_file.
func isOf(student, submission string) bool {
	return student != "" && (strings.EqualFold(student, submission) ||
		len(submission) > len(student) && submission[len(student)] == '_' && strings.EqualFold(student, submission[:len(student)]))
}

// Counts are how many submissions have each verdict, and which.
func Counts(all []Graded) map[verdict.Verdict][]string {
	names := map[verdict.Verdict][]string{}
	for _, g := range all {
		names[g.Report.Verdict] = append(names[g.Report.Verdict], g.Entry)
	}
	return names
}
