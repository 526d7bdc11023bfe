package stealqtest

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// Fault describes a mistake of a deque. Error joins its parts for people: first the sentence,
// then the calls or steps that led there, then the way to repeat it.
type Fault struct {
	// Part is the part of the contract that was judged, in words.
	Part string
	// Says is one sentence: what the deque did and, unless it is plain, what it should
	// have done.
	Says string
	// Story has the case, and the calls of a check with one goroutine. It has any number
	// of lines.
	Story string

	// Program is the small program that failed, in words. Schedule is the shortest failing
	// schedule, for interleave.Replay, and Table shows its steps. They are empty in a fault
	// that Run or Conformance found.
	Program, Schedule, Table string
	// Scene is this program. Its Form.Link is empty if gcbench play does not know the
	// kind.
	Scene scene.Scene

	// Seed is the seed of the random calls, 0 if there were none.
	Seed uint64
	// Repeat is the command that judges this part again. It is empty in a program that
	// is no test.
	Repeat string
}

// Error returns the whole fault. The first line is Says.
func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Says)
	line := func(format, value string) {
		if value != "" {
			fmt.Fprintf(&b, "\n"+format, strings.TrimRight(value, "\n"))
		}
	}
	line("checked: %s", f.Part)
	line("%s", f.Story)
	line("program: %s", f.Program)
	line("schedule: %s", f.Schedule)
	line("%s", f.Table)
	b.WriteString(interleave.PlayLine(f.Scene.Link(), f.Schedule))
	if f.Repeat == "" && f.Seed != 0 {
		fmt.Fprintf(&b, "\nthe seed of the calls is %d", f.Seed)
	}
	line("repeat with: %s", f.Repeat)
	return b.String()
}
