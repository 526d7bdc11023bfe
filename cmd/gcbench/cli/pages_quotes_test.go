package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// quotation is a block of Go in a page, and the file that it is from.
type quotation struct {
	line   int    // of the page, where the block begins
	target string // the last link before the block, as it is written; "" if there is none
	code   []string
}

const goBlock = "```go"

// TestQuotationsOfTheCourse: each block of Go in the course is what the file says to which
// the last link before the block leads. A page therefore cannot show code that was changed since.
func TestQuotationsOfTheCourse(t *testing.T) {
	root, found := moduleTree(t).root, 0
	for _, page := range pagesOf(t, root) {
		if !strings.HasPrefix(page, "docs/course/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, page))
		require.NoError(t, err)
		for _, q := range quotationsOf(string(text)) {
			assert.NoError(t, q.check(root, page), "%s, line %d", page, q.line)
			found++
		}
	}
	assert.GreaterOrEqual(t, found, 8)
}

// quotationsOf returns a page's blocks of Go. Fences may be indented.
func quotationsOf(page string) (found []quotation) {
	links, number, fence := linksOf(page), 0, ""
	for line := range strings.Lines(page) {
		number++
		line = strings.TrimRight(line, "\r\n")
		mark := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(mark, "```") && fence != "":
			fence = ""
		case strings.HasPrefix(mark, "```"):
			if fence = mark; fence == goBlock {
				found = append(found, quotation{line: number, target: lastBefore(links, number)})
			}
		case fence == goBlock:
			q := &found[len(found)-1]
			q.code = append(q.code, line)
		}
	}
	return found
}

// lastBefore returns the target of the last link above a line.
func lastBefore(links []pageLink, line int) (target string) {
	for _, l := range links {
		if l.line < line {
			target = l.target
		}
	}
	return target
}

// check says what is wrong with a quotation of a page.
func (q quotation) check(root, page string) error {
	file, _ := targetOf(page, q.target)
	if filepath.Ext(file) != ".go" || q.target == "" {
		return fmt.Errorf("the last link before a block of Go must lead to the Go file that it is from; it is %q", q.target)
	}
	if strings.TrimSpace(strings.Join(q.code, "")) == "" {
		return errors.New("the block of Go is empty")
	}
	source, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return fmt.Errorf("the quotation of %s: there is no such file", file)
	}
	if missing := firstMissing(string(source), q.code); missing != "" {
		return fmt.Errorf("%s does not have this, or not in this order: %s", file, missing)
	}
	return nil
}

// firstMissing returns the first line of a quotation from which on the source does not go as
// the quotation does; "" if it does. Lines that follow one another in the quotation do so in
// the source. Where the quotation has the line "// ...", the source has lines between. The
// indentation that all lines of a quotation share does not count.
func firstMissing(source string, code []string) (missing string) {
	lines := strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n")
	code = outdented(code)
	furthest := -1
	for tabs := range 8 {
		found := agrees(lines, code, strings.Repeat("\t", tabs))
		if found == len(code) {
			return ""
		}
		if found > furthest {
			furthest, missing = found, code[found]
		}
	}
	return cmp.Or(strings.TrimSpace(missing), "an empty line")
}

// agrees returns how many lines of a quotation, each with this before it, the source has.
func agrees(source, code []string, indent string) (found int) {
	for from := 0; found < len(code); {
		piece := code[found:]
		if end := slices.IndexFunc(piece, leavesOut); end >= 0 {
			piece = piece[:end]
		}
		at, n := bestMatch(source, piece, indent, from)
		found += n
		if n < len(piece) {
			return found
		}
		if from = at + n + 1; found < len(code) { // at least one line is left out
			found++
		}
	}
	return found
}

