package play

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/plain"
)

// shown are the files whose source the page shows. Of the packages mark and kernel these are the ones in which a
// scene steps, or through which it comes to the engine.
var shown = []string{"stealq/*.go", transcripts + "*.go", "overflow/*.go", "mark/entry.go", "mark/marker.go", "mark/concurrent/*.go", "mark/internal/engine/*.go", "mark/internal/kernel/kernel.go", "mark/internal/kernel/alone*.go", "mark/internal/kernel/locked*.go", "mark/internal/chain/*.go", "mark/internal/crew/*.go", "mark/internal/forward/*.go", "mark/internal/ranges/*.go", "mark/internal/work/*.go", "mark/internal/source/*.go", "mark/internal/thin/*.go", "heap/bitmap.go"}

// transcripts begins the names of the files whose lines have switches.
const transcripts = "stealq/interleave/printed/"

// listing is the code that a page shows.
type listing struct {
	Files   map[string]string           `json:"files"`
	Plain   map[string][]plain.Function `json:"plain,omitempty"`   // by file: the functions with switches
	Changed []string                    `json:"changed,omitempty"` // files that are not as in the library
}

// listing has the transcripts without their switches. Where a transcript was changed so that this cannot be, the page shows it
// as it is.
func (p Program) listing() listing {
	l := listing{Files: p.Sources, Plain: map[string][]plain.Function{}}
	for name, text := range p.Sources {
		if !strings.HasPrefix(name, transcripts) {
			continue
		}
		if all, err := plain.Functions(name, text); err == nil {
			l.Plain[name] = all
		}
	}
	if p.Given != nil {
		l.Changed = p.Given.Changed
	}
	return l
}

// sources returns these files of a workshop, by their names from its root. Of the broken
// marker it returns those that are not as in the original.
func sources(shop string) (map[string]string, error) {
	files, patterns := map[string]string{}, slices.Clone(shown)
	for _, e := range Broken.Edits {
		patterns = append(patterns, path.Join(Broken.of(path.Dir(e.File)), path.Base(e.File)))
	}
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.Join(shop, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			files[path.Join(path.Dir(pattern), filepath.Base(name))] = functions(string(text))
		}
	}
	return files, nil
}

// functions is a file of which all lines outside of functions are empty, because the page shows functions alone. A file that is
// no Go stays as it is: the compiler says why.
func functions(text string) string {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return text
	}
	lines := strings.Split(text, "\n")
	kept := make([]string, len(lines))
	for _, decl := range file.Decls {
		if hasCode(decl) {
			from, to := set.Position(decl.Pos()).Line, set.Position(decl.End()).Line
			copy(kept[from-1:to], lines[from-1:to])
		}
	}
	clause := set.Position(file.Package).Line
	kept[clause-1] = lines[clause-1]
	return strings.Join(kept, "\n")
}

// hasCode says whether steps can be made in a declaration.
func hasCode(decl ast.Decl) (has bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			has = true
		}
		return !has
	})
	return has
}
