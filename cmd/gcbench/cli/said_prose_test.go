package cli

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	fewestWords  = 4  // a text with fewer is a name or a title
	meanSentence = 25 // words of a sentence of a help, on average
	longestSaid  = 40 // words of a sentence
)

// TestProseOfHelp: no help of a command, a flag or an argument has stilted forms or long sentences.
func TestProseOfHelp(t *testing.T) {
	helps := 0
	say := func(where, text string) {
		helps++
		for _, wrong := range wrongIn(text) {
			t.Errorf("%s: %s", where, wrong)
		}
	}
	err := kong.Visit(newReading().Model.Node, func(n kong.Visitable, next kong.Next) error {
		if node, ok := n.(*kong.Node); ok {
			where := node.FullPath()
			say(where, node.Help+"\n\n"+node.Detail)
			sentences := sentencesIn(node.Detail)
			assert.LessOrEqual(t, len(strings.Fields(node.Detail)), meanSentence*len(sentences), "%s: words of %d sentences", where, len(sentences))
			for _, f := range node.Flags {
				say(where+" --"+f.Name, f.Help)
			}
			for _, a := range node.Positional {
				say(where+" "+a.Name, a.Help)
			}
		}
		return next(nil)
	})
	require.NoError(t, err)
	assert.Greater(t, helps, 300)
}

// TestProseOfMessages: no text in the sources, of which errors, hints, verdicts and pages are made, has stilted forms or
// long sentences.
func TestProseOfMessages(t *testing.T) {
	root, texts := moduleTree(t).root, 0
	for _, top := range []string{"cmd/gcbench", "heap", "mark", "stealq", "overflow"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.Name() == "testdata" {
				return fs.SkipDir
			}
			said := saidIn(t, path)
			texts += len(said)
			for _, text := range said {
				for _, wrong := range wrongIn(text) {
					name, _ := filepath.Rel(root, path)
					t.Errorf("%s: %s", filepath.ToSlash(name), wrong)
				}
			}
			return nil
		})
		require.NoError(t, err)
	}
	assert.Greater(t, texts, 2000)
}

// TestSaid: texts are found in each kind of source, and what is wrong with them.
func TestSaid(t *testing.T) {
	long := strings.Repeat("very ", longestSaid) + "long"
	for name, text := range map[string]string{
		"a.go":      "package a\n\nvar err = fmt.Errorf(\"%s: the checksum is wrong, so \" +\n\t\"somebody has changed it\", name)",
		"b.go":      "package b\n\nvar how = flag.String(`how`, ``, `Of a class, the sum is what its objects keep.`)",
		"c.go":      "package c\n\nvar _ = []string{`" + long + "`}",
		"d.json":    `{"share": ["Whoever opens this link sees these steps."]}`,
		"e.html":    "<p>What <b>runs</b> is Go code.</p>",
		"f.js":      `const why = "one, where somebody else was faster";`,
		"README.md": "A list of its own.",
	} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		said := saidIn(t, path)
		require.Len(t, said, 1, name)
		assert.Len(t, wrongIn(said[0]), 1, name)
	}
	assert.Empty(t, wrongIn("it is not a program: give the file of the program that wrote the dump"))
}

// wrongIn returns the stilted and the long sentences of a text. Code is not held to a length.
func wrongIn(text string) []string {
	wrong := stiltedIn(text)
	for _, sentence := range sentencesIn(strings.ReplaceAll(text, "; ", "\n\n")) {
		if words := len(strings.Fields(sentence)); words > longestSaid && !strings.ContainsAny(sentence, "{_") {
			wrong = append(wrong, sentence+" ("+strconv.Itoa(words)+" words)")
		}
	}
	return wrong
}

// saidIn returns the texts of a source that a user may see.
func saidIn(t *testing.T, path string) []string {
	read := func() string {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return string(text)
	}
	switch {
	case strings.HasSuffix(path, "_test.go"):
	case strings.HasSuffix(path, ".go"):
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		return literalsOf(file)
	case strings.HasSuffix(path, ".json"):
		var value any
		require.NoError(t, json.Unmarshal([]byte(read()), &value))
		return stringsOf(value)
	case strings.HasSuffix(path, ".js"):
		return quoted.FindAllString(read(), -1)
	case strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".html"):
		return []string{sentencesOf(read())}
	}
	return nil
}

var quoted = regexp.MustCompile(`"[^"\n]{20,}"`)

// literalsOf returns the texts of the literals of a file, of fewestWords or more. Literals that are added up are one text.
func literalsOf(file *ast.File) (texts []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, ok := literalText(e)
		if ok && len(strings.Fields(text)) >= fewestWords {
			texts = append(texts, text)
		}
		return !ok
	})
	return texts
}

// literalText returns the text of a literal, or of a sum with one. Other terms of a sum count as a word.
func literalText(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.ParenExpr:
		return literalText(e.X)
	case *ast.BinaryExpr:
		x, left := literalText(e.X)
		y, right := literalText(e.Y)
		if !left {
			x = "…"
		}
		if !right {
			y = "…"
		}
		return x + y, e.Op == token.ADD && (left || right)
	}
	return "", false
}

// stringsOf returns the texts in a value of JSON, of fewestWords or more.
func stringsOf(value any) (texts []string) {
	switch value := value.(type) {
	case string:
		if len(strings.Fields(value)) >= fewestWords {
			return []string{value}
		}
	case []any:
		for _, v := range value {
			texts = append(texts, stringsOf(v)...)
		}
	case map[string]any:
		for _, v := range value {
			texts = append(texts, stringsOf(v)...)
		}
	}
	return texts
}
