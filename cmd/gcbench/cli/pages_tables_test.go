package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// testTable is what a page says that a test prints.
type testTable struct {
	folder, tags, pattern string // of the go test command
	lines                 []string
}

const tableBlock = "```text"

// TestSlowTablesOfTheCourse: where a page of the course shows what a go test command prints, in a
// block marked as text right behind the command, the test prints these lines in this order. The
// page may leave lines out.
func TestSlowTablesOfTheCourse(t *testing.T) {
	tagged.Slow(t)
	root, found := moduleTree(t).root, 0
	for _, page := range pagesOf(t, root) {
		if !strings.HasPrefix(page, "docs/course/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, page))
		require.NoError(t, err)
		tables, err := testTablesOf(string(text))
		require.NoError(t, err, page)
		for _, table := range tables {
			t.Run(page+"/"+table.pattern, func(t *testing.T) {
				t.Chdir(filepath.Join(root, table.folder))
				assert.NoError(t, table.missing(tagged.Run(t, table.tags, table.pattern, nil)))
			})
			found++
		}
	}
	require.GreaterOrEqual(t, found, 3)
}

// testTablesOf returns the tables of a page.
func testTablesOf(page string) (found []testTable, err error) {
	fence, command := "", ""
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\r\n")
		switch mark := strings.HasPrefix(line, "```"); {
		case mark && fence != "":
			if fence != shellBlock {
				command = ""
			}
			fence = ""
		case mark:
			if fence = line; fence == tableBlock && strings.HasPrefix(command, "go test ") {
				table, err := readTestCommand(command)
				if err != nil {
					return nil, err
				}
				found = append(found, table)
			}
		case fence == shellBlock && line != "":
			command = line
		case fence == "" && line != "":
			command = ""
		case fence == tableBlock && strings.HasPrefix(command, "go test ") && line != "":
			last := &found[len(found)-1]
			last.lines = append(last.lines, line)
		}
	}
	return found, nil
}

// readTestCommand reads a go test command of one folder and one pattern.
func readTestCommand(command string) (t testTable, err error) {
	c, err := readCommand(command, 0)
	if err != nil {
		return t, err
	}
	for i := 2; i < len(c.words); i++ {
		value := ""
		if i+1 < len(c.words) {
			value = c.words[i+1]
		}
		switch word := c.words[i]; {
		case word == "-v":
		case word == "-tags":
			t.tags, i = value, i+1
		case word == "-run":
			t.pattern, i = value, i+1
		case strings.HasPrefix(word, "./") && t.folder == "":
			t.folder = word
		default:
			return t, fmt.Errorf("%s: a test of tables does not know %s", command, word)
		}
	}
	if t.folder == "" || t.pattern == "" {
		return t, fmt.Errorf("%s: want a folder and -run", command)
	}
	return t, nil
}

// missing says which line of the table the output does not have behind the lines before. Spaces do
// not count.
func (t testTable) missing(output string) error {
	printed := strings.Split(output, "\n")
	for _, line := range t.lines {
		for len(printed) > 0 && !strings.HasSuffix(squeezed(printed[0]), squeezed(line)) {
			printed = printed[1:]
		}
		if len(printed) == 0 {
			return fmt.Errorf("the test does not print, behind the lines before it: %s", line)
		}
		printed = printed[1:]
	}
	return nil
}

func squeezed(line string) string { return strings.Join(strings.Fields(line), " ") }

// TestReadingOfTables: what the test of tables would not look at cannot fail.
func TestReadingOfTables(t *testing.T) {
	sh := func(command string) string { return "```sh\n" + command + "\n```\n\n" }
	const table = "```text\nstep  a\n   1  b\n```\n"
	found, err := testTablesOf(sh("go test -tags interleave ./overflow -run 'A|B' -v") + table + sh("./gcbench run") + table +
		sh("go test ./mark -run C") + "text\n\n" + table + sh("go test ./mark -run D") + table)
	require.NoError(t, err)
	lines := []string{"step  a", "   1  b"}
	assert.Equal(t, []testTable{{"./overflow", "interleave", "A|B", lines}, {"./mark", "", "D", lines}}, found)
	for _, wrong := range []string{"go test -run A", "go test ./mark", "go test ./mark -run A -race"} {
		_, err := testTablesOf(sh(wrong) + table)
		assert.ErrorContains(t, err, wrong)
	}

	assert.NoError(t, found[0].missing("x: step a\n  0 a\n  1     b\n"))
	assert.ErrorContains(t, found[0].missing("   1  b\nstep  a\n"), "1  b")
	assert.ErrorContains(t, found[0].missing("step  a\n   1  c\n"), "1  b")
}
