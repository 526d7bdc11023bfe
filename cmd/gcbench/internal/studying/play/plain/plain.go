// Package plain shows code that has switches as it would stand without them: what a switch leaves out is not there, and
// no line asks for a switch. A line keeps its number, so the page of gcbench play finds it.
//
// A switch is asked for by a call has(NAME) of a method.
package plain

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Function is a function that asks for switches.
type Function struct {
	First int      `json:"first"` // its first line, from 1 on
	Last  int      `json:"last"`
	Flags []string `json:"flags"` // the switches
	Forms [][]any  `json:"forms"` // by set of switches: bit i stands for Flags[i], and is set if the switch is
}

// A form has an element for each line of the function: the text of the line, or one of these. 1 + n is the line of the file
// without the first n tabs.
const (
	none = 0
	same = 1
)

// most is the most switches of a function: a form for each set of them has to go into the page.
const most = 6

// Functions are those of a file that ask for switches. The error says what cannot be shown without them.
func Functions(name, source string) (all []Function, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(source, "\n")
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		flags := flagsOf(f)
		if len(flags) > most {
			return nil, fmt.Errorf("%s: %s has %d switches: want at most %d", name, f.Name.Name, len(flags), most)
		}
		if len(flags) == 0 {
			continue
		}
		fn := Function{First: set.Position(f.Pos()).Line, Last: set.Position(f.End()).Line, Flags: flags}
		for on := range 1 << len(flags) {
			form, err := resolve(set, lines, f, func(flag string) bool { return on>>slices.Index(flags, flag)&1 == 1 })
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, f.Name.Name, err)
			}
			fn.Forms = append(fn.Forms, form)
		}
		all = append(all, fn)
	}
	return all, nil
}

// flagsOf are the switches that a function asks for, in the order of its lines.
func flagsOf(f *ast.FuncDecl) (flags []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if flag, ok := asked(n); ok && !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
		return true
	})
	return flags
}

// asked is the switch that a call has(NAME) asks for.
func asked(n ast.Node) (flag string, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != "has" {
		return "", false
	}
	name, ok := call.Args[0].(*ast.Ident)
	if !ok {
		return "", false
	}
	return name.Name, true
}
