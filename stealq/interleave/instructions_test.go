package interleave_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSameInstructions: the compiler makes the same instructions of the production
// source as of one in which each name that stands for a type of sync/atomic has been
// replaced by that type.
func TestSameInstructions(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles four packages twice: left out with -short")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command, which is not on PATH")
	}
	for _, dir := range []string{"stealq", "overflow", "mark", "heap"} {
		dir, err := filepath.Abs("../../" + dir)
		require.NoError(t, err)
		overlay, replaced := spelledOut(t, dir, "")
		require.Positive(t, replaced, "nothing to replace in %s", dir)
		asIs := compiled(t, goTool, dir)
		require.Greater(t, len(asIs), 1000, "instructions")
		require.Equal(t, asIs, compiled(t, goTool, dir, "-overlay", overlay), dir)
		if filepath.Base(dir) == "overflow" { // what is put in place of the source is what is compiled
			overlay, _ = spelledOut(t, dir, "\nfunc init() { _ = NewPending(4711) }\n")
			require.NotEqual(t, asIs, compiled(t, goTool, dir, "-overlay", overlay))
		}
		t.Logf("%s: %d places, %d instructions", filepath.Base(dir), replaced, len(asIs))
	}
}

var instruction = regexp.MustCompile(`(?m)^\t0x[0-9a-f]+ \d+ \([^)]*\)\t(.*)$`)

// compiled is what the compiler makes of a package, without the lines that it comes from.
func compiled(t *testing.T, goTool, dir string, flags ...string) (instructions []string) {
	t.Helper()
	build := exec.Command(goTool, slices.Concat([]string{"build", "-gcflags=-S"}, flags, []string{"."})...)
	build.Dir = dir
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, m := range instruction.FindAllSubmatch(out, -1) {
		instructions = append(instructions, string(m[1]))
	}
	return instructions
}

// spelledOut writes a second version of a package's files, in which its aliases are
// replaced, each with more at its end, and the overlay that puts them in place of the
// first.
func spelledOut(t *testing.T, dir, more string) (overlay string, replaced int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	aliases := aliasesOf(t, filepath.Join(dir, "atomics.go"))
	elsewhere := map[string]string{}
	for i, name := range files {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == "atomics.go" {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		second, n := replaceAliases(t, string(text), aliases)
		if n == 0 {
			continue
		}
		replaced += n
		other := filepath.Join(t.TempDir(), fmt.Sprintf("%d.go", i))
		require.NoError(t, os.WriteFile(other, []byte(second+more), 0o600))
		elsewhere[name] = other
	}
	list, err := json.Marshal(map[string]any{"Replace": elsewhere})
	require.NoError(t, err)
	overlay = filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, os.WriteFile(overlay, list, 0o600))
	return overlay, replaced
}

// aliasesOf reads which names stand for which types.
func aliasesOf(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, text, 0)
	require.NoError(t, err)
	aliases := map[string]string{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok && spec.Assign.IsValid() {
			at := func(p token.Pos) int { return files.Position(p).Offset }
			aliases[spec.Name.Name] = string(text[at(spec.Type.Pos()):at(spec.Type.End())])
		}
		return true
	})
	return aliases
}

// replaceAliases replaces the names that a file uses and does not declare. Lines stay
// where they are.
func replaceAliases(t *testing.T, text string, aliases map[string]string) (second string, replaced int) {
	t.Helper()
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", text, 0)
	require.NoError(t, err)
	uses := tree.Unresolved
	slices.SortFunc(uses, func(a, b *ast.Ident) int { return int(b.Pos() - a.Pos()) })
	imports := map[string]bool{}
	for _, use := range uses { // from the end
		if typ, ok := aliases[use.Name]; ok {
			at := files.Position(use.Pos()).Offset
			text = text[:at] + typ + text[at+len(use.Name):]
			replaced++
			imports[map[bool]string{true: "sync", false: "sync/atomic"}[strings.HasPrefix(typ, "sync.")]] = true
		}
	}
	for path := range imports {
		if !slices.ContainsFunc(tree.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == fmt.Sprintf("%q", path) }) {
			at := files.Position(tree.Name.End()).Offset
			text = text[:at] + fmt.Sprintf("; import %q", path) + text[at:]
		}
	}
	return text, replaced
}
