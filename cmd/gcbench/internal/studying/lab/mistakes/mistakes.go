// Package mistakes has the typical wrong answers to the labs. Each is a change of the right answer.
package mistakes

import (
	"go/format"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/edit"
)

// Mistake is a typical wrong answer.
type Mistake struct {
	Says string // a part of what the judge says of it
	// Of is the file that is changed, below _labs. It is empty if the answer to the lab is changed.
	Of      string
	changes []change
}

// change replaces a text that occurs once.
type change struct{ from, to string }

// In returns the typical wrong answers to a lab.
func In(lab string) []Mistake { return all[lab] }

var all = map[string][]Mistake{
	"mark": mark, "pending": pending, "prefetch": prefetch,
	"bit": bit, "locked": locked, "chaselev": chaselev,
	"popbottom": popbottom, "trytosteal": trytosteal,
	"overflow": overflow, "termination": termination,
	"bugs": bugs,
}

// Make returns the wrong text that is made of the right one. The first line says what is wrong.
func (m *Mistake) Make(name, right string) string {
	for _, c := range m.changes {
		changed, err := edit.Once(right, c.from, c.to)
		if err != nil {
			panic("mistakes: " + name + ": " + m.Says + ": " + err.Error())
		}
		right = changed
	}
	if !strings.HasSuffix(name, ".go") {
		return "# Wrong: " + m.Says + "\n" + right
	}
	// A change need not care how the lines around it are indented.
	formatted, err := format.Source([]byte("// Wrong: " + m.Says + "\n\n" + right))
	if err != nil {
		panic("mistakes: " + name + ": " + m.Says + ": " + err.Error())
	}
	return string(formatted)
}
