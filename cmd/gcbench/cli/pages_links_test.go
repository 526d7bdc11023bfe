package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// pageLink is a link of a page to a file of the repository, or to a heading.
type pageLink struct {
	line   int
	target string // as it is written
}

var (
	linkOfPage    = regexp.MustCompile(`\]\(([^()\s]+)(?:\s+"[^"]*")?\)`)
	anchorOfPage  = regexp.MustCompile(`<a id="([^"]+)"></a>`)
	headingOfPage = regexp.MustCompile(`^#{1,6} +(.*?) *#*$`)
	codeOfLine    = regexp.MustCompile("`[^`]*`")
	nameInFile    = regexp.MustCompile("\\[`(\\w+)`\\]\\(([^()\\s]+\\.go)\\)")
)

// TestLinksOfThePages: every link of a page to a file or a heading leads somewhere.
func TestLinksOfThePages(t *testing.T) {
	root := moduleTree(t).root
	for _, page := range pagesOf(t, root) {
		for _, l := range linksIn(t, root, page) {
			assert.NoError(t, resolves(root, page, l.target), "%s, line %d", page, l.line)
		}
	}
}

// TestNamesInThePages: where a page links a name to a Go file, the file declares it.
func TestNamesInThePages(t *testing.T) {
	root, found := moduleTree(t).root, 0
	for _, page := range pagesOf(t, root) {
		text, err := os.ReadFile(filepath.Join(root, page))
		require.NoError(t, err)
		for _, match := range nameInFile.FindAllStringSubmatch(string(text), -1) {
			file, _ := targetOf(page, match[2])
			source, err := os.ReadFile(filepath.Join(root, file))
			require.NoError(t, err, page)
			assert.True(t, declares(string(source), match[1]), "%s: %s does not declare %s", page, file, match[1])
			found++
		}
	}
	assert.GreaterOrEqual(t, found, 10)
}

// declares reports whether a Go file has a function, method, type, variable or constant
// of that name.
func declares(source, name string) bool {
	name = regexp.QuoteMeta(name)
	pattern := `(?m)^(func (\([^)]*\) )?%[1]s[(\[]|(type|var|const) %[1]s\b|\t%[1]s( |$))`
	return regexp.MustCompile(fmt.Sprintf(pattern, name)).MatchString(source)
}

// TestIndexOfThePages: docs/README.md links to every page under docs, or to a README.md
// that does so. A reader of the index does not find a page to which only other pages link.
func TestIndexOfThePages(t *testing.T) {
	root := moduleTree(t).root
	indexed := []string{"docs/README.md"}
	for i := 0; i < len(indexed); i++ {
		if filepath.Base(indexed[i]) != "README.md" {
			continue
		}
		for _, l := range linksIn(t, root, indexed[i]) {
			if file, _ := targetOf(indexed[i], l.target); strings.HasPrefix(file, "docs/") && !slices.Contains(indexed, file) {
				indexed = append(indexed, file)
			}
		}
	}
	for _, page := range pagesOf(t, root)[1:] {
		assert.Contains(t, indexed, page, "add a line about %s to docs/README.md", page)
	}
}

// TestEveryDequeHasAPage: docs/algorithms has a page of the deque's name.
func TestEveryDequeHasAPage(t *testing.T) {
	root := moduleTree(t).root
	for _, k := range stealq.Kinds() {
		assert.FileExists(t, filepath.Join(root, "docs", "algorithms", k.Name+".md"))
	}
}

// TestOnePromise: README.md, the changelog and package mark promise the same.
func TestOnePromise(t *testing.T) {
	root := moduleTree(t).root
	first := ""
	for _, file := range []string{"docs/CHANGELOG.md", "README.md", "mark/doc.go"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		words := strings.Join(strings.Fields(strings.NewReplacer("`", "", "\n//", "").Replace(string(text))), " ")
		_, after, found := strings.Cut(words, "From version 1 on, ")
		promise, _, ends := strings.Cut(after, "anything may change")
		require.True(t, found && ends, file)
		if first == "" {
			first = promise
		}
		assert.Equal(t, first, promise, file)
	}
}

// linksIn reads a page and returns its links that lead into the repository.
func linksIn(t *testing.T, root, page string) []pageLink {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	require.NoError(t, err)
	return linksOf(string(text))
}

