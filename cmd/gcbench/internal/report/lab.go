package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
)

// LabSchema names the format of Lab. Fields are added to it, never renamed.
const LabSchema = "gcbench-lab/1"

// Lab is what gcbench lab check writes as JSON.
type Lab struct {
	Schema string      `json:"schema"`
	Env    machine.Env `json:"env"`
	*lab.Report
}

// NewLab returns the JSON report of a verdict.
func NewLab(env machine.Env, r *lab.Report) *Lab { return &Lab{LabSchema, env, r} }

// Labs prints the list of labs.
func Labs(w io.Writer, labs []*lab.Lab) error {
	t := NewTable(w, Column{Title: "lab", Width: 11, Left: true}, Column{Title: "what is to be written", Width: 44, Left: true}, Column{Title: "docs/course", Left: true})
	for _, l := range labs {
		if err := t.Row(l.Name, l.Title, l.Chapter); err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(w, "Begin with: gcbench lab start NAME DIR\n")
	return err
}

// LabStarted says what a student does first. dir is the folder as one types it in a shell.
func LabStarted(w io.Writer, l *lab.Lab, dir string) error {
	_, err := fmt.Fprintf(w, "%s: %s\nread      %s/README.md\nwrite     in the files that say \"yours to write\"\ncheck     gcbench lab check %s\nhints     gcbench lab hint %s\n", l.Name, l.Title, dir, dir, dir)
	return err
}

// LabAnswered says what a teacher has got: the answer, or a wrong one of that number.
func LabAnswered(w io.Writer, l *lab.Lab, dir string, wrong int) error {
	what := "the answer"
	if wrong > 0 {
		what = fmt.Sprintf("wrong answer %d of %d", wrong, l.Wrongs())
	}
	_, err := fmt.Fprintf(w, "%s: %s is in %s\n", l.Name, what, dir)
	return err
}

// LabHints prints the hints that a student has seen, the newest last.
func LabHints(w io.Writer, seen []string, of int, more bool) error {
	var b strings.Builder
	for i, hint := range seen {
		fmt.Fprintf(&b, "Hint %d of %d\n\n%s\n\n", i+1, of, hint)
	}
	if !more {
		b.WriteString("These are all hints.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// LabVerdict prints what the judge says: the verdict, a line for each check, and what is
// wrong. repeat is the command that judges the answer again.
func LabVerdict(w io.Writer, r *lab.Report, repeat string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Lab, map[verdict.Verdict]string{verdict.Right: "right", verdict.Wrong: "wrong", verdict.Unjudged: "not judged"}[r.Verdict])
	for _, c := range r.Checks {
		b.WriteString(checkLines(&c))
	}
	for _, why := range r.Why {
		b.WriteString(Wrapped(why, "  ", "    "))
	}
	for _, note := range r.Notes {
		b.WriteString(Wrapped("note: "+note, "  ", "    "))
	}
	for _, c := range r.Checks {
		if c.Fault != nil {
			b.WriteString(faultText(c.Fault, repeat))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// checkLines is what became of one check, what it asks, and below it how much was tried.
func checkLines(c *verdict.Check) string {
	const indent = "                          "
	state := map[verdict.State]string{verdict.Begun: "no end", verdict.Held: "holds", verdict.Broken: "broken", verdict.Skipped: "skipped"}[c.State]
	lines := Wrapped(c.Asks, fmt.Sprintf("  %-7s %-15s ", state, c.Name), indent)
	return lines + Wrapped(c.Detail, indent, indent)
}

// faultText is the sentence, then the steps, then how to repeat them.
func faultText(f *verdict.Fault, repeat string) string {
	var b strings.Builder
	b.WriteString("\n" + Wrapped(f.Says, "", "  "))
	if f.Program != "" {
		b.WriteString(Wrapped(f.Program, "", "  "))
	}
	table := f.Table
	if strings.Count(table, "\n") < 2 {
		table = "" // there are no steps
	}
	for _, block := range []string{table, f.Story} {
		if block = strings.TrimRight(block, "\n"); block != "" {
			b.WriteString("\n" + block + "\n")
		}
	}
	if f.Schedule != "" || f.Play != "" {
		b.WriteString("\n")
	}
	if f.Schedule != "" {
		fmt.Fprintf(&b, "schedule %s\n", f.Schedule)
	}
	if f.Play != "" {
		fmt.Fprintf(&b, "play: %s\n", f.Play)
	}
	if f.Unplayed != "" {
		b.WriteString("\n" + Wrapped("not played: "+f.Unplayed, "", "  "))
	}
	return b.String() + fmt.Sprintf("\nrepeat with: %s\n", repeat)
}
