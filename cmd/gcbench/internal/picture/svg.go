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
// the reader prefers. The error says which value cannot be drawn.
func (p *Picture) WriteSVG(w io.Writer) error {
	if err := p.check(); err != nil {
		return err
	}
	f := p.frame()
	columns := p.Columns
	if columns <= 0 || columns > len(p.Panels) {
		columns = len(p.Panels)
	}
	width := float64(columns)*(panelWidth+gutter) - gutter
	var s sheet
	s.name(margin, margin+8, "h", p.Title, 15, width)
	y := margin
	if p.Title != "" {
		y += 26
	}
	common := p.common(f)
	for row := range slices.Chunk(p.Panels, columns) {
		height := 0.
		for i := range row {
			s.shift(margin+float64(i)*(panelWidth+gutter), y)
			height = max(height, row[i].drawAll(&s, f, common == nil))
			s.end()
		}
		y += height + gutter
	}
	common.draw(&s, margin+f.left, y-gutter/2, width-f.left)
	y += common.height(width-f.left) + margin - gutter
	_, err := io.WriteString(w, p.file(&s, width+2*margin, y))
	return err
}

// file is the text of a file with the sheet.
func (p *Picture) file(s *sheet, w, h float64) string {
	size := "xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(w) + "\" height=\"" + number(h) + "\" "
	svg := s.svg(size, p.Title, p.Conclusion, w, h)
	background := "<path class=\"paper\" d=\"" + rectangle(0, 0, w, h) + "\"/>\n"
	head, body, _ := strings.Cut(svg, "</title>\n")
	return head + "</title>\n<style>\n" + ownStyle(background+body) + "</style>\n" + background + body
}

// Inline returns the picture as elements for a page that has Style: an SVG for each
// panel, which stand side by side where the page is wide enough. The error says which
// value cannot be drawn.
func (p *Picture) Inline() (template.HTML, error) {
	if err := p.check(); err != nil {
		return "", err
	}
	f := p.frame()
	common, conclusion := p.common(f), p.Conclusion
	var all strings.Builder
	all.WriteString("<div class=\"pics\">\n")
	for i := range p.Panels {
		var s sheet
		height := p.Panels[i].drawAll(&s, f, common == nil)
		all.WriteString(s.svg("", p.titleOf(i), conclusion, panelWidth, height))
		conclusion = "" // it is that of the whole picture
	}
	if common != nil {
		var s sheet
		common.draw(&s, 0, 0, panelWidth)
		all.WriteString(s.svg("", "Legend", "", panelWidth, common.height(panelWidth)))
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

// drawAll draws the panel, with its legend if it has one of its own, and returns how high
// that is.
func (p *Panel) drawAll(s *sheet, f frame, own bool) float64 {
	p.draw(s, f)
	height := p.height(f)
	if l := p.legend(f.palette); own {
		l.draw(s, f.left, height, panelWidth-f.left)
		height += l.height(panelWidth - f.left)
	}
	return height
}

// common returns the legend of all panels if it is the same in each, and there are several.
func (p *Picture) common(f frame) legend {
	first := p.Panels[0].legend(f.palette)
	for i := range p.Panels {
		if len(p.Panels) == 1 || !slices.Equal(first, p.Panels[i].legend(f.palette)) {
			return nil
		}
	}
	return first
}