// linksOf returns the links of a page to files and headings. Code has none.
func linksOf(text string) (links []pageLink) {
	eachLine(text, func(number int, line string) {
		for _, match := range linkOfPage.FindAllStringSubmatch(codeOfLine.ReplaceAllString(line, "`"), -1) {
			if !strings.Contains(match[1], "://") && !strings.HasPrefix(match[1], "mailto:") {
				links = append(links, pageLink{number, match[1]})
			}
		}
	})
	return links
}

// eachLine calls do with each line of a page that is in no block of code.
func eachLine(text string, do func(number int, line string)) {
	number, code := 0, false
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			code = !code
		case !code:
			do(number, line)
		}
	}
}

// targetOf splits a link of a page into a path from the repository's root and a heading.
func targetOf(page, target string) (file, heading string) {
	file, heading, _ = strings.Cut(target, "#")
	if file == "" {
		return page, heading
	}
	return filepath.ToSlash(filepath.Join(filepath.Dir(page), file)), heading
}

// resolves says what is wrong with a link of a page.
func resolves(root, page, target string) error {
	file, heading := targetOf(page, target)
	if strings.HasPrefix(file, "..") || strings.HasPrefix(target, "/") {
		return fmt.Errorf("the link %s leads out of the repository", target)
	}
	if _, err := os.Stat(filepath.Join(root, file)); err != nil {
		return fmt.Errorf("the link %s: there is no %s", target, file)
	}
	if heading == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return fmt.Errorf("the link %s: a heading of what is no page", target)
	}
	if known := headingsOf(string(text)); filepath.Ext(file) != ".md" || !slices.Contains(known, heading) {
		return fmt.Errorf("the link %s: %s has no such heading; it has %s", target, file, strings.Join(known, " "))
	}
	return nil
}

// headingsOf returns what links call a page's headings: in small letters, spaces as
// hyphens, without other marks, and with -1, -2 and so on where a name is there already. An
// anchor has the name that it says.
func headingsOf(text string) (names []string) {
	eachLine(text, func(_ int, line string) {
		for _, anchor := range anchorOfPage.FindAllStringSubmatch(line, -1) {
			names = append(names, anchor[1])
		}
		heading := headingOfPage.FindStringSubmatch(line)
		if heading == nil {
			return
		}
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, heading[1])
		first := name
		for n := 1; slices.Contains(names, name); n++ {
			name = fmt.Sprintf("%s-%d", first, n)
		}
		names = append(names, name)
	})
	return names
}

// TestReadingOfLinks: what the tests of links would not look at cannot fail.
func TestReadingOfLinks(t *testing.T) {
	page := "# A `b`: c, d_e!\n## Twice\n[x](a.md) ![y](b.svg \"title\") `[no](no.md)`\n" +
		"```\n# no heading\n[no](no.md)\n```\n[z](#twice-1) [w](https://example.com/a#b)\n[long\ntext](d/e.md#f)\n## Twice ##\n<a id=\"x\"></a><a id=\"y\"></a>**X, y.**\n"
	assert.Equal(t, []string{"a-b-c-d_e", "twice", "twice-1", "x", "y"}, headingsOf(page))
	assert.Equal(t, []pageLink{{3, "a.md"}, {3, "b.svg"}, {8, "#twice-1"}, {10, "d/e.md#f"}}, linksOf(page))

	source := "package p\n\ntype T int\n\nvar (\n\tv = call()\n)\n\nfunc (t T) m(a int) {\n\tn()\n}\n"
	for name, is := range map[string]bool{"T": true, "v": true, "m": true, "n": false, "call": false, "a": false} {
		assert.Equal(t, is, declares(source, name), name)
	}

	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "docs", "sub"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "docs", "a.md"), []byte(page), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(root, "docs", "b.go"), []byte("# twice\n"), 0o600))
	for target, wrong := range map[string]string{
		"a.md": "", "sub": "", "../docs/a.md#twice": "", "#twice-1": "", "b.go": "",
		"c.md":         "there is no docs/c.md",
		"a.md#thrice":  "docs/a.md has no such heading",
		"#thrice":      "docs/a.md has no such heading",
		"b.go#twice":   "docs/b.go has no such heading",
		"sub#twice":    "a heading of what is no page",
		"../../a.md":   "leads out of the repository",
		"/docs/a.md":   "leads out of the repository",
		"../a.md#some": "there is no a.md",
	} {
		if err := resolves(root, "docs/a.md", target); wrong == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, wrong)
		}
	}
}
