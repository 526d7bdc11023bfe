package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/bugs"
)

// claim is what a student says of one deque. An empty schedule says nothing yet.
type claim struct{ defect, schedule string }

var line = regexp.MustCompile(`^([0-9]+): defect=(\S*) schedule=(\S*)$`)

// read reads answers.txt. An error says in which line and column something is wrong, and what
// would be right.
func read(text string) (all [bugs.Deques]claim, err error) {
	const form = "a line is like this: 1: defect=A schedule=a3b2a"
	seen := [bugs.Deques]int{}
	number := 0
	for l := range strings.Lines(text) {
		number++
		l = strings.TrimRight(l, " \t\r\n")
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		at := line.FindStringSubmatchIndex(l)
		if at == nil {
			return all, fmt.Errorf("answers.txt:%d:1: %q: %s", number, shortened(l), form)
		}
		i, err := strconv.Atoi(l[at[2]:at[3]])
		if err != nil || i < 1 || i > bugs.Deques {
			return all, fmt.Errorf("answers.txt:%d:1: there is no deque %s: they are 1 to %d", number, shortened(l[at[2]:at[3]]), bugs.Deques)
		}
		if seen[i-1] > 0 {
			return all, fmt.Errorf("answers.txt:%d:1: deque %d has an answer in line %d already", number, i, seen[i-1])
		}
		seen[i-1] = number
		c := claim{l[at[4]:at[5]], l[at[6]:at[7]]}
		if column, says := c.wrong(at[4], at[6]); says != "" {
			return all, fmt.Errorf("answers.txt:%d:%d: %s", number, column+1, says)
		}
		if c.schedule != "?" { // else there is no answer yet
			all[i-1] = c
		}
	}
	return all, nil
}

// wrong says what is wrong with an answer, and in which column. The two numbers are where its
// parts begin.
func (c claim) wrong(defect, schedule int) (column int, says string) {
	if c.defect == "?" && c.schedule == "?" {
		return 0, ""
	}
	named := func(d bugs.Defect) bool { return d.Letter == c.defect }
	if all := bugs.All(); c.defect != "?" && !slices.ContainsFunc(all, named) {
		return defect, fmt.Sprintf("defect %q: the names are %s to %s, as in README.md, and ? if you do not know yet",
			shortened(c.defect), all[0].Letter, all[len(all)-1].Letter)
	}
	at, says := c.wrongStep()
	return schedule + at, says
}

// mostSteps is far more than any of the programs has.
const mostSteps = 999

// wrongStep says what is wrong with the schedule, and where in it.
func (c claim) wrongStep() (at int, says string) {
	s := c.schedule
	if s == "" || s == "?" {
		return 0, "a schedule is missing: write one, such as a3b2a"
	}
	for i := 0; i < len(s); {
		if s[i] != 'a' && s[i] != 'b' {
			return i, fmt.Sprintf("schedule: %q: want a letter, a for the owner or b for the thief, and then how many steps", s[i:i+1])
		}
		end := i + 1
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		if digits := s[i+1 : end]; digits != "" {
			if n, err := strconv.Atoi(digits); err != nil || n < 1 || n > mostSteps {
				return i + 1, fmt.Sprintf("schedule: %s steps: want a number from 1 to %d", shortened(digits), mostSteps)
			}
		}
		i = end
	}
	return 0, ""
}

// shortened is a text of the student's for a message.
func shortened(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}
