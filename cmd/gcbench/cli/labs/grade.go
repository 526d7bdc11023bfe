package labs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/draft"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/grading"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

// gradeCmd is gcbench lab grade.
type gradeCmd struct {
	Folder   string `arg:"" type:"folder" help:"The folder with the submissions: folders and .zip files, each named after its student."`
	Output   string `short:"o" type:"output" required:"" placeholder:"FILE" help:"Write a line of CSV for each submission; - is standard output."`
	Verdicts string `type:"output" placeholder:"DIR" help:"Write what lab check says of each submission to this folder, too: a .json and a .txt."`
	Lab      string `type:"choice" placeholder:"NAME" help:"The lab that each submission must answer, so that no student hands in an easier one."`
	Source   string `type:"folder" placeholder:"DIR" help:"The folder with the source of gcbench (default: where it was built)."`
	Unnamed  bool   `help:"Also judge folders that were started without --student, in labs that ask each student a different question."`
	Parallel int    `type:"number" placeholder:"N" help:"How many submissions are judged at once: ${range_parallel} (default: one for each processor that has a GiB of memory)."`
}

// Help says what is kept, and what the exit status means.
func (*gradeCmd) Help() string {
	return "Each submission is judged as by lab check, with your rights. In labs that ask each student a different question, a submission must have the name of its student, alone or with _ and more after it. " +
		"The file is written again after each submission, so an interrupt leaves the grades of all that were judged. The exit status is 0 if every submission has a line, right or wrong."
}

// forEach is the memory that is kept free for each submission that is judged at once.
const forEach = 1 << 30

// Run carries out gcbench lab grade.
func (c *gradeCmd) Run(s *session.Session) error {
	run, err := c.prepare(s)
	if err != nil {
		return err
	}
	defer s.Progress.Clear()
	g := &grading.Grader{
		Judge:    lab.Judge{Lab: c.Lab, Source: run.source, Time: lab.TimeLimit, Memory: lab.MemoryLimit},
		Parallel: cmp.Or(c.Parallel, max(1, min(runtime.GOMAXPROCS(0), int(flags.AvailableMemory()/forEach)))), Unnamed: c.Unnamed, Done: run.done,
	}
	err = g.Grade(s, run.todo)
	if s.Err() != nil {
		kept := fmt.Sprintf("%s has %d of %d submissions", c.Output, len(run.graded), len(run.todo))
		if len(run.graded) == 0 || c.Output == "-" {
			kept = "no grades were written"
		}
		return &session.Interrupted{Kept: kept}
	}
	if err != nil {
		return err
	}
	if c.Output == "-" {
		if err := grading.WriteCSV(s.Stdout, run.graded); err != nil {
			return err
		}
		return text.Print(s.Stderr, text.LabGrades(run.graded))
	}
	return text.Print(s.Stdout, text.LabGrades(run.graded))
}

// gradeRun is one run of lab grade.
type gradeRun struct {
	*gradeCmd
	session *session.Session
	source  string
	todo    []grading.Submission
	graded  []grading.Graded
}

// prepare finds the submissions, and what keeps grades from being written.
func (c *gradeCmd) prepare(s *session.Session) (*gradeRun, error) {
	run := &gradeRun{gradeCmd: c, session: s}
	var err error
	if run.todo, err = grading.Submissions(c.Folder, run.own); err != nil {
		return nil, session.BadUsage("%w: give the folder with the submissions", err)
	}
	if len(run.todo) == 0 {
		return nil, session.BadUsage("%s has no submissions: a submission is a folder, or a .zip of one", c.Folder)
	}
	if run.source, err = origin.Source(s, c.Source); err != nil {
		return nil, err
	}
	if err := origin.FindGo(); err != nil {
		return nil, err
	}
	if c.Verdicts != "" {
		if err := os.MkdirAll(c.Verdicts, 0o777); err != nil {
			return nil, err
		}
	}
	if c.Output != "-" { // that it can be written is known before the work
		f, err := s.CreateFile(c.Output)
		if err != nil {
			return nil, err
		}
		f.Abandon()
	}
	return run, nil
}

// own says whether a file in the folder of the submissions is what this run writes.
func (r *gradeRun) own(path string) bool {
	abs := func(path string) string {
		path, _ = filepath.Abs(path)
		return path
	}
	return r.Output != "-" && abs(path) == abs(r.Output) || r.Verdicts != "" && abs(path) == abs(r.Verdicts)
}

// done keeps what is known by now.
func (r *gradeRun) done(g grading.Graded) error {
	r.graded = append(r.graded, g)
	r.session.Progress.ShowPart(float64(len(r.graded))/float64(len(r.todo)), "%d of %d, %s: %s", len(r.graded), len(r.todo), g.Entry, g.Report.Verdict)
	if err := r.keep(&g); err != nil {
		return err
	}
	if r.Output == "-" {
		return nil
	}
	f, err := r.session.CreateFile(r.Output)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if err := grading.WriteCSV(f, r.graded); err != nil {
		return err
	}
	return f.Commit()
}

// keep writes what lab check says of a submission.
func (r *gradeRun) keep(g *grading.Graded) error {
	if r.Verdicts == "" {
		return nil
	}
	says := verdictText(g.Report, "gcbench lab check "+explain.Quoted(g.Path))
	report, err := json.MarshalIndent(reportOf(r.session, g.Report), "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(r.Verdicts, g.Entry)
	if err := draft.WriteFile(path+".txt", []byte(says)); err != nil {
		return err
	}
	return draft.WriteFile(path+".json", append(bytes.TrimSpace(report), '\n'))
}
