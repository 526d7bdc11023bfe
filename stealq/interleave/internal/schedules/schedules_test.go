// Package schedules runs every exploration of this module's own source. It writes to
// docs/results/explorations.md what was explored, how, and how many executions this took. All of it
// is tests, for the maintainers of this module.
package schedules

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const log = `=== RUN   TestEverySchedule
    schedules_test.go:84: | stealhalf / capacity 2, owner 5 ops, thieves half | 96 | reduced | 4008 | 36 |
    schedules_test.go:85: 45ms, 0 given up
    schedules_test.go:84: | abp / capacity 2, owner 5 ops, thieves half | 96 | reduced | 1995 | 29 |
    schedules_test.go:9: | abp / owner 0 or 1 op, not reduced | 9 | all | 1000 | 29 |
    schedules_test.go:9: | mark, a star, no pool | 1 | preemptions up to 2 | 13805 | 389 |
    schedules_test.go:9: | abp / 4 deques of 4, 16 operations | 1 | random | 300 | 29 |
--- PASS: TestEverySchedule (2.94s)
ok  	halfmark/heap	1.0s
`

const (
	root     = "../../../.." // the module's
	document = "docs/results/explorations.md"
)

var (
	write = flag.String("write", "", "run all explorations, and write their tables: those of the ordinary run or of the long one")
	from  = flag.String("from", "", "take the rows from a file with the output of go test -v, and run nothing")
)

// TestTables writes the tables of a run, and nothing if a test fails.
func TestTables(t *testing.T) {
	if *write == "" {
		t.Skip("takes some minutes: give -write ordinary. An hour: give -write long")
	}
	require.Contains(t, []string{"ordinary", "long"}, *write)
	explored, long, began := read, *write == "long", time.Now()
	if *from == "" {
		explored = func(string) ([]row, error) { return explore(long) }
	}
	rows, err := explored(*from)
	require.NoError(t, err)
	t.Logf("%s%v", totals(rows), time.Since(began).Round(time.Second))
	name := filepath.Join(root, document)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	changed, err := replace(string(text), long, tables(rows))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, []byte(changed), 0o644))
}

// TestRows: rows become tables, the sums are theirs, and each search is counted apart.
func TestRows(t *testing.T) {
	var shown strings.Builder
	rows, rest, err := scan(strings.NewReader(log), &shown)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.Len(t, rows, 5)
	require.Equal(t, row{"stealhalf", "capacity 2, owner 5 ops, thieves half", 96, 4008, 36, "reduced"}, rows[0])
	require.Contains(t, shown.String(), "| abp: owner 0 or 1 op, not reduced | 9 | all | 1,000 | 29 |\n")
	got := tables(rows)
	require.Contains(t, got, "| capacity 2, owner 5 ops, thieves half | 96 | 4,008 | 1,995 |")
	require.Contains(t, got, "Executions: 21,108, of which exhaustive 14,805 (13,805 of them within a bound on preemptions), reduced 6,003, random 300.\n")
}

// TestFailuresAreNoRows: what a failed test prints is kept, and is an error.
func TestFailuresAreNoRows(t *testing.T) {
	name := t.TempDir() + "/log"
	require.NoError(t, os.WriteFile(name, []byte(log+"--- FAIL: TestDetector (0.1s)\n   lost\nFAIL\n"), 0o600))
	_, err := read(name)
	require.ErrorContains(t, err, "TestDetector (0.1s)\n   lost")
	ended := ""
	for _, p := range packages {
		require.NoError(t, os.WriteFile(name, []byte(log+ended), 0o600))
		_, err = read(name)
		require.ErrorContains(t, err, "the tests of "+p)
		ended += "ok  \thalfmark" + strings.TrimPrefix(p, ".") + "\t1.0s\n"
	}
	require.NoError(t, os.WriteFile(name, []byte(log+ended), 0o600))
	rows, err := read(name)
	require.NoError(t, err)
	require.Len(t, rows, 5)
}

// TestDocumentAddsUp: the document has both places, and its sums are those of its rows.
func TestDocumentAddsUp(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, document))
	require.NoError(t, err)
	for _, long := range []bool{false, true} {
		from, to, err := find(string(b), long)
		require.NoError(t, err)
		text, sum, columns := string(b)[from:to], 0, false
		for line := range strings.Lines(text) {
			cells := strings.Split(line, "|")
			switch {
			case strings.HasPrefix(line, "| scenes"):
				columns = strings.Contains(line, "of one deque")
			case !strings.HasPrefix(line, "| "):
			case columns: // a kind in each
				for _, c := range cells[3:] {
					sum += number(c)
				}
			default:
				sum += number(cells[4])
			}
		}
		require.Contains(t, text, "Executions: "+grouped(sum)+",")
	}
}

func number(cell string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(cell), ",", ""))
	return n
}
