package plain

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// form is one form of a function, while it is made.
type form struct {
	set   *token.FileSet
	first int      // number of the function's first line
	lines []string // as in the file
	gone  []bool   // by line
	tabs  []int    // that a line loses
	edits []edit
	on    func(flag string) bool
	err   error
}

// edit replaces a part of a line.
type edit struct {
	from, to token.Position
	text     string
}

// resolve returns the form of a function in which these switches are set.
func resolve(set *token.FileSet, all []string, f *ast.FuncDecl, on func(flag string) bool) ([]any, error) {
	first, last := set.Position(f.Pos()).Line, set.Position(f.End()).Line
	r := &form{set: set, first: first, lines: all[first-1 : last], gone: make([]bool, last-first+1), tabs: make([]int, last-first+1), on: on}
	r.block(f.Body.List)
	return r.result(), r.err
}

// result has the lines as Function.Forms has them.
func (r *form) result() (all []any) {
	for i, line := range r.lines {
		text := line
		for k := len(r.edits) - 1; k >= 0; k-- { // from the right to the left
			if e := r.edits[k]; e.from.Line-r.first == i {
				text = text[:e.from.Column-1] + e.text + text[e.to.Column-1:]
			}
		}
		switch {
		case r.gone[i]:
			all = append(all, none)
		case text == line:
			all = append(all, same+r.tabs[i])
		default:
			all = append(all, strings.TrimPrefix(text, strings.Repeat("\t", r.tabs[i])))
		}
	}
	return all
}

func (r *form) line(pos token.Pos) int { return r.set.Position(pos).Line - r.first }

// drop leaves out lines.
func (r *form) drop(from, to int) {
	for i := from; i <= to; i++ {
		r.gone[i] = true
	}
}

// block goes through statements. It says whether they end with one behind which nothing is reached.
func (r *form) block(all []ast.Stmt) (ends bool) {
	for i, one := range all {
		if !r.statement(one) {
			continue
		}
		if rest := all[i+1:]; len(rest) > 0 {
			r.drop(r.line(one.End())+1, r.line(rest[len(rest)-1].End()))
		}
		return true
	}
	return false
}

// statement says whether nothing behind a statement is reached.
func (r *form) statement(s ast.Stmt) (ends bool) {
	switch s := s.(type) {
	case *ast.IfStmt:
		return r.branch(s)
	case *ast.ForStmt:
		r.loop(s)
	case *ast.RangeStmt:
		r.block(s.Body.List)
	case *ast.BlockStmt:
		return r.block(s.List)
	case *ast.ReturnStmt, *ast.BranchStmt:
		r.expressions(s)
		return true
	default:
		r.expressions(s)
	}
	return false
}

// branch keeps of an if what its condition lets through.
func (r *form) branch(s *ast.IfStmt) (ends bool) {
	v := r.value(s.Cond)
	from, to := r.line(s.Pos()), r.line(s.End())
	switch {
	case v.known && (s.Else != nil || s.Init != nil):
		r.err = fmt.Errorf("line %d: an if with a switch has an else or a variable", from+r.first)
	case v.known && !v.is:
		r.drop(from, to)
	case v.known:
		r.drop(from, r.line(s.Body.Lbrace))
		r.drop(to, to)
		for i := from + 1; i < to; i++ {
			r.tabs[i]++
		}
		return r.block(s.Body.List)
	default:
		if s.Init != nil {
			r.expressions(s.Init)
		}
		r.write(s.Cond, v)
		r.block(s.Body.List)
		if s.Else != nil {
			r.statement(s.Else)
		}
	}
	return false
}

// loop leaves out a for whose condition is false.
func (r *form) loop(s *ast.ForStmt) {
	if s.Cond != nil {
		v := r.value(s.Cond)
		if v.known && !v.is {
			r.drop(r.line(s.Pos()), r.line(s.End()))
			return
		}
		r.write(s.Cond, v)
	}
	r.block(s.Body.List)
}

// expressions replaces the largest conditions below a node that ask for a switch.
func (r *form) expressions(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncLit); ok {
			r.block(f.Body.List)
			return false
		}
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		v := r.value(e)
		if v.asks {
			r.write(e, v)
		}
		return !v.asks
	})
}

// write puts what is left of a condition in its place.
func (r *form) write(e ast.Expr, v value) {
	if !v.asks {
		return
	}
	from, to := r.set.Position(e.Pos()), r.set.Position(e.End())
	if from.Line != to.Line {
		r.err = fmt.Errorf("line %d: a condition with a switch has several lines", from.Line)
	}
	r.edits = append(r.edits, edit{from, to, v.text})
}
