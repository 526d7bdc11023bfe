// Package rules finds what keeps the judge of a lab from judging the code of an answer. The judge
// calls the code many times, in small programs that begin anew, and decides at each operation on
// shared memory which worker goes on. It can therefore only judge code that keeps nothing from
// one program to the next, that does the same each time, and that cannot tell the judge's types
// from those of sync and sync/atomic.
//
// A rule is a list of what is allowed wherever that is possible: the functions of a few packages,
// the methods that the lab asks for, the ways to use a word.
package rules

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// Files are contents by name. A name has no folder.
type Files = map[string]string

// Lab is what the rules depend on.
type Lab struct {
	Given    Files  // what is compiled with the answer; files that are no Go are left out
	Skeleton Files  // what a student begins with
	Judge    Files  // further names that the judge has for its own files
	Shared   string // the given file with the words that workers share; "" if there is one worker
	NoWait   bool   // no worker waits for another one
}

// Findings are what was found, each with its file, line and column. Errors are those of the type
// checker. They stand alone: of code that breaks no rule by its looks.
type Findings struct{ Broken, Errors []string }

// most is how many findings are told.
const most = 20

// Check looks for what breaks a rule. It reads and writes no files, and it begins no goroutines.
// Its time and memory are not bounded by the length of the answer, for the type checker computes
// constants: a caller that does not trust the answer calls it in a process with limits.
//
// A file in Go that the parser cannot read is refused. The compiler may read it: the parser has
// limits that the compiler has not, such as how deep parentheses may nest.
func Check(l *Lab, answer Files) Findings {
	c := &checker{lab: l, fset: token.NewFileSet(), said: map[string]bool{}}
	c.parse(answer)
	for _, f := range c.files {
		c.looks(f)
	}
	if len(c.found) > 0 {
		return Findings{Broken: few(c.found)}
	}
	errors := c.typed()
	if len(c.found) > 0 {
		return Findings{Broken: few(c.found)}
	}
	return Findings{Errors: few(errors)}
}

// checker collects what is found.
type checker struct {
	lab   *Lab
	fset  *token.FileSet
	files []*ast.File // of the answer
	found []string
	said  map[string]bool // one line need not hear the same twice
}

// parse reads the files of the answer that are Go.
func (c *checker) parse(answer Files) {
	for _, name := range slices.Sorted(maps.Keys(answer)) {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		if wrong := c.name(name); wrong != "" {
			c.found = append(c.found, cut(fmt.Sprintf("%q: %s", name, wrong)))
			continue
		}
		file, err := parser.ParseFile(c.fset, name, answer[name], parser.ParseComments|parser.SkipObjectResolution)
		if all, ok := err.(scanner.ErrorList); ok && len(all) > 0 {
			err = fmt.Errorf("%v: syntax error: %s", all[0].Pos, all[0].Msg)
		}
		if err != nil {
			c.found = append(c.found, cut(err.Error()))
			continue
		}
		c.files = append(c.files, file)
	}
}

// refuse notes a rule that is broken.
func (c *checker) refuse(at token.Pos, format string, args ...any) {
	p := c.fset.PositionFor(at, false)
	says := fmt.Sprintf(format, args...)
	if line := fmt.Sprint(p.Filename, p.Line, says); !c.said[line] {
		c.said[line] = true
		c.found = append(c.found, cut(fmt.Sprintf("%s:%d:%d: %s", p.Filename, p.Line, p.Column, says)))
	}
}

// cut shortens a message that repeats a long text of the answer.
func cut(message string) string {
	const most = 400
	if len(message) > most {
		return strings.ToValidUTF8(message[:most], "") + "..."
	}
	return message
}

// few leaves out what no reader would read.
func few(found []string) []string {
	if len(found) <= most {
		return found
	}
	return append(found[:most:most], fmt.Sprintf("and %d more", len(found)-most))
}
