package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// A citation is a venue and a year: PODC 2002, J. ACM 46(5), 1999. Where a year stands
// behind something else, it cites nothing that these tests know of.
var (
	citation = regexp.MustCompile(`\b([A-Z]{2,}[A-Za-z]*|Journal|Mathematics|Systems|Computers|Engineering|Letters A)[ ,]+(?:[\dC().-]+[ ,]+)*((?:19[5-9]|20[0-4])\d)$`)
	year     = regexp.MustCompile(`\b(?:19[5-9]|20[0-4])\d\b`)
	broken   = regexp.MustCompile(`\s*\n\s*(//|\*|\|)?\s*`) // a line break, in a comment or not
)

// TestSlowEverySourceIsListed: what a Go file, a model or a page cites has an entry in
// docs/bibliography.md, and what the entry says of a file is true: it names the author.
func TestSlowEverySourceIsListed(t *testing.T) {
	tagged.Slow(t) // reads every file of the module
	root := moduleTree(t).root
	page, err := os.ReadFile(filepath.Join(root, "docs", "bibliography.md"))
	require.NoError(t, err)
	items := itemsOf(string(page))
	require.Greater(t, len(items), 30)

	cited := 0
	for _, file := range citing(t, root) {
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		for _, c := range citations(string(text)) {
			assert.True(t, hasEntry(items, c), "%s cites %s %s, of which docs/bibliography.md has no entry", file, c[0], c[1])
			cited++
		}
	}
	assert.Greater(t, cited, 50)

	for _, item := range items {
		author := strings.Trim(strings.FieldsFunc(item, func(r rune) bool { return strings.ContainsRune(" ,.", r) })[0], `"`)
		for _, link := range linksOf(item) {
			file, _ := targetOf("docs/bibliography.md", link.target)
			text, err := os.ReadFile(filepath.Join(root, file))
			require.NoError(t, err)
			assert.Contains(t, string(text), author, "docs/bibliography.md says that %s uses the source", file)
		}
	}
}

// itemsOf returns the entries of the page, each on one line.
func itemsOf(page string) (items []string) {
	for i, part := range strings.Split(page, "\n- **") {
		if i > 0 {
			item, _, _ := strings.Cut(part, "\n\n")
			items = append(items, broken.ReplaceAllString(item, " "))
		}
	}
	return items
}

// longestCitation is more than a venue, its numbers and a line break take.
const longestCitation = 200

// citations returns the venue and the year of each citation.
func citations(text string) (found [][2]string) {
	for _, at := range year.FindAllStringIndex(text, -1) {
		before := broken.ReplaceAllString(text[max(0, at[0]-longestCitation):at[1]], " ")
		if match := citation.FindStringSubmatch(before); match != nil {
			found = append(found, [2]string{match[1], match[2]})
		}
	}
	return found
}

// hasEntry reports whether one entry has the citation.
func hasEntry(items []string, c [2]string) bool {
	for _, item := range items {
		for _, has := range citations(item) {
			if has == c {
				return true
			}
		}
	}
	return false
}

// citing are the files that may cite: Go files, models, and pages but the bibliography.
func citing(t *testing.T, root string) (files []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch filepath.Ext(path) {
		case ".go", ".pml", ".md":
			if filepath.Base(path) != "bibliography.md" && filepath.Base(path) != "pages_sources_test.go" {
				files = append(files, name)
			}
		}
		return err
	}))
	return files
}

// TestCitations: a venue and a year are found across lines, and nothing else is.
func TestCitations(t *testing.T) {
	text := "// \"Queues\", PODC\n// 2002, section 3; J. ACM 46(5),\n// 1999 (JVM 2001) IEEE Trans. Computers C-30(6), 1981.\n" +
		" * Physics Letters A 263, 1999; SIAM Journal on Applied Mathematics 17(2),\n * 1969.\nUTC 12 on 2026-11-22 has 2000 rows; ABP of 1998 and 2048 bytes"
	assert.Equal(t, [][2]string{{"PODC", "2002"}, {"ACM", "1999"}, {"JVM", "2001"}, {"Computers", "1981"}, {"Letters A", "1999"}, {"Mathematics", "1969"}}, citations(text))
	items := itemsOf("# x\n\n- **A.** PODC\n  2002.\n- **B.** ACM 1,\n  1999.\n\nJVM 2001\n")
	require.Equal(t, []string{"A.** PODC 2002.", "B.** ACM 1, 1999."}, items)
	assert.True(t, hasEntry(items, [2]string{"ACM", "1999"}))
	assert.False(t, hasEntry(items, [2]string{"JVM", "2001"}))
	assert.False(t, hasEntry(items, [2]string{"ACM", "2002"}))
}
