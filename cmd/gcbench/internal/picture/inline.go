package picture

import (
	"bytes"
	"html/template"
)

// Style is the CSS of a page with pictures: the colours as variables on :root, light and
// dark, and what the pictures' classes look like. Other parts of the page may use the
// variables: --paper, --panel, --ink, --grid, --faint, --accent, --s0 to --s7 (the lines),
// --busy, --starved, --hoarded, --alone, --steal, --sleep, --look, --speculate, --receive
// and --overflow.
var Style template.CSS = ".pic{width:100%;height:auto}"

// Inline returns the picture as elements for a page that has Style: an SVG for each
// panel, which stand side by side where the page is wide enough.
func (p *Picture) Inline() (template.HTML, error) {
	var b bytes.Buffer
	if err := p.WriteSVG(&b); err != nil {
		return "", err
	}
	_, svg, _ := bytes.Cut(b.Bytes(), []byte("<svg "))
	return template.HTML("<svg class=\"pic\" " + string(svg)), nil
}
