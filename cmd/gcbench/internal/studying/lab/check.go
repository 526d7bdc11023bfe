package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Judge judges the answers in folders.
type Judge struct {
	// Lab and Student are what a folder has to be of; "" accepts any. A teacher gives them, so
	// that no student hands in an easier lab or the folder of a neighbour.
	Lab, Student string
	// Named says whether a folder that was started under a name is the student's; nil: if it is the same name.
	Named func(student string) bool
	// Alone, if it is not nil, is called before an answer is judged, by a clock or not, and what it returns after that.
	Alone func(timed bool) (end func())

	Source   string // the folder with the source of this module
	Lacks    error  // why nothing can be judged here; nil if it can
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
	Why     []string        `json:"why"`             // if it is unjudged: lines
	Notes   []string        `json:"notes"`           // what does not change the verdict
	Seed    uint64          `json:"seed"`            // of the sample of executions that were made again
	Score   *int            `json:"score,omitempty"` // points; missing if it is unjudged
	Most    int             `json:"max"`             // points of a right answer
	Checks  []verdict.Check `json:"checks"`          // every check of the lab, in order
	Print   string          `json:"-"`               // a fingerprint of the answer, "" for none
	Known   bool            `json:"-"`               // it is the answer that gcbench has
	Dir     string          `json:"-"`               // the folder that was judged, "" in an archive

	files string // digest of the answer; "" if it was not read
}

// NotJudged is a report without a verdict, for the reasons given. l is nil if it is not known which lab it
// is.
func NotJudged(f *Folder, l *Lab, why ...string) *Report {
	r := &Report{Student: f.Student, Verdict: verdict.Unjudged, Why: append([]string{}, why...), Notes: []string{}, Checks: []verdict.Check{}}
	if l == nil {
		return r
	}
	r.Lab = l.Name
	if err := r.tally(l); err != nil {
		panic(err) // no check was made
	}
	return r
}

// mistaken says why the folder is not the one that was to be judged, "" if it is. The task
// of a lab may depend on the name under which it was started.
func (j *Judge) mistaken(f *Folder, l *Lab) string {
	switch {
	case j.Lab != "" && j.Lab != l.Name:
		return fmt.Sprintf("the folder is for lab %s, and not for lab %s", l.Name, j.Lab)
	case l.arrange == nil || j.Student == "" || strings.EqualFold(j.Student, f.Student) || j.Named != nil && j.Named(f.Student):
		return ""
	case f.Student == "":
		return fmt.Sprintf("the folder was made without a name, and each student has a different question: lab start %s DIR --student %s", l.Name, j.Student)
	}
	return fmt.Sprintf("the folder was made for %s, and not for %s: each student has a different question", f.Student, j.Student)
}

// Check judges a folder. The error is about the machine or the tool: then there is no
// verdict.
func (j *Judge) Check(ctx context.Context, f *Folder, l *Lab) (*Report, error) {
	r, err := j.check(ctx, f, l)
	if err != nil {
		return nil, err
	}
	return r, r.tally(l)
}

// check is Check with a report of those checks that were made.
func (j *Judge) check(ctx context.Context, f *Folder, l *Lab) (*Report, error) {
	r := NotJudged(f, l)
	r.Checks = nil
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
	r.Print = l.print(f.Student, answer)
	if r.Known = r.Print == printOf(l.answer(f.Student, 0)); r.Known {
		r.Notes = append(r.Notes, "it is what lab answer writes, but for comments and layout")
	}
	for r.Seed = j.Seed; r.Seed == 0; {
		r.Seed = rand.Uint64()
	}
	j.Progress("reading")
	why, err := (&inspection{Lab: l.Name, Answer: answer}).run(ctx)
	if r.Why = append(r.Why, why...); err != nil || len(r.Why) > 0 {
		return r, err
	}
	if j.Alone != nil {
		defer j.Alone(l.timed)()
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
	p := &process{judge: j, shop: shop, program: program, build: b}
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
		r.Checks = append(r.Checks, verdict.Check{Name: allPoints[r.Lab].raced.name, Asks: verdict.NoRace().Asks, State: verdict.Skipped, Detail: problems[0]})
		return
	}
	r.Verdict, r.Why = verdict.Unjudged, append([]string{heading(problems)}, problems...)
}

// read returns the files of the answer: those that the lab asks for, and further files in
// Go that the student has added. It notes given files that have been changed.
func (f *Folder) read(l *Lab, r *Report) (Files, error) {
	wanted := l.skeleton(f.Student)
	given := l.given(f.Student)
	entries, err := fs.ReadDir(f.in(), ".")
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
		text, problem := f.readSmall(name)
		switch {
		case isGiven && (problem != "" || text != was):
			r.Notes = append(r.Notes, name+" was changed: the judge uses its own copy")
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
