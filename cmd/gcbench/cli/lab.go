package cli

import (
	"fmt"
	"io"
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

// labCmd is gcbench lab: exercises, and their judge.
type labCmd struct {
	List   labListCmd   `cmd:"" help:"List the labs, and which of them are done."`
	Start  labStartCmd  `cmd:"" help:"Make a folder with a lab in it."`
	Hint   labHintCmd   `cmd:"" help:"Print the next hint for a lab."`
	Check  labCheckCmd  `cmd:"" help:"Judge the answer in a folder."`
	Watch  labWatchCmd  `cmd:"" help:"Judge the answer in a folder whenever a file changes."`
	Answer labAnswerCmd `cmd:"" help:"Make a folder with the answer to a lab, for teachers."`
}

// labFlags say which lab, and where.
type labFlags struct {
	Name    string `arg:"" help:"The lab: ${labs}."`
	Dir     string `arg:"" type:"output" help:"The folder to make."`
	Student string `type:"name" placeholder:"NAME" help:"The student's name: some labs ask each student something else."`
}

type labStartCmd struct{ labFlags }

// Run carries out gcbench lab start.
func (c *labStartCmd) Run(s *session.Session) error {
	l, err := lab.Named(c.Name)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	if err := lab.Start(l, c.Dir, c.Student); err != nil {
		return err
	}
	return text.Print(s.Stdout, text.LabStarted(l, explain.Quoted(c.Dir)))
}

type labAnswerCmd struct {
	labFlags
	Wrong int `type:"number" placeholder:"N" help:"Write typical wrong answer number N instead: ${range_wrong}."`
}

// Run carries out gcbench lab answer.
func (c *labAnswerCmd) Run(s *session.Session) error {
	l, err := lab.Named(c.Name)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	if err := lab.Answer(l, c.Dir, c.Student, c.Wrong); err != nil {
		return err
	}
	return text.Print(s.Stdout, text.LabAnswered(l, explain.Quoted(c.Dir), c.Wrong))
}

type labHintCmd struct {
	Dir string `arg:"" type:"folder" help:"The folder that lab start has made."`
}

// Run carries out gcbench lab hint.
func (c *labHintCmd) Run(s *session.Session) error {
	f, l, err := lab.Open(c.Dir)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	before := f.Hints
	seen, of, err := f.Hint(l)
	if err != nil {
		s.Warn("the folder does not remember that you have seen this hint: %v", err)
	}
	return text.Print(s.Stdout, text.LabHints(seen, of, before < len(seen)))
}

type labCheckCmd struct {
	Dir     string `arg:"" type:"folder" help:"The folder that lab start has made."`
	Lab     string `type:"choice" placeholder:"NAME" help:"The lab that the folder must be of, so that nobody hands in an easier one."`
	Student string `type:"name" placeholder:"NAME" help:"The student whose folder it must be. Some labs ask each student something else."`
	Source  string `type:"folder" placeholder:"DIR" help:"The folder with the source of gcbench (default: where it was built)."`
	Seed    uint64 `type:"number" placeholder:"N" help:"Seed of the sample of executions that are made again: ${range_seed} (default: 0, which draws one)."`
	flags.Report
}

// Help says what the judge does, and what the exit status means.
func (*labCheckCmd) Help() string {
	return "The answer is compiled with the judge's own copies of the files that the lab gives. Each check runs in a process of its own, with your rights, and with limits of time, memory and files. So does the compiler. " +
		"The exit status is 0 if the answer is right, 1 if it is wrong, and 4 if it cannot be judged, for example because it does not compile."
}

// Run carries out gcbench lab check.
func (c *labCheckCmd) Run(s *session.Session) error {
	f, l, err := lab.Open(c.Dir)
	if err != nil {
		return session.BadUsage("%w", err)
	}
	var judged *lab.Report
	err = c.WriteReport(s, nil, func(w io.Writer) (any, error) {
		if judged, err = c.judge(s, f, l); err != nil {
			return nil, err
		}
		judged.Printable()
		r := struct {
			Schema string     `json:"schema"`
			Env    schema.Env `json:"env"`
			*lab.Report
		}{schema.LabSchema, machine.Describe(s.Args), judged}
		return r, text.Print(w, text.LabVerdict(judged, c.repeat(judged)))
	})
	if err != nil {
		return err
	}
	switch judged.Verdict {
	case verdict.Wrong:
		return fmt.Errorf("lab %s: the answer is wrong", l.Name)
	case verdict.Unjudged:
		return session.CannotJudge("lab %s: the answer cannot be judged", l.Name)
	}
	return nil
}

// judge lets the judge judge a folder. Where it cannot, the report says why. The error is an
// interrupt.
func (c *labCheckCmd) judge(s *session.Session, f *lab.Folder, l *lab.Lab) (*lab.Report, error) {
	defer s.Progress.Clear()
	source, err := origin.Source(s, c.Source)
	if err != nil {
		return lab.NotJudged(f, l, err.Error()), nil
	}
	j := &lab.Judge{Lab: c.Lab, Student: c.Student, Source: source, Seed: c.Seed, Time: lab.TimeLimit, Memory: lab.MemoryLimit,
		Progress: func(text string) { s.Progress.Show("%s: %s", l.Name, text) }}
	judged, err := j.Check(s, f, l)
	switch {
	case s.Err() != nil:
		return nil, s.Err()
	case err != nil:
		return lab.NotJudged(f, l, err.Error()), nil
	}
	if err := f.Remember(judged); err != nil {
		s.Warn("lab list will not know of this check: %v", err)
	}
	for _, check := range judged.Checks {
		if f := check.Fault; f != nil {
			f.Play = interleave.Play(f.Link, f.Schedule, "--lab", explain.Quoted(c.Dir))
		}
	}
	return judged, nil
}

// repeat is the command that judges the folder again. A sample that was not the same is made again by its seed.
func (c *labCheckCmd) repeat(judged *lab.Report) string {
	words := []string{"gcbench lab check", explain.Quoted(c.Dir)}
	if c.Lab != "" {
		words = append(words, "--lab", c.Lab)
	}
	if c.Student != "" {
		words = append(words, "--student", explain.Quoted(c.Student))
	}
	if judged.Verdict == verdict.Unjudged && len(judged.Checks) > 0 || c.Seed != 0 {
		words = append(words, "--seed", fmt.Sprint(judged.Seed))
	}
	return strings.Join(words, " ")
}
