// Package lanes shows timelines of marks on a page: a lane for each worker, which a reader
// can zoom. The page needs no network. Its script draws on canvases and has no library.
// Without the script there are a summary and a table of each mark.
package lanes

import (
	"embed"
	"html/template"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/timeline"
)

//go:embed lanes.html
var markup string

//go:embed lanes.css
var style string

//go:embed script
var scripts embed.FS

// parts are the files of the script, in the order in which the page has them. Together they
// are the body of one function.
var parts = []string{"text", "data", "palette", "view", "slices", "arrows", "lanes", "counters", "overview", "describe", "keys", "pointer", "start"}

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
func HTML(marks []timeline.Mark) (template.HTML, error) {
	var shown []timeline.Mark
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
		"Style": template.CSS(style), "Articles": articles, "Data": values, "Script": script,
	})
	return template.HTML(b.String()), err
}

// joined is the script.
func joined() (template.JS, error) {
	var b strings.Builder
	b.WriteString("(() => {\n\"use strict\";\n")
	for _, name := range parts {
		text, err := scripts.ReadFile("script/" + name + ".js")
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	b.WriteString("})();\n")
	return template.JS(b.String()), nil
}
