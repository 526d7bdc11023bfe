package lab

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Nothing that an answer says reaches a terminal as it is.
func TestPrintableReport(t *testing.T) {
	const screen, shown = "\x1b[2J", `\x1b[2J`
	r := (&Report{Student: screen, Why: []string{screen}, Notes: []string{screen}, Checks: []verdict.Check{{Detail: screen, Fault: &verdict.Fault{Says: screen}}}}).Printable()
	assert.Equal(t, &Report{Student: shown, Why: []string{shown}, Notes: []string{shown}, Checks: []verdict.Check{{Detail: shown, Fault: &verdict.Fault{Says: shown}}}}, r)
	long := (&Report{Why: make([]string, 1000)}).Printable()
	assert.Len(t, long.Why, 51)
	assert.Equal(t, "and 950 more", long.Why[50])
}
