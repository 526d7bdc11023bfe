package lab

import (
	"regexp"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// unnamed is a variable in a table of steps that the tables have no name for.
var unnamed = regexp.MustCompile(`(?m)^ *\d+ .*(#\d+) (?:reads|writes|swaps in|fails to swap|adds up to)`)

// advise puts what the judge's process says of a loop into the words of the lab, and says
// what a student should look for.
func (l *Lab) advise(f *verdict.Fault) {
	if says, _, endless := strings.Cut(f.Says, " steps"); endless && strings.HasPrefix(says, "no end after ") {
		f.Says = says + " steps: a loop never ends, or it waits for other workers and does not call giveWay, or writes while it waits"
		if l.noWait {
			f.Says = says + " steps: a loop never ends: perhaps it repeats with a number that it read before the loop"
		}
	}
	if strings.Contains(f.Says, " has not returned for ") && !strings.Contains(f.Says, "loop") {
		f.Story = strings.TrimLeft(f.Story+"\nPerhaps a loop never ends, an earlier call has kept a lock, or the code prints much.", "\n")
	}
	f.Says = strings.Replace(f.Says, "the check panicked", "at the end, when the judge takes what is left, it panicked", 1)
	if m := unnamed.FindStringSubmatch(f.Table); m != nil {
		f.Story = strings.TrimLeft(f.Story+"\n"+m[1]+" is a variable that is not in the structures of the task. Is it a copy?\nA copy is another variable: work with a pointer (&) to the word.", "\n")
	}
}
