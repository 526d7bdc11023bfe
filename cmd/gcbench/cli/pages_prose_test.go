package cli

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostProse is how many words the pages may have, outside of code, tables and what programs write.
const mostProse = 50_000

// byPrograms are pages that programs of this module write, or that print their results.
var byPrograms = []string{
	"docs/claims.md", "docs/fields.md", "docs/results/explorations.md", "docs/results/long-runs.md", "docs/results/mutants.md", "docs/results/mutation.md",
}

// stilted are forms that no page, documentation of a public package, help or message has. Each hides who acts, or says it in
// a roundabout way.
var stilted = []struct {
	form   *regexp.Regexp
	better string
}{
	{regexp.MustCompile(`(?i)\b(?:whoever|somebody|everybody)\b`), "name the actor: a worker, the caller, you, the file"},
	{regexp.MustCompile(`(?i)^nobody\b`), "name the actor: no worker, no reference"},
	{regexp.MustCompile(`\bof (?:its|their|his|our|your|one's) own\b`), "its X, your X"},
	{regexp.MustCompile(`^(?:What|Who)\b[^?]*[.:]$`), "subject and verb first"},
	{regexp.MustCompile(`^Of (?:an?|one|each|this|it)\b`), "subject and verb first"},
	{regexp.MustCompile(`\b(?:it|this|that|which|%[qsv]) (?:is|are) no \w*(?:[^r\W]|[^e\W]r)\b`), "it is not a X"}, // but: no longer
	{regexp.MustCompile(`\b(?:is|are) none of\b`), "is not one of, does not belong to"},
	{regexp.MustCompile(`\bh(?:o|e)lds? .{0,40}\bagainst\b`), "compare with"},
	{regexp.MustCompile(`\bc[oa]mes? to (?:its|an|no) end\b`), "end, finish"},
	{regexp.MustCompile(`\bin the mean\b`), "on average"},
	{regexp.MustCompile(`\bfor want of\b`), "without, because there is no"},
	{regexp.MustCompile(`\bshall\b`), "should, must"},
}

// TestProse: the pages have few words, and neither they nor the documentation of the public packages has stilted forms.
func TestProse(t *testing.T) {
	root, words := moduleTree(t).root, 0
	for _, page := range pagesOf(t, root) {
		text, err := os.ReadFile(filepath.Join(root, page))
		require.NoError(t, err)
		prose := sentencesOf(string(text))
		if !slices.Contains(byPrograms, page) {
			words += len(strings.Fields(prose))
		}
		noStilted(t, page, prose)
	}
	assert.LessOrEqual(t, words, mostProse, "words of prose in the pages")
	for _, folder := range publicPackages(t, root) {
		noStilted(t, folder, documentationOf(t, filepath.Join(root, folder)))
	}
}

// TestStilted: the forms are found in sentences, and not elsewhere.
func TestStilted(t *testing.T) {
	for _, bad := range []string{
		"Whoever\nasks waits.", "It ends. What is left stays.", "A thing of its own.", "- Nobody waits.", "Of one that fails, a run is shown.", "%s: it is no program", "The file is none of an export.",
		"It was held against the oracle.", "It came to its end.", "It has two in the mean.", "It waits for want of room.", "It shall wait.",
	} {
		assert.Len(t, stiltedIn(sentencesOf(bad)), 1, bad)
	}
	for _, good := range []string{"What is left?", "| What is left |", "```\nWhoever asks\n```", "## What it costs", "That is what is left.", "<!-- Whoever -->", "What it costs", "It is no longer there.", "There is no program.", "Two of an end."} {
		assert.Empty(t, stiltedIn(sentencesOf(good)), good)
	}
}

func noStilted(t *testing.T, where, prose string) {
	t.Helper()
	for _, wrong := range stiltedIn(prose) {
		t.Errorf("%s: %s", where, wrong)
	}
}

// stiltedIn returns the sentences with stilted forms, each with what is better.
func stiltedIn(prose string) (wrong []string) {
	for _, sentence := range sentencesIn(prose) {
		for _, s := range stilted {
			if s.form.MatchString(sentence) {
				wrong = append(wrong, sentence+" ("+s.better+")")
			}
		}
	}
	return wrong
}

// sentencesIn splits prose into sentences. A colon ends one, too, and so does an empty line.
func sentencesIn(prose string) (sentences []string) {
	for paragraph := range strings.SplitSeq(prose, "\n\n") {
		for sentence := range strings.SplitSeq(endOfSentence.ReplaceAllString(strings.Join(strings.Fields(paragraph), " "), "$1\n"), "\n") {
			sentences = append(sentences, strings.TrimLeft(sentence, "*-_ >"))
		}
	}
	return sentences
}

var (
	endOfSentence = regexp.MustCompile(`([.!?:][)"*]*)\s+`)
	tagOfPage     = regexp.MustCompile(`(?s)<!--.*?-->|<[^<>\n]*>`)
	itemOfList    = regexp.MustCompile(`^\s*(?:[-*]|\d+\.)\s`)
)

// sentencesOf returns a page without code, tables, headings and tags. An item of a list is a paragraph.
func sentencesOf(page string) string {
	var prose strings.Builder
	eachLine(tagOfPage.ReplaceAllString(page, ""), func(_ int, line string) {
		switch text := strings.TrimSpace(line); {
		case strings.HasPrefix(text, "|") || strings.HasPrefix(text, "#"):
			prose.WriteString("\n\n")
		case itemOfList.MatchString(line):
			prose.WriteString("\n\n" + text + "\n")
		default:
			prose.WriteString(text + "\n")
		}
	})
	return prose.String()
}

// publicPackages are the folders of the packages that a program outside of this module may import, but the commands'.
func publicPackages(t *testing.T, root string) (folders []string) {
	for _, top := range []string{"heap", "mark", "stealq", "overflow"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			switch d.Name() {
			case "internal", "testdata", "examples", "example":
				return filepath.SkipDir
			}
			if sources, _ := filepath.Glob(filepath.Join(path, "*.go")); sources != nil {
				name, _ := filepath.Rel(root, path)
				folders = append(folders, filepath.ToSlash(name))
			}
			return nil
		})
		require.NoError(t, err)
	}
	require.Greater(t, len(folders), 10)
	return folders
}

// documentationOf returns what go doc says of a package, without code.
func documentationOf(t *testing.T, folder string) string {
	set, files := token.NewFileSet(), []*ast.File{}
	sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") || strings.HasSuffix(source, "_interleave.go") {
			continue
		}
		file, err := parser.ParseFile(set, source, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(set, files, folder)
	require.NoError(t, err)
	texts := []string{p.Doc}
	values := func(list []*doc.Value) {
		for _, v := range list {
			texts = append(texts, v.Doc)
		}
	}
	functions := func(list []*doc.Func) {
		for _, f := range list {
			texts = append(texts, f.Doc)
		}
	}
	values(p.Consts)
	values(p.Vars)
	functions(p.Funcs)
	for _, typ := range p.Types {
		texts = append(texts, typ.Doc)
		values(typ.Consts)
		values(typ.Vars)
		functions(typ.Funcs)
		functions(typ.Methods)
	}
	return withoutIndented(strings.Join(texts, "\n\n"))
}

// withoutIndented leaves out the lines of code in a documentation.
func withoutIndented(text string) string {
	var prose strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "\t") {
			prose.WriteString(line)
		}
	}
	return prose.String()
}
