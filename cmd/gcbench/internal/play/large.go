package play

import (
	"embed"
	"html/template"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lanes"
)

//go:embed large.html
var largeMarkup string

//go:embed large.css
var largeStyle string

//go:embed script/large-*.js
var largeScripts embed.FS

// largeFiles are those of the section's script, in the order in which they stand in its
// function.
var largeFiles = []string{"words", "ask", "controls", "says", "charts", "lessons", "start"}

// Section is a part of the page: what goes into its head, its body and its script.
type Section struct {
	Style  template.CSS
	Markup template.HTML
	Script template.JS
}

// Large returns the section of the marker at large. Its script has two functions: lanes, which
// is the viewer's, and
//
//	large(root, answer, text)
//
// root is the element of the section. answer(request) returns a promise of the answer that
// package large gives, as an object. text(key, values) returns the text of a key of
// texts.json, with {name} replaced by values.name.
func Large() (Section, error) {
	viewer, err := lanes.Viewer()
	if err != nil {
		return Section{}, err
	}
	var b strings.Builder
	b.WriteString("function large(root, answer, text) {\n\"use strict\";\n" + string(viewer.Words))
	for _, name := range largeFiles {
		file, err := largeScripts.ReadFile("script/large-" + name + ".js")
		if err != nil {
			return Section{}, err
		}
		b.Write(file)
	}
	b.WriteString("}\n")
	return Section{
		Style:  viewer.Style + template.CSS(largeStyle),
		Markup: template.HTML(strings.Replace(largeMarkup, lanesPlace, ">"+string(viewer.Markup)+"</div>", 1)),
		Script: viewer.Script + template.JS(b.String()),
	}, nil
}

// lanesPlace is where the viewer stands in the section.
const lanesPlace = `></div><!-- lanes -->`
