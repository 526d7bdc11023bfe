package picture

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
)

// tone is a colour: what it is on a white page and on a dark one, as #rrggbb.
type tone struct{ name, light, dark string }

// tones are the variables of Style. Lines stand out against either page by at least 3 to
// 1, and stay apart for the common kinds of colour blindness. Wasted time in the lanes
// of workers is pale there.
var tones = []tone{
	{"paper", "#ffffff", "#0d1117"}, {"panel", "#f6f8fa", "#161b22"},
	{"ink", "#1f2328", "#e6edf3"}, {"faint", "#59636e", "#9aa4af"}, {"grid", "#e3e6ea", "#262c35"},
	{"accent", "#0969da", "#58a6ff"},
	{"s0", "#004adf", "#8182ff"}, {"s1", "#f94e1c", "#e76a19"}, {"s2", "#17475a", "#07dc8f"}, {"s3", "#a17bcb", "#ffa0ff"},
	{"s4", "#984108", "#f0ed38"}, {"s5", "#4e9976", "#ae8898"}, {"s6", "#6f0006", "#b64051"}, {"s7", "#1e006b", "#6958c8"},
	{"busy", "#2a5f9e", "#5a9fe6"}, {"starved", "#c77d0a", "#e8b04a"}, {"hoarded", "#7a1f4b", "#d85a94"},
	{"alone", "#0b2748", "#c3defa"}, {"steal", "#d9730d", "#f59a3c"}, {"sleep", "#eceff3", "#1d242d"}, {"look", "#f3e3b3", "#4a4023"},
	{"speculate", "#f0bfd0", "#5a3145"}, {"receive", "#0f7d6c", "#45c3ab"}, {"overflow", "#7b3f98", "#c48be0"},
}

const (
	framed = 6 // tones that come first: those of a page
	series = 8 // then those of lines
)

// rules are the classes of pictures, one a line. A class with a colour has it by var(). Lines
// and their glyphs have a class for their colour besides.
var rules = func() string {
	var b strings.Builder
	b.WriteString(`.pic text{font:11px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
.pic text{fill:var(--ink)}
.pic text.f{fill:var(--faint)}
.pic .h{font-size:14px;font-weight:600}
.pic .t{font-size:12px;font-weight:600}
.pic .m{text-anchor:middle}
.pic .e{text-anchor:end}
.pic .halo{font-size:10px;paint-order:stroke;stroke-width:3px;stroke-linejoin:round}
.pic .halo{stroke:var(--paper)}
.pic path{fill:none}
.pic .paper{fill:var(--paper)}
.pic .ground{fill:var(--grid);fill-opacity:.5}
.pic .grid{stroke:var(--grid)}
.pic .axis,.pic .level{stroke:var(--faint)}
.pic .level{stroke-dasharray:2 2}
.pic .mid{stroke:var(--ink)}
.pic .mid{stroke-width:1.5}
.pic .line{stroke:currentColor;stroke-width:1.8;stroke-linejoin:round}
.pic .dash{stroke-dasharray:5 3}
.pic .bar{stroke:currentColor}
.pic .thick{stroke:currentColor;stroke-width:2}
.pic .band{fill:currentColor;fill-opacity:.2}
.pic .fill{fill:currentColor}
.pic .open{stroke:currentColor;stroke-width:1.4}
.pic .open{fill:var(--paper)}
.pic .dot{stroke:currentColor;stroke-width:5.2;stroke-linecap:round}
.pic .dot2{stroke:currentColor;stroke-width:3;stroke-linecap:round}
.pic .dot3{stroke:currentColor;stroke-width:1.8;stroke-linecap:round}
`)
	for _, t := range tones[framed : framed+series] {
		fmt.Fprintf(&b, ".pic .%s{color:var(--%[1]s)}\n", t.name)
	}
	return b.String()
}()

//go:embed base.css
var base string

// Style is the CSS of a page with pictures: the colours as variables on :root, light and
// dark, what all pages look like, and what the pictures' classes look like. Other parts of the page may use the
// variables: --paper, --panel, --ink, --grid, --faint, --accent, --s0 to --s7 (the lines),
// --busy, --starved, --hoarded, --alone, --steal, --sleep, --look, --speculate, --receive
// and --overflow. A printed page is light, and so is a page whose root has the class printed.
var Style = template.CSS(variables() + base + rules + `.pics{display:grid;gap:1.5em;grid-template-columns:repeat(auto-fit,minmax(min(100%,320px),1fr))}
.pic{display:block;width:100%;max-width:560px;height:auto}
`)

func variables() string {
	var light, dark strings.Builder
	for _, t := range tones {
		fmt.Fprintf(&light, "--%s:%s;", t.name, t.light)
		fmt.Fprintf(&dark, "--%s:%s;", t.name, t.dark)
	}
	return fmt.Sprintf(":root{%s}\n@media screen and (prefers-color-scheme:dark){:root:not(.printed){%s}}\n", light.String(), dark.String())
}

// ownStyle is the CSS of a file. It has no variables, which some viewers do not know.
func ownStyle() string {
	var light, dark, colours []string
	for _, t := range tones {
		light, dark = append(light, "var(--"+t.name+")", t.light), append(dark, "var(--"+t.name+")", t.dark)
	}
	plain := strings.ReplaceAll(rules, ".pic ", "")
	for rule := range strings.Lines(plain) {
		if strings.Contains(rule, "var(--") {
			colours = append(colours, rule)
		}
	}
	return strings.NewReplacer(light...).Replace(plain) +
		"@media screen and (prefers-color-scheme:dark){\n" + strings.NewReplacer(dark...).Replace(strings.Join(colours, "")) + "}\n"
}
