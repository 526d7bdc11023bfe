package plain

import (
	"go/ast"
	"go/token"
	"strconv"
)

// value is what is left of a condition when its switches are known.
type value struct {
	asks  bool   // it asks for a switch
	known bool   // it is true or false
	is    bool   // if it is known
	text  string // in Go
	joins bool   // it is a && or a ||
}

func knownTo(is bool) value {
	return value{asks: true, known: true, is: is, text: strconv.FormatBool(is)}
}

// value is what is left of an expression.
func (r *form) value(e ast.Expr) value {
	if flag, ok := asked(e); ok {
		return knownTo(r.on(flag))
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		v := r.value(e.X)
		if !v.asks || v.joins {
			v.text, v.joins = "("+v.text+")", false
		}
		return v
	case *ast.UnaryExpr:
		v := r.value(e.X)
		if e.Op != token.NOT || !v.asks {
			return r.asWritten(e)
		}
		if v.known {
			return knownTo(!v.is)
		}
		v.text = "!" + v.text
		return v
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return r.joined(r.value(e.X), r.value(e.Y), e)
		}
	}
	return r.asWritten(e)
}

// joined is a && or a ||.
func (r *form) joined(x, y value, e *ast.BinaryExpr) value {
	if !x.asks && !y.asks {
		return r.asWritten(e)
	}
	decides := e.Op == token.LOR // the value of one side that decides
	for _, pair := range [][2]value{{x, y}, {y, x}} {
		one, other := pair[0], pair[1]
		switch {
		case one.known && one.is == decides:
			return knownTo(decides)
		case one.known:
			other.asks = true
			return other
		}
	}
	return value{asks: true, joins: true, text: x.text + " " + e.Op.String() + " " + y.text}
}

// asWritten is an expression without switches.
func (r *form) asWritten(e ast.Expr) value {
	from, to := r.set.Position(e.Pos()), r.set.Position(e.End())
	v := value{}
	if from.Line == to.Line {
		v.text = r.lines[from.Line-r.first][from.Column-1 : to.Column-1]
	}
	if b, ok := e.(*ast.BinaryExpr); ok {
		v.joins = b.Op == token.LAND || b.Op == token.LOR
	}
	return v
}
