// Package page writes reports of gcbench as one HTML file: what was marked, how long it took,
// how stable that time was, and what that means. The file needs no network and no other file.
// It can be read on a phone, on paper, in light and in dark, and without its script.
//
// Everything that comes from a report is untrusted: names of heaps, commands and warnings
// are text and never markup. html/template sees to that.
package page

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/policy"
)

//go:embed page.html
var markup string

//go:embed page.css
var style string

//go:embed page.js
var script string

// quantity is a figure with its unit, which stay on one line.
var quantity = regexp.MustCompile(`([0-9]) (%|ns|µs|ms|s\b|[KMG]iB)`)

var templates = template.Must(template.New("page").Funcs(template.FuncMap{
	"words":   func(command string) []string { return strings.Split(command, " ") }, // no line breaks within a flag
	"whole":   func(text string) string { return quantity.ReplaceAllString(text, "$1\u00a0$2") },
	"percent": func(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) },
}).Parse(markup))

// view is what the template gets.
type view struct {
	Policy   string
	Style    template.CSS
	Script   template.JS
	Title    string
	Summary  []string
	Sections []*section
	Missing  []missing
	Files    []*File
	Program  string // that wrote the page
}

// section is a part of the page with a heading. Says is its conclusion, with the figure that
// says so, and How tells how to read its charts.
type section struct {
	ID, Title string
	Says, How string
	Parts     []part
}

// part is a piece of a section. Each field that is not empty is shown, in this order.
type part struct {
	Title  string
	Says   string
	List   []string
	Code   []string // each can be copied
	Charts []chart
	Rows   bool // the charts are rows, and need some width
	Table  *table
	Lanes  *lanesView
	Parts  []part
	Fold   string // if it is not "", the part is closed at first, and this is what one sees
}

// missing is a section that has no data, and what would bring it.
type missing struct{ Title, Bring string }

// Write writes the page of what was read, in this order. program says which build writes it.
func Write(w io.Writer, files []*File, program string) error {
	p := &pages{files: files}
	v, err := p.view()
	if err != nil {
		return err
	}
	v.Program = program
	v.Style, v.Script = picture.Style+template.CSS(style), template.JS(script)
	if p.lanes != nil {
		v.Style += p.lanes.Style
		v.Script += p.lanes.Script + startLanes
	}
	allowed := policy.Page{Scripts: []string{string(v.Script)}}
	v.Policy = allowed.String()
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, "page", v); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
