package main

import (
	"fmt"
	"os"
	"strings"
)

const (
	document = "docs/testing.md"
	heading  = "## Mutants\n"
)

// row is a mutant and what each layer says of it.
type row struct {
	mutant   mutant
	verdicts []verdict
}

// killed reports whether some layer noticed.
func (r row) killed() bool {
	for _, v := range r.verdicts {
		if v.test != "" {
			return true
		}
	}
	return false
}

// first is the part of a row that does not depend on any run.
func (m mutant) first() string {
	what := m.what
	if m.control != "" {
		what += "; applied to " + m.control
	}
	return fmt.Sprintf("| %s | %s |", m.number, what)
}

func (r row) String() string {
	line := r.mutant.first()
	for _, v := range r.verdicts {
		line += fmt.Sprintf(" %v |", v)
	}
	return line + "\n"
}

const introduction = `
Each row is a bug that a collector or a deque was shipped with, or nearly, made on
purpose in a copy of the source, and the first test of each layer that fails then. No
layer leaves anything to chance: **sizes** are tests that are exhaustive by size, on
one goroutine, marks by one worker with all conservation laws among them; **models**
are state machines against slices, with one seed; **schedules** are the explorer's
runs of deques, overflow list, detector and lobby; **marks** are its whole marks by two
workers, bounded as with ` + "`-short`" + `. A dash: the layer does not run that code.

`

const command = "\n```sh\ngo run ./stealq/interleave/internal/mutants            # runs everything and writes this section\nHALFMARK_MUTANTS=1 go test ./stealq/interleave/internal/mutants -v -timeout 2h   # runs everything and compares\n```\n"

// section is what the document has between its heading and the next.
func section(rows []row) string {
	var b strings.Builder
	b.WriteString(heading + introduction + "| | the bug |")
	for _, l := range layers {
		b.WriteString(" " + l.name + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(layers)) + "\n")
	killed := 0
	for _, r := range rows {
		b.WriteString(r.String())
		if r.killed() {
			killed++
		}
	}
	fmt.Fprintf(&b, "\n%d of %d are killed.\n%s", killed, len(rows), command)
	return b.String()
}

// readSection finds the section in the document: text[from:to].
func readSection(text string) (from, to int) {
	from = strings.Index(text, "\n"+heading)
	if from < 0 {
		return -1, -1
	}
	from++
	to = strings.Index(text[from+len(heading):], "\n## ")
	if to < 0 {
		return from, len(text)
	}
	return from, from + len(heading) + to
}

// writeSection replaces the section, or adds it at the end.
func writeSection(name, section string) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text := string(b)
	from, to := readSection(text)
	if from < 0 {
		text += "\n" + section
	} else {
		text = text[:from] + section + text[to:]
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
