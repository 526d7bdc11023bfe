package play

import (
	_ "embed"
	"html/template"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lanes"
)

//go:embed large.html
var largeMarkup string

//go:embed large.css
var largeStyle string

var largePage = template.Must(template.New("large").Funcs(template.FuncMap{"t": sentence}).Parse(largeMarkup))

// largeParts are the files of the section's script, in the order in which they stand in its
// function.
var largeParts = []string{"words", "ask", "controls", "says", "charts", "lessons", "start"}

// section is a part of the page: what goes into its head, its body and its script.
type section struct {
	Style  template.CSS
	Markup template.HTML
	Script template.JS
}

// largeSection is the marker at large. Its script has two functions: lanes, which is the
// viewer's, and
//
//	large(root, answer, t, make, draw)
//
// root is the element of the section. answer(request) returns a promise of the answer that
// package large gives, as an object, and rejects with what is wrong. t is the page's,
// and so are make and draw, which make an element of the page and one of a picture. The result is a promise
// that the section can be used. It rejects with what is wrong.
func largeSection() (section, error) {
	viewer, err := lanes.Viewer()
	if err != nil {
		return section{}, err
	}
	var m, b strings.Builder
	if err := largePage.Execute(&m, viewer.Markup); err != nil {
		return section{}, err
	}
	b.WriteString("function large(root, answer, t, make, draw) {\n\"use strict\";\n" + string(viewer.Words))
	for _, name := range largeParts {
		file, err := scripts.ReadFile("script/large-" + name + ".js")
		if err != nil {
			return section{}, err
		}
		b.Write(file)
	}
	b.WriteString("}\n")
	return section{viewer.Style + template.CSS(largeStyle), template.HTML(m.String()), viewer.Script + template.JS(b.String())}, nil
}