// bestMatch returns where in the source, from a line on, most lines of a piece stand.
func bestMatch(source, piece []string, indent string, from int) (at, n int) {
	for i := from; i < len(source); i++ {
		k := 0
		for k < len(piece) && i+k < len(source) && source[i+k] == strings.TrimRight(indent+piece[k], "\t ") {
			k++
		}
		if k > n {
			at, n = i, k
		}
	}
	return at, n
}

// leavesOut reports whether a line of a quotation stands for lines that are left out.
func leavesOut(line string) bool {
	mark := strings.TrimSpace(line)
	return mark == "// ..." || mark == "..."
}

// outdented takes away what all lines are indented by.
func outdented(code []string) []string {
	common := -1
	for _, line := range code {
		if rest := strings.TrimLeft(line, "\t"); rest != "" && !leavesOut(line) && (common < 0 || len(line)-len(rest) < common) {
			common = len(line) - len(rest)
		}
	}
	out := make([]string, len(code))
	for i, line := range code {
		out[i] = line[min(max(common, 0), len(line)-len(strings.TrimLeft(line, "\t"))):]
	}
	return out
}

// TestReadingOfQuotations: what the test of quotations would not look at cannot fail.
func TestReadingOfQuotations(t *testing.T) {
	page := "# A\n[x](a.go)\n```go\none\n```\n```sh\n[z](c.go)\n```\n[no](b.go) `[y](c.go)`:\n\n  ```go\n\ttwo\n\n  ```\n```go\n```\n"
	assert.Equal(t, []quotation{{3, "a.go", []string{"one"}}, {11, "b.go", []string{"\ttwo", ""}}, {15, "b.go", nil}}, quotationsOf(page))
	assert.Equal(t, []quotation{{line: 1}}, quotationsOf("```go\n```\n[x](a.go)\n"))
}

// TestWrongQuotations: a quotation that differs in any line is found, and one that leaves
// out lines or is indented otherwise is right.
func TestWrongQuotations(t *testing.T) {
	source := "package p\n\nfunc f() {\n\ta()\n\tif b {\n\t\tc()\n\t}\n}\n\nfunc g() {\n\ta()\n\td()\n}\n"
	for quoted, missing := range map[string]string{
		"func f() {\n\ta()":                     "",
		"a()\nif b {\n\tc()\n}":                 "",
		"\t\t\tif b {\n\t\t\t\tc()":             "",
		"func f() {\n\t// ...\n\tif b {":        "",
		"func f() {\n...\n}\n\nfunc g() {":      "",
		"a()\nd()":                              "",
		"c()\n// ...\nd()":                      "d()", // they are indented differently
		"\tc()\n// ...\nd()":                    "",
		"func f() {\n\ta()\n\tc()":              "c()",
		"a()\nif b {\nc()":                      "c()",
		"func f() {\n\tif b {":                  "if b {",
		"func g() {\n// ...\nfunc f() {":        "func f() {",
		"func f() {\n\ta()\n\t// ...\n\tif b {": "if b {", // no line is left out
		"func f() {\n\ta() // why":              "a() // why",
		"func f() {\n\n\ta()":                   "an empty line",
		"func h() {":                            "func h() {",
	} {
		assert.Equal(t, missing, firstMissing(source, strings.Split(quoted, "\n")), "%q", quoted)
	}

	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "a.go"), []byte(source), 0o600))
	for target, says := range map[string]string{
		"../a.go": "", "../a.go#f": "", "": "must lead to the Go file", "page.md": "must lead to the Go file", "../b.go": "no such file",
	} {
		err := quotation{target: target, code: []string{"a()", "d()"}}.check(root, "docs/page.md")
		if says == "" {
			assert.NoError(t, err, target)
		} else {
			assert.ErrorContains(t, err, says, target)
		}
	}
	assert.ErrorContains(t, quotation{target: "a.go", code: nil}.check(root, "page.md"), "empty")
	assert.ErrorContains(t, quotation{target: "a.go", code: []string{"d()", "a()"}}.check(root, "page.md"), "in this order: a()")
}
