package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// VerifySchema names the format of Verification. Fields are added to it, never
// renamed.
const VerifySchema = "gcbench-verify/1"

// Verification is what gcbench verify reports.
type Verification struct {
	Schema string      `json:"schema"`
	Env    machine.Env `json:"env"`
	Passed bool        `json:"passed"`
	Marks  int         `json:"marks"`
	Checks []Check     `json:"checks"`
}

// Check is one heap marked with one deque in one setting by several numbers of
// workers. The counts are sums over its marks; they prove that the paths that
// the setting is about did run.
type Check struct {
	Facts
	Deque          string `json:"queue"`
	Setting        string `json:"setting"`
	Workers        []int  `json:"workers"`
	Passed         bool   `json:"passed"`
	Problem        string `json:"problem"` // "" if passed
	Command        string `json:"command"` // that makes the same marks again; "" if passed
	Marks          int    `json:"marks"`
	Steals         uint64 `json:"steals"`
	StealLost      uint64 `json:"steal_lost"`
	OverflowBlocks uint64 `json:"overflow_blocks"`
	OverflowRefs   uint64 `json:"overflow_refs"`
	RefsForwarded  uint64 `json:"refs_forwarded"` // to the owners of their mark bits
	RefsSpilt      uint64 `json:"refs_spilt"`     // of these, the ones that did not fit into a queue
	Harvests       uint64 `json:"harvests"`       // of what speculation has found
}

// sameMarks says what a command that repeats a failed check is worth.
const sameMarks = "It makes the same marks again. With several workers, whether one fails again depends on the schedule."

// Count adds what marks did.
func (c *Check) Count(marks []stats.Mark) {
	c.Marks += len(marks)
	for i := range marks {
		sum := marks[i].Sum()
		c.Steals += sum.Deque.Took
		c.StealLost += sum.Deque.Lost
		c.OverflowBlocks += sum.BlocksOverflowed
		c.OverflowRefs += sum.PendingAdded
		c.RefsForwarded += sum.RefsForwarded
		c.RefsSpilt += sum.RefsSpilt
		c.Harvests += sum.Harvests
	}
}

// Add takes in a check.
func (v *Verification) Add(c Check) {
	v.Checks = append(v.Checks, c)
	v.Marks += c.Marks
	v.Passed = v.Passed && c.Passed
}

// VerifyTable is the table of gcbench verify.
type VerifyTable struct {
	w     io.Writer
	table *Table
}

// NewVerifyTable returns an empty table. names are those of all heaps to come.
func NewVerifyTable(w io.Writer, names []string) *VerifyTable {
	t := NewTable(w, Column{Title: "heap", Width: widest(names), Left: true}, Column{Title: "deque", Width: 9, Left: true},
		Column{Title: "setting", Width: 34, Left: true}, Column{Title: "marks"}, Column{Title: "steals", Width: 7},
		Column{Title: "overflowed", Width: 10}, Column{Title: "result", Left: true})
	return &VerifyTable{w, t}
}

// Row prints one check, and what went wrong below it.
func (t *VerifyTable) Row(name string, c *Check) error {
	result := "PASS"
	if !c.Passed {
		result = "FAIL\n" + indented(c.Problem) + "     Repeat with: " + c.Command + "\n" + strings.TrimSuffix(indented(sameMarks), "\n")
	}
	return t.table.Row(name, c.Deque, c.Setting, fmt.Sprint(c.Marks),
		Count(c.Steals), Count(c.OverflowBlocks+c.OverflowRefs), result)
}

// indented is a text below a row. Only a command stays on one line, so that it can be copied.
func indented(text string) string { return Wrapped(text, "     ", "     ") }

// Verdict prints what stands below the table.
func (t *VerifyTable) Verdict(v *Verification) error {
	verdict := "PASS: every mark reached exactly what the oracle reached"
	if !v.Passed {
		verdict = "FAIL"
	}
	_, err := fmt.Fprintf(t.w, "%s (%s marks)\n", verdict, Count(uint64(v.Marks)))
	return err
}
