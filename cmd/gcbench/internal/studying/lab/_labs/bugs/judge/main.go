// Command main judges the lab bugs.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/bugs"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

func main() {
	all, err := readFile()
	checks := []judge.Check{{Name: "answers.txt", Asks: "it can be read", Run: func() (string, *verdict.Fault) {
		if err != nil {
			judge.Unjudged("%v", err)
		}
		return "", nil
	}}}
	for i, defect := range bugs.Chosen(student) {
		if all[i].schedule != "" {
			checks = append(checks, judge.Check{
				Name: fmt.Sprintf("deque %d", i+1), Asks: "the schedule goes wrong, and the defect has its name", Unplayed: bugs.Paper,
				Run: func() (string, *verdict.Fault) { return all[i].judge(i, defect) },
			})
		}
	}
	judge.Main(append(checks, judge.Check{Name: "all deques", Asks: "each has an answer", Unplayed: bugs.Paper,
		Run: func() (string, *verdict.Fault) { return "", missing(all) }})...)
}

func readFile() (all [bugs.Deques]claim, err error) {
	text, err := os.ReadFile(filepath.Join(os.Getenv(judge.Folder), "answers.txt"))
	if err != nil {
		return all, err
	}
	return read(string(text))
}

// judge plays the schedule of an answer.
func (c claim) judge(i int, defect bugs.Defect) (string, *verdict.Fault) {
	p := program(i, defect.Scene)
	f, err := interleave.Replay(p, c.schedule)
	if err != nil {
		judge.Unjudged("%v", err)
	}
	fault := &verdict.Fault{Program: defect.Scene.String(), Table: f.Table, Schedule: f.Schedule}
	switch {
	case f.Err == nil:
		fault.Says = fmt.Sprintf("deque %d: with your schedule nothing is wrong: each item is taken once", i+1)
		fault.Story = answers(p, f.Schedule)
		return "", fault
	case c.defect == "?":
		fault.Says = fmt.Sprintf("deque %d: your schedule shows a defect (%v): what is its name?", i+1, f.Err)
		return "", fault
	case c.defect != defect.Letter:
		fault.Says = fmt.Sprintf("deque %d: your schedule shows a defect (%v), but %s is not its name", i+1, f.Err, c.defect)
		return "", fault
	}
	return fmt.Sprintf("%v, schedule %s", f.Err, f.Schedule), nil
}

// answers are what the calls of a program have returned, a line each.
func answers(p interleave.Program, schedule string) string {
	seen, err := interleave.Watch(p, schedule)
	if err != nil {
		judge.Unjudged("%v", err)
	}
	var all []string
	for _, made := range seen.Made {
		for _, note := range made.Notes {
			all = append(all, fmt.Sprintf("%c: %s", 'a'+made.Thread, note))
		}
	}
	return strings.Join(all, "\n")
}

// missing is the fault of deques without an answer.
func missing(all [bugs.Deques]claim) *verdict.Fault {
	var none []string
	for i, c := range all {
		if c.schedule == "" {
			none = append(none, fmt.Sprint(i+1))
		}
	}
	switch len(none) {
	case 0:
		return nil
	case 1:
		return judge.Fault("deque %s has no answer yet: write its defect and a schedule into answers.txt", none[0])
	}
	return judge.Fault("the deques %s have no answer yet: write their defects and schedules into answers.txt", strings.Join(none, ", "))
}
