package schema

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The page of all fields is made from the comments here, so a fact stands in one place.
const fieldsPage = "../../../../../docs/fields.md"

// fieldsBefore is the page up to the first table.
const fieldsBefore = `# Fields: all keys of JSON, all columns of CSV

Reports of ` + "`--json FILE`" + ` and the table of ` + "`run --csv FILE`" + ` are for scripts. This page has each key with its
type and what it is. A test makes it from the source, so none is missing. Times are nanoseconds unless the key says
otherwise. Keys are added, never renamed, and a script should pass over those that it does not know.
[measuring.md](measuring.md) says what the figures mean. The keys of ` + "`lab check`" + ` are on the [page for teachers](course/teachers.md#how-to-grade).

` + "```sh" + `
./gcbench run --shape tree --objects 100k --json run.json --csv run.csv
` + "```" + `

`

// reports are the structs that a whole file holds, by the format that the file names.
var reports = []struct{ format, of, kind string }{
	{RunSchema, "run and scaling", "Run"},
	{CompareSchema, "compare", "Comparison"},
	{PeersSchema, "peers", "Peers"},
	{InfoSchema, "info", "Info"},
	{DiffSchema, "diff", "Diff"},
	{ReachSchema, "reach", "Reach"},
	{VerifySchema, "verify", "Verification"},
	{StressSchema, "stress", "Stress"},
	{GenSchema, "gen (and of convert, " + ConvertSchema + ")", "Written"},
	{ExportSchema, "export", "Export"},
	{RoundsSchema, "rounds", "Rounds"},
	{SimSchema, "sim", "Simulation"},
}

// TestFieldsPage: HALFMARK_REDRAW=1 writes the page anew.
func TestFieldsPage(t *testing.T) {
	p := &fieldsWriter{types: typesHere(t), done: map[string]bool{}}
	p.WriteString(fieldsBefore)
	for _, r := range reports {
		fmt.Fprintf(p, "## gcbench %s: `%s`\n\n", r.of, r.format)
		p.table(t, r.kind)
		p.rest(t)
	}
	p.WriteString("## Sections of the results of gcbench sim\n\n")
	for _, kind := range []string{"MarkCurve", "MakespanCell", "Balance", "Dag"} {
		p.section(t, kind)
		p.rest(t)
	}
	fmt.Fprintf(p, "## CSV\n\nA line of titles, and one for each result. A figure that was not measured is empty. `samples` is how many there are, `ci95_lo_ns` and\n`ci95_hi_ns` are the ends of the interval. The other columns are keys of a [Result](#result), its [Stats](#stats) or its [Counts](#counts):\n\n`%s`\n",
		strings.Join(csvColumns, "`, `"))
	if os.Getenv("HALFMARK_REDRAW") != "" {
		require.NoError(t, os.WriteFile(fieldsPage, []byte(p.String()), 0o644))
	}
	page, err := os.ReadFile(fieldsPage)
	require.NoError(t, err)
	require.Equal(t, p.String(), string(page), "make it anew: HALFMARK_REDRAW=1 go test ./cmd/gcbench/internal/telling/schema -run FieldsPage")
}

// typesHere are the structs of this package.
func typesHere(t *testing.T) map[string]*ast.StructType {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	types := map[string]*ast.StructType{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					types[spec.Name.Name] = s
				}
			}
			return true
		})
	}
	return types
}

// fieldsWriter writes the page. Each struct has one section.
type fieldsWriter struct {
	strings.Builder
	types map[string]*ast.StructType
	done  map[string]bool
	due   []string
}

func (p *fieldsWriter) section(t *testing.T, kind string) {
	fmt.Fprintf(p, "### %s\n\n", kind)
	p.table(t, kind)
}

// rest writes the structs that the tables so far have named.
func (p *fieldsWriter) rest(t *testing.T) {
	for len(p.due) > 0 {
		kind := p.due[0]
		p.due = p.due[1:]
		p.section(t, kind)
	}
}

// table writes the fields of a struct. Those of a struct in it stand in that one's section.
func (p *fieldsWriter) table(t *testing.T, kind string) {
	p.done[kind] = true
	s := p.types[kind]
	require.NotNil(t, s, kind)
	p.WriteString("| key | type | what it is |\n|---|---|---|\n")
	for _, f := range s.Fields.List {
		switch {
		case f.Tag != nil:
			key := keyOf(f)
			meaning := meaningOf(f, s)
			require.NotEmpty(t, meaning, "%s: %s has no comment", kind, key)
			fmt.Fprintf(p, "| `%s` | %s | %s |\n", key, p.kindOf(f.Type), meaning)
		case len(f.Names) == 0:
			fmt.Fprintf(p, "| | | the keys of %s, too |\n", p.kindOf(f.Type))
		}
	}
	p.WriteString("\n")
}

func keyOf(f *ast.Field) string {
	key, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
	return key
}

// meaningOf is the comment beside a field, or above it, in the words of a report: fields of the struct are named by their
// keys.
func meaningOf(f *ast.Field, in *ast.StructType) string {
	text := strings.Join(strings.Fields(f.Doc.Text()+" "+f.Comment.Text()), " ")
	text = strings.NewReplacer("|", "\\|", "<", "&lt;").Replace(text)
	for _, other := range in.Fields.List {
		if other.Tag != nil {
			name := regexp.MustCompile(`\b` + other.Names[0].Name + `\b`)
			text = name.ReplaceAllString(text, "`"+keyOf(other)+"`")
		}
	}
	return text
}

// kindOf is a type for people.
func (p *fieldsWriter) kindOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return p.kindOf(e.X) + ", or null"
	case *ast.ArrayType:
		return "list: " + p.kindOf(e.Elt)
	case *ast.MapType:
		return "by name: " + p.kindOf(e.Value)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		if p.types[e.Name] == nil {
			switch e.Name {
			case "string", "bool":
				return e.Name
			case "any", "Verdict":
				return e.Name
			}
			return "number"
		}
		if !p.done[e.Name] {
			p.done[e.Name] = true
			p.due = append(p.due, e.Name)
		}
		return fmt.Sprintf("[%s](#%s)", e.Name, strings.ToLower(e.Name))
	}
	return "?"
}
