package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/grading"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// Labs is the list of labs.
func Labs(labs []*lab.Lab) string {
	return table(columns.Table([]columns.Of[*lab.Lab]{
		columns.Left("lab", 11, func(l *lab.Lab) string { return l.Name }),
		columns.Left("what is to be written", 44, func(l *lab.Lab) string { return l.Title }),
		columns.Left("docs/course", 0, func(l *lab.Lab) string { return l.Chapter }),
	}, labs)) + "Begin with: gcbench lab start NAME DIR\n"
}

// LabStarted says what a student does first. dir is the folder as one types it in a shell.
func LabStarted(l *lab.Lab, dir string) string {
	return fmt.Sprintf("%s: %s\nread      %s/README.md\nwrite     in the files that say \"yours to write\"\ncheck     gcbench lab check %s\nhints     gcbench lab hint %s\n", l.Name, l.Title, dir, dir, dir)
}

// LabAnswered says what a teacher has got: the answer, or a wrong one of that number.
func LabAnswered(l *lab.Lab, dir string, wrong int) string {
	what := "the answer"
	if wrong > 0 {
		what = fmt.Sprintf("wrong answer %d of %d", wrong, l.Wrongs())
	}
	return fmt.Sprintf("%s: %s is in %s\n", l.Name, what, dir)
}

// LabHints are the hints that a student has seen, the newest last.
func LabHints(seen []string, of int, more bool) string {
	var b strings.Builder
	for i, hint := range seen {
		fmt.Fprintf(&b, "Hint %d of %d\n\n%s\n\n", i+1, of, hint)
	}
	if !more {
		b.WriteString("These are all hints.\n")
	}
	return b.String()
}

// LabVerdict is what the judge says: the verdict, a line for each check, and what is
// wrong. repeat is the command that judges the answer again, "" to say nothing of it.
func LabVerdict(r *lab.Report, repeat string) string {
	var b strings.Builder
	says := verdictWord(r.Verdict)
	if r.Score != nil {
		says += fmt.Sprintf(", %d of %d points", *r.Score, r.Most)
	}
	if r.Lab != "" { // else it is not the folder of a lab
		says = r.Lab + ": " + says
	}
	b.WriteString(says + "\n")
	var unreached []string
	for _, c := range r.Checks {
		if c.State == verdict.Unreached {
			unreached = append(unreached, fmt.Sprintf("%s (%d)", c.Name, c.Points))
		} else {
			b.WriteString(checkLines(&c))
		}
	}
	for _, why := range r.Why {
		b.WriteString(wrap.Text(why, "  ", "    "))
	}
	if unreached != nil {
		b.WriteString(wrap.Text("not reached: "+strings.Join(unreached, ", "), "  ", "    "))
	}
	for _, note := range r.Notes {
		b.WriteString(wrap.Text("note: "+note, "  ", "    "))
	}
	for _, c := range r.Checks {
		if c.Fault != nil {
			b.WriteString(faultText(c.Fault, repeat))
		}
	}
	return b.String()
}

// checkLines is what became of one check, its points, what it asks, and below it how much was tried.
func checkLines(c *verdict.Check) string {
	const indent = "                                "
	state := map[verdict.State]string{verdict.Begun: "no end", verdict.Held: "holds", verdict.Broken: "broken", verdict.Skipped: "skipped"}[c.State]
	lines := wrap.Text(c.Asks, fmt.Sprintf("  %-7s %d/%d  %-16s ", state, c.Score(), c.Points, c.Name), indent)
	return lines + wrap.Text(c.Detail, indent, indent)
}

// LabGrades says how many submissions were right, wrong and not judged, and which were not right.
func LabGrades(all []grading.Graded) string {
	var b strings.Builder
	counts := grading.Counts(all)
	for _, v := range []verdict.Verdict{verdict.Right, verdict.Wrong, verdict.Unjudged} {
		line := fmt.Sprintf("%s %d", v, len(counts[v]))
		if names := counts[v]; len(names) > 0 {
			slices.Sort(names)
			line += ": " + verdict.Printable(strings.Join(names, ", "))
		}
		b.WriteString(wrap.Text(line, "", "  "))
	}
	return b.String()
}

// faultText is the sentence, then the steps, then how to repeat them.
func faultText(f *verdict.Fault, repeat string) string {
	var b strings.Builder
	b.WriteString("\n" + wrap.Text(f.Says, "", "  "))
	if f.Program != "" {
		b.WriteString(wrap.Text(f.Program, "", "  "))
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
	if f.Unplayed != "" && f.Unplayed != verdict.OneWorker {
		b.WriteString("\n" + wrap.Text("not played: "+f.Unplayed, "", "  "))
	}
	if repeat != "" {
		fmt.Fprintf(&b, "\nrepeat with: %s\n", repeat)
	}
	return b.String()
}
