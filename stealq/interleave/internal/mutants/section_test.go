package mutants

import (
	"fmt"
	"os"
	"strings"
)

const (
	document = "docs/results/mutants.md"
	heading  = "## Mutants\n"
)

// first is the part of a mutant's row that does not depend on any run.
func (m mutant) first() string {
	what := m.what
	if m.control != "" {
		what += "; applied to " + m.control
	}
	return fmt.Sprintf("| %s | %s |", m.number, what)
}

// verdictsIn finds the rest of the mutant's row in a section.
func (m mutant) verdictsIn(section string) (verdicts string, ok bool) {
	_, rest, ok := strings.Cut(section, "\n"+m.first())
	if !ok {
		return "", false
	}
	verdicts, _, _ = strings.Cut(rest, "\n")
	return verdicts, true
}

// kills reports whether some layer noticed.
func kills(verdicts string) bool { return strings.Contains(verdicts, "`Test") }

const introduction = `
Each row is a bug that a collector or a deque was shipped with, or nearly, made on
purpose in a copy of the source, and the first test of each layer that fails then. No
layer leaves anything to chance: **sizes** are tests that are exhaustive by size, on
one goroutine, marks by one worker with all conservation laws among them; **models**
are state machines against slices, with one seed; **schedules** are the explorer's
runs of deques, overflow list, detector and lobby; **marks** are its whole marks, by two
and three workers, at the bounds of the ordinary run. A dash: the layer does not run that code.

`

const command = "\n```sh\ngo test ./stealq/interleave/internal/mutants -run EveryMutantDies -write all -v -timeout 5h   # runs everything and writes this section\nHALFMARK_MUTANTS=1 go test ./stealq/interleave/internal/mutants -v -timeout 5h   # runs everything and compares\n```\n"

// section is what the document has between its heading and the next.
func section(rows []string) string {
	var b strings.Builder
	b.WriteString(heading + introduction + "| | the bug |")
	for _, l := range layers {
		b.WriteString(" " + l.name + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(layers)) + "\n")
	killed := 0
	for _, r := range rows {
		b.WriteString(r + "\n")
		if kills(r) {
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

// record puts the mutant's row into the section, which it adds at the document's end
// if there is none. Rows of mutants that are no more go.
func (m mutant) record(name, verdicts string) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text := string(b)
	from, to := readSection(text)
	if from < 0 {
		text += "\n"
		from, to = len(text), len(text)
	}
	var rows []string
	for _, other := range mutants {
		if v, ok := other.verdictsIn(text[from:to]); ok && other.number != m.number {
			rows = append(rows, other.first()+v)
		} else if other.number == m.number {
			rows = append(rows, m.first()+verdicts)
		}
	}
	return os.WriteFile(name, []byte(text[:from]+section(rows)+text[to:]), 0o644)
}
