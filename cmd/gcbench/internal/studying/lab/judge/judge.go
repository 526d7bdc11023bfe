// Package judge is what the programs that judge labs are made of. Such a program is built
// from a lab's main and a student's package. It runs as a separate process for each check, so
// that nothing can be kept from one check to the next, and writes what it finds to a file. A
// student's code may import nothing that could read or write files. Its output goes
// elsewhere.
package judge

import (
	"cmp"
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The environment of a judge.
const (
	Ordered = "HALFMARK_LAB_ORDERS" // the file with Orders
	Folder  = "HALFMARK_LAB_FOLDER" // the student's folder, for files that are no Go
)

// Check is one thing that an answer must satisfy.
type Check struct {
	Name string
	Asks string // what must hold, in words
	// Run returns how much was tried, and what is wrong, nil if nothing is.
	Run func() (detail string, fault *verdict.Fault)
	// Unplayed is why gcbench play cannot show what is wrong; "" if there is one worker, or if it can.
	Unplayed string
	// The programs that gcbench play can show of it: small programs, or those over a kind
	// of deques.
	programs []Program
	kind     *stealq.Kind
}

// unplayed says why gcbench play cannot show a fault; "" if it can.
func (c Check) unplayed(f *verdict.Fault) string {
	switch {
	case f.Link != "":
		return ""
	case underRace:
		return Threads
	case c.programs != nil || c.kind != nil:
		return "it came to no schedule"
	}
	return cmp.Or(c.Unplayed, verdict.OneWorker)
}

// Called returns the check under another name. No two checks of a lab have one name.
func (c Check) Called(name string) Check {
	c.Name = name
	return c
}

// Threads is why what real threads have made is not played.
const Threads = "real threads made it, and nobody knows their schedule"

// Fault returns a fault of one sentence.
func Fault(format string, args ...any) *verdict.Fault {
	return &verdict.Fault{Says: fmt.Sprintf(format, args...)}
}

// Unjudged ends a check that cannot come to a verdict. The sentence says why.
func Unjudged(format string, args ...any) { panic(unjudged(fmt.Sprintf(format, args...))) }

type unjudged string

// Made returns what the judge has made for a check. If it could not be made, there is no verdict.
func Made[T any](what T, err error) T {
	if err != nil {
		Unjudged("the judge cannot make what it needs: %v", err)
	}
	return what
}

// guarded runs a check. A panic in the check's own goroutine is a fault of the answer.
func guarded(c Check) (detail string, fault *verdict.Fault, why string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unjudged:
			why = string(r)
		default:
			fault = Panicked(r)
		}
		if why == "" {
			why = explores.doubt(fault)
		}
		if why != "" {
			fault = nil
		}
	}()
	detail, fault = c.Run()
	return detail, fault, ""
}

// Panicked returns the fault of an answer that has panicked with r. It is for the deferred
// function that has recovered.
func Panicked(r any) *verdict.Fault { return Fault("it panicked: %v%s", r, place()) }

// place is the line of the answer that has panicked, and the line that has called its function. A student may
// not have written the first.
func place() string {
	var at []string
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for f, more := frames.Next(); more; f, more = frames.Next() {
		if strings.Contains(f.Function, "/labcheck/answer.") { // its package, in whatever folder
			at = append(at, fmt.Sprintf("%s:%d", path.Base(f.File), f.Line))
		}
	}
	switch len(at) {
	case 0:
		return ""
	case 1:
		return ", at " + at[0]
	}
	return fmt.Sprintf(", at %s, called at %s", at[0], at[1])
}

// UnderRace says whether the race detector watches. Then the explorer's types are not
// compiled in.
func UnderRace() bool { return underRace }

// Stack limits how deep a goroutine may recurse, in bytes of its stack. A goroutine that
// needs more ends the process, and gcbench says why.
func Stack(bytes int) { debug.SetMaxStack(bytes) }
