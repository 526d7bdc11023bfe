package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Judge judges the answers in folders.
type Judge struct {
	// Lab and Student are what a folder has to be of; "" accepts any. A teacher gives them, so
	// that nobody hands in an easier lab or the folder of a neighbour.
	Lab, Student string

	Source   string // the folder with the source of this module
	Progress func(text string)
	Seed     uint64 // of the sample of executions that are made again; 0 draws one
	// limits of one process of the judge
	Time   time.Duration
	Memory uint64 // bytes
}

// The limits of a check. Right answers stay far below them.
const (
	TimeLimit   = time.Minute
	MemoryLimit = 2 << 30
)

// Report is all that the judge says of one answer.
type Report struct {
	Lab     string          `json:"lab"`
	Student string          `json:"student,omitempty"`
	Verdict verdict.Verdict `json:"verdict"`
	Why     []string        `json:"why"`   // if it is unjudged: lines
	Notes   []string        `json:"notes"` // what does not change the verdict
	Seed    uint64          `json:"seed"`  // of the sample of executions that were made again
	Checks  []verdict.Check `json:"checks"`

	files string // digest of the answer; "" if it was not read
}

// NotJudged is a report without a verdict, for the reasons given.
func NotJudged(f *Folder, l *Lab, why ...string) *Report {
	return &Report{Lab: l.Name, Student: f.Student, Verdict: verdict.Unjudged, Why: append([]string{}, why...), Notes: []string{}, Checks: []verdict.Check{}}
}

// mistaken says why the folder is not the one that was to be judged, "" if it is. What a lab
// asks may depend on the name under which it was started.
func (j *Judge) mistaken(f *Folder, l *Lab) string {
	switch {
	case j.Lab != "" && j.Lab != l.Name:
		return fmt.Sprintf("the folder is of lab %s, and not of lab %s", l.Name, j.Lab)
	case l.arrange == nil || j.Student == "" || strings.EqualFold(j.Student, f.Student):
		return ""
	case f.Student == "":
		return fmt.Sprintf("the folder was made without a name, and each student is asked something else: lab start %s DIR --student %s", l.Name, j.Student)
	}
	return fmt.Sprintf("the folder was made for %s, and not for %s: each student is asked something else", f.Student, j.Student)
}

// Check judges a folder. The error is about the machine or the tool: then there is no
// verdict.
func (j *Judge) Check(ctx context.Context, f *Folder, l *Lab) (*Report, error) {
	r := NotJudged(f, l)
	r.Student = cmp.Or(j.Student, f.Student)
	if mistake := j.mistaken(f, l); mistake != "" {
		r.Why = append(r.Why, mistake)
		return r, nil
	}
	answer, err := f.read(l, r)
	if err != nil {
		return nil, err
	}
	if r.files = digest(answer); len(r.Why) > 0 {
		return r, nil
	}
	for r.Seed = j.Seed; r.Seed == 0; {
		r.Seed = rand.Uint64()
	}
	j.Progress("reading")
	why, err := (&inspection{Lab: l.Name, Answer: answer}).run(ctx)
	if r.Why = append(r.Why, why...); err != nil || len(r.Why) > 0 {
		return r, err
	}
	shop, err := newWorkshop(j.Source, l, f.Student, answer)
	if err != nil {
		return nil, err
	}
	defer shop.close()
	for _, b := range l.builds {
		if err := j.run(ctx, shop, b, r); err != nil {
			return nil, err
		}
		if r.Verdict != verdict.Right {
			break
		}
	}
	for _, c := range r.Checks {
		if c.Fault != nil {
			l.advise(c.Fault)
		}
	}
	return r, nil
}

// run builds the judge in one way, and lets it judge. The verdict is right if all that it
// asked for holds.
func (j *Judge) run(ctx context.Context, shop *workshop, b build, r *Report) error {
	j.Progress("compiling")
	program, problems, err := shop.build(ctx, b)
	var limit OverLimit
	switch {
	case errors.As(err, &limit):
		r.Verdict, r.Why = verdict.Unjudged, append(r.Why, limit.Error())
		return nil
	case err != nil:
		return err
	case problems != nil:
		r.notCompiled(b, problems)
		return nil
	}
	j.Progress("judging")
	r.Verdict = verdict.Unjudged
	p := &process{judge: j, shop: shop, program: program, build: b, student: r.Student}
	for check, over := 0, false; !over; check++ {
		if over, err = p.check(ctx, check, r); err != nil {
			return err
		}
	}
	return nil
}

// notCompiled says why there is no judge. Where what was compiled before is right, and no file
// is to blame now, it is the race detector that is missing.
func (r *Report) notCompiled(b build, problems []string) {
	if b.race && r.Verdict == verdict.Right && !blames(problems) {
		missing := verdict.NoRace()
		missing.State, missing.Detail = verdict.Skipped, problems[0]
		r.Checks = append(r.Checks, missing)
		return
	}
	r.Verdict, r.Why = verdict.Unjudged, append([]string{heading(problems)}, problems...)
}

// read returns the files of the answer: those that the lab asks for, and further files in
// Go that the student has added. It notes given files that have been changed.
func (f *Folder) read(l *Lab, r *Report) (Files, error) {
	wanted := l.skeleton(f.Student)
	given := l.given(f.Student)
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return nil, err
	}
	answer, all := Files{}, 0
	for _, e := range entries {
		name := e.Name()
		_, asked := wanted[name]
		was, isGiven := given[name]
		isGo := strings.HasSuffix(name, ".go")
		if !asked && !isGiven && (!isGo || strings.HasSuffix(name, "_test.go")) {
			continue
		}
		text, problem := readSmall(filepath.Join(f.Dir, name))
		switch {
		case isGiven && (problem != "" || text != was):
			r.Notes = append(r.Notes, name+" is not as it was given: the judge uses its own copy")
		case isGiven:
		case problem != "":
			r.Why = append(r.Why, name+" "+problem)
		default:
			answer[name] = text
			all += len(text)
		}
		if all > largest {
			r.Why = append(r.Why, fmt.Sprintf("the files of the answer have more than %d bytes in all", largest))
			return nil, nil
		}
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		if _, found := answer[name]; !found && len(r.Why) == 0 {
			r.Why = append(r.Why, fmt.Sprintf("%s is missing: the lab asks for it", name))
		}
	}
	return answer, nil
}

// largest is the most bytes that an answer may have.
const largest = 1 << 20

// readSmall reads a regular file that is not large, or says what it is instead.
func readSmall(path string) (text, problem string) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return "", "cannot be read: " + err.Error()
	case !info.Mode().IsRegular():
		return "", "is no regular file"
	case info.Size() > largest:
		return "", fmt.Sprintf("has %d bytes: an answer has at most %d", info.Size(), largest)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", "cannot be read: " + err.Error()
	}
	return string(content), ""
}
