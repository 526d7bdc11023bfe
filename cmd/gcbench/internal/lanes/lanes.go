// Package lanes shows timelines of marks on a page: a lane for each worker, which a reader
// can zoom. The page needs no network. Its script draws on canvases and has no library.
// Without the script there are a summary and a table of each mark.
package lanes

import (
	"embed"
	"html/template"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/chrometrace"
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

var page = template.Must(template.New("lanes").Parse(markup))

// article is what the page has of a mark besides the data.
type article struct {
	Number         int
	Title, Summary string
	Table          table
}

// HTML returns the viewer of all marks that have a timeline, with its style, data and
// script. It is to stand once on a page. The colours are variables of the page's style, if
// it has them. HTML returns "" if there is nothing to show.
func HTML(marks []chrometrace.Mark) (template.HTML, error) {
	var shown []chrometrace.Mark
	var articles []article
	for i := range marks {
		if t := marks[i].Timeline; t != nil && len(t.Lanes) > 0 {
			shown = append(shown, marks[i])
			articles = append(articles, article{len(articles), marks[i].Title(), summary(t), tableOf(t)})
		}
	}
	if len(shown) == 0 {
		return "", nil
	}
	values, err := encode(shown)
	if err != nil {
		return "", err
	}
	script, err := joined()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = page.Execute(&b, map[string]any{
		"Style": template.CSS(style), "Articles": articles, "Data": values, "Script": script + own,
	})
	return template.HTML(b.String()), err
}

// own starts the viewer of a page of HTML.
const own = `for (const root of document.querySelectorAll(".lanes")) lanes(root, JSON.parse(root.querySelector(".lanes-data").textContent));
`

// Parts are what a page needs to show lanes of its own. Markup is to stand in an element with
// the class lanes. Script is a function:
//
//	lanes(root, values, fit)
//
// Its arguments are that element, an object as package rows makes it with at least one mark,
// and whether lanes are at first so thin that all workers are seen. It returns an object whose
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
	var m strings.Builder
	if err := page.ExecuteTemplate(&m, "viewer", nil); err != nil {
		return Parts{}, err
	}
	script, err := joined()
	if err != nil {
		return Parts{}, err
	}
	words, err := scripts.ReadFile("script/text.js")
	return Parts{template.CSS(style), template.HTML(m.String()), script, template.JS(words)}, err
}

// joined is the script.
func joined() (template.JS, error) {
	var b strings.Builder
	b.WriteString("function lanes(root, values, fit) {\n\"use strict\";\n")
	for _, name := range files {
		text, err := scripts.ReadFile("script/" + name + ".js")
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	b.WriteString("}\n")
	return template.JS(b.String()), nil
}
