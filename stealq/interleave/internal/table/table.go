// Package table lays out the steps of a schedule as text, in a column for each thread.
package table

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Step is a step that a thread has made, in words.
type Step struct {
	Thread int
	Text   string
}

// A column is as wide as most texts are. It is narrower if the table would otherwise be
// wider than a terminal, but not narrower than the names of the threads.
const (
	columnWidth   = 32
	terminalWidth = 80
)

// The table of a loop without an end shows so many of the first rows and of the last ones.
const (
	firstRows = 40
	lastRows  = 10
)

// Of returns the table: the names of the threads, the steps, and a note under them if there is one. If the steps
// are endless, those that repeat are folded, and of what is left most are left out.
func Of(threads []string, steps []Step, endless bool, note string) string {
	var b strings.Builder
	width := width(threads, steps)
	line := func(first string, thread int, text string) {
		fmt.Fprintf(&b, "%4s  %s%s\n", first, strings.Repeat(" ", thread*width), text)
	}
	header := ""
	for _, name := range threads {
		header += fmt.Sprintf("%-*s", width, name)
	}
	if header != "" { // else the set-up failed, before there were threads
		line("step", 0, strings.TrimRight(header, " "))
	}
	for _, r := range rowsOf(steps, endless) {
		if r.folded != "" {
			line("", r.thread, r.folded)
		} else {
			line(strconv.Itoa(r.number+1), r.thread, steps[r.number].Text)
		}
	}
	if note != "" {
		line("", 0, note)
	}
	return b.String()
}

// width returns the distance of two columns.
func width(threads []string, steps []Step) int {
	width, least := columnWidth, 0
	for _, name := range threads {
		least = max(least, utf8.RuneCountInString(name)+2)
	}
	for _, s := range steps {
		if s.Thread > 0 {
			width = min(width, (terminalWidth-len("step  ")-utf8.RuneCountInString(s.Text))/s.Thread)
		}
	}
	return max(width, least)
}
