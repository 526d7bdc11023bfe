package play

import (
	_ "embed"
	"html/template"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes"
)

//go:embed large.html
var largeMarkup string

//go:embed large.css
var largeStyle string

var largePage = template.Must(template.New("large").Funcs(template.FuncMap{"t": sentence}).Parse(largeMarkup))

// section is a part of the page: what goes into its head, its body and its script.
type section struct {
	Style  template.CSS
	Markup template.HTML
	Script string
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
	var markup strings.Builder
	if err := largePage.Execute(&markup, viewer.Markup); err != nil {
		return section{}, err
	}
	script, err := joined("script/large", "function large(root, answer, t, make, draw) {\n\"use strict\";\n"+string(viewer.Words), "}\n")
	return section{viewer.Style + template.CSS(largeStyle), template.HTML(markup.String()), string(viewer.Script) + script}, err
}
