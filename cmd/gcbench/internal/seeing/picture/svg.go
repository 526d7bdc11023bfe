package picture

import (
	"html/template"
	"io"
	"slices"
	"strings"
)

const (
	gutter = 26. // between panels
	margin = 16. // around a file's picture
)

// WriteSVG writes the picture as a file that needs nothing else: it is light or dark as
// the reader prefers. The error says what cannot be drawn.
func (p *Picture) WriteSVG(w io.Writer) error {
	if err := p.check(); err != nil {
		return err
	}
	looks, columns := p.looks(), p.Columns
	if columns <= 0 || columns > len(p.Panels) {
		columns = len(p.Panels)
	}
	width := float64(columns)*(panelWidth+gutter) - gutter + 2*margin
	var s sheet
	s.name(margin, margin+8, "h", p.Title, 15, width-2*margin)
	y := margin
	if p.Title != "" {
		y += 26
	}
	for row := range slices.Chunk(p.Panels, columns) {
		height := 0.
		for i := range row {
			s.shift(margin+float64(i)*(panelWidth+gutter), y)
			height = max(height, row[i].draw(&s, looks))
			s.end()
		}
		y += height + gutter
	}
	y += margin - gutter
	size := "xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) + "\" height=\"" + number(y) + "\" "
	head, body, _ := strings.Cut(s.svg(size, p.Title, p.Conclusion, width, y), "</title>\n")
	background := "<path class=\"paper\" d=\"" + rectangle(0, 0, width, y) + "\"/>\n"
	_, err := io.WriteString(w, head+"</title>\n<style>\n"+ownStyle()+"</style>\n"+background+body)
	return err
}

// Inline returns the picture as elements for a page that has Style: an SVG for each
// panel, which stand side by side where the page is wide enough. The error says what
// cannot be drawn.
func (p *Picture) Inline() (template.HTML, error) {
	if err := p.check(); err != nil {
		return "", err
	}
	looks, conclusion := p.looks(), p.Conclusion
	var all strings.Builder
	all.WriteString("<div class=\"pics\">\n")
	for i := range p.Panels {
		var s sheet
		height := p.Panels[i].draw(&s, looks)
		all.WriteString(s.svg("", p.titleOf(i), conclusion, panelWidth, height))
		conclusion = "" // it is that of the whole picture
	}
	all.WriteString("</div>\n")
	return template.HTML(all.String()), nil
}

// titleOf is what a panel that stands alone calls itself.
func (p *Picture) titleOf(i int) string {
	panel := p.Panels[i].Title
	switch {
	case panel == "" || panel == p.Title:
		return p.Title
	case p.Title == "":
		return panel
	}
	return p.Title + ": " + panel
}
