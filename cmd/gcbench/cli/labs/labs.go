// Package labs has the subcommands of gcbench lab: exercises, and their judge.
package labs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Lab is gcbench lab.
type Lab struct {
	List   listCmd   `cmd:"" help:"List the labs, and which of them are done."`
	Start  startCmd  `cmd:"" help:"Make a folder with a lab in it."`
	Hint   hintCmd   `cmd:"" help:"Print the next hint for a lab."`
	Check  checkCmd  `cmd:"" help:"Judge the answer in a folder."`
	Watch  watchCmd  `cmd:"" help:"Judge the answer in a folder whenever a file changes."`
	Grade  gradeCmd  `cmd:"" help:"Judge a folder of submissions."`
	Answer answerCmd `cmd:"" help:"Make a folder with the answer to a lab, for teachers."`
}

// makeFlags say which lab, and where.
type makeFlags struct {
	Name    string `arg:"" help:"The lab: ${labs}."`
	Dir     string `arg:"" type:"output" help:"The folder to make."`
	Student string `type:"name" placeholder:"NAME" help:"The student's name. Some labs ask each student a different question."`
}

type startCmd struct{ makeFlags }

// Run carries out gcbench lab start.
func (c *startCmd) Run(s *session.Session) error {
	l, err := lab.Named(c.Name)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	if err := lab.Start(l, c.Dir, c.Student); err != nil {
		return err
	}
	return text.Print(s.Stdout, text.LabStarted(l, explain.Quoted(c.Dir)))
}

type answerCmd struct {
	makeFlags
	Wrong int `type:"number" placeholder:"N" help:"Write typical wrong answer number N instead: ${range_wrong}."`
}

// Run carries out gcbench lab answer.
func (c *answerCmd) Run(s *session.Session) error {
	l, err := lab.Named(c.Name)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	if err := lab.Answer(l, c.Dir, c.Student, c.Wrong); err != nil {
		return err
	}
	return text.Print(s.Stdout, text.LabAnswered(l, explain.Quoted(c.Dir), c.Wrong))
}

type hintCmd struct {
	Dir string `arg:"" type:"folder" help:"The folder that lab start has made."`
}

// Run carries out gcbench lab hint.
func (c *hintCmd) Run(s *session.Session) error {
	f, l, err := lab.Open(c.Dir)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	before := f.Hints
	seen, of, err := f.Hint(l)
	if err != nil {
		s.Warn("the folder cannot note that you have seen this hint: %v", err)
	}
	return text.Print(s.Stdout, text.LabHints(seen, of, before < len(seen)))
}

type checkCmd struct {
	Dir     string `arg:"" type:"folder" help:"The folder that lab start has made, a folder that holds it, or a .zip of it."`
	Lab     string `type:"choice" placeholder:"NAME" help:"The lab that the folder must answer, so that no student hands in an easier one."`
	Student string `type:"name" placeholder:"NAME" help:"The student whose folder it must be. Some labs ask each student a different question."`
	Source  string `type:"folder" placeholder:"DIR" help:"The folder with the source of gcbench (default: where it was built)."`
	Seed    uint64 `type:"number" placeholder:"N" help:"Seed of the sample of executions that are repeated: ${range_seed} (default: 0, which draws a seed)."`
	platformFlags
	flags.Report
}

// Help says what the judge does, and what the exit status means.
func (*checkCmd) Help() string {
	return "The answer is compiled with the judge's own copies of the files that the lab gives. Each check runs in a separate process, with your rights, and with limits of time, memory and files. The compiler runs likewise. " +
		"The exit status is 0 if the answer is right, 1 if it is wrong, and 4 if it cannot be judged, for example because it does not compile."
}

// Run carries out gcbench lab check.
func (c *checkCmd) Run(s *session.Session) error {
	grade, err := c.platformFlags.open(s, c.Dir, c.JSON)
	if err != nil {
		return err
	}
	defer grade.abandon()
	var judged *lab.Report
	var text string
	err = c.WriteReport(s, nil, func(w io.Writer) (any, error) {
		if judged, err = c.judge(s); err != nil {
			return nil, err
		}
		text = verdictText(judged, c.repeat(judged))
		_, err := io.WriteString(w, text)
		return reportOf(s, judged), err
	})
	if err == nil && grade != nil {
		err = grade.write(judged, text)
	}
	switch {
	case err != nil:
		return err
	case grade != nil:
		return grade.conclude(judged)
	case judged.Verdict == verdict.Wrong:
		return fmt.Errorf("lab %s: the answer is wrong", judged.Lab)
	case judged.Verdict == verdict.Unjudged:
		return session.CannotJudge("%sthe answer cannot be judged", named(judged))
	}
	return nil
}

// named begins an error with the report's lab. What is not the folder of a lab has none.
func named(r *lab.Report) string {
	if r.Lab == "" {
		return ""
	}
	return "lab " + r.Lab + ": "
}

// judge lets the judge judge what is in Dir. Where it cannot, the report says why.
func (c *checkCmd) judge(s *session.Session) (*lab.Report, error) {
	defer s.Progress.Clear()
	j := &lab.Judge{Lab: c.Lab, Student: c.Student, Seed: c.Seed, Time: lab.TimeLimit, Memory: lab.MemoryLimit,
		Progress: func(text string) { s.Progress.Show("%s", text) }}
	j.Source, j.Lacks = origin.Source(s, c.Source)
	r, err := j.HandedIn(s, c.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, session.BadUsage("%s is not the folder of a lab: there is no such file or folder", c.Dir)
	}
	if err != nil {
		return nil, err
	}
	if err := r.Remember(); err != nil {
		s.Warn("lab list will not know of this check: %v", err)
	}
	return r, nil
}

// verdictText is what the judge says to people. From then on the report can be shown.
func verdictText(r *lab.Report, repeat string) string {
	for _, check := range r.Checks {
		f := check.Fault
		switch {
		case f == nil || f.Link == "":
		case r.Dir == "":
			f.Unplayed = "gcbench play --lab needs a folder: unpack the archive"
		default:
			f.Play = interleave.Play(f.Link, f.Schedule, "--lab", explain.Quoted(r.Dir))
		}
	}
	return text.LabVerdict(r.Printable(), repeat)
}

// reportOf is the JSON report of a verdict.
func reportOf(s *session.Session, r *lab.Report) any {
	return struct {
		Schema string     `json:"schema"`
		Env    schema.Env `json:"env"`
		*lab.Report
	}{schema.LabSchema, machine.Describe(s.Args), r}
}

// repeat is the command that judges the folder again. A sample that was not the same is made again by its seed.
func (c *checkCmd) repeat(judged *lab.Report) string {
	words := []string{"gcbench lab check", explain.Quoted(c.Dir)}
	if c.Lab != "" {
		words = append(words, "--lab", c.Lab)
	}
	if c.Student != "" {
		words = append(words, "--student", explain.Quoted(c.Student))
	}
	if judged.Verdict == verdict.Unjudged && judged.Seed != 0 || c.Seed != 0 {
		words = append(words, "--seed", fmt.Sprint(judged.Seed))
	}
	return strings.Join(words, " ")
}
