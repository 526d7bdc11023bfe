// Package lanes shows timelines of marks on a page: a lane for each worker, which a reader
// can zoom. The page needs no network. Its script draws on canvases and has no library.
// For a page without the script there are a summary and the totals of each mark.
package lanes

import (
	"embed"
	"html/template"
	"strings"
)

//go:embed lanes.html
var markup string

//go:embed lanes.css
var style string

//go:embed script
var scripts embed.FS

// files are those of the script, in the order in which the page has them. Together they are the
// body of one function.
var files = []string{"text", "data", "palette", "view", "slices", "arrows", "lanes", "counters", "overview", "describe", "keys", "pointer", "start"}

// Parts are what a page needs to show its own lanes. Markup is to stand in an element with
// the class lanes. Script is a function:
//
//	lanes(root, values, fit)
//
// Its arguments are that element, an object as package rows makes it with at least one mark,
// and whether lanes are at first so thin that all workers are seen. If the element has an article of
// the class lanes-mark for each mark, the viewer shows one at a time, below its paragraph of the class
// lanes-summary. The function returns an object whose
// method show shows the first mark of another such object. Words are some declarations for
// the body of another function: how numbers and times are written.
type Parts struct {
	Style  template.CSS
	Markup template.HTML
	Script template.JS
	Words  template.JS
}

// Viewer returns the parts of the viewer.
func Viewer() (Parts, error) {
	var b strings.Builder
	b.WriteString("function lanes(root, values, fit) {\n\"use strict\";\n")
	for _, name := range files {
		text, err := scripts.ReadFile("script/" + name + ".js")
		if err != nil {
			return Parts{}, err
		}
		b.Write(text)
	}
	b.WriteString("}\n")
	words, err := scripts.ReadFile("script/text.js")
	return Parts{template.CSS(style), template.HTML(markup), template.JS(b.String()), template.JS(words)}, err
}
