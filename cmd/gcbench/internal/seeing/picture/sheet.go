package picture

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// sheet is the elements of a picture, as they are drawn.
type sheet struct{ strings.Builder }

// number is a coordinate, with as many decimals as can be seen.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64)
}

// path writes a path's letters and numbers: "M", x, y, "h", w.
func path(parts ...any) string {
	var b strings.Builder
	numeral := false
	for _, part := range parts {
		switch v := part.(type) {
		case string:
			b.WriteString(v)
			numeral = false
		case float64:
			text := number(v)
			if numeral && text[0] != '-' {
				b.WriteByte(' ')
			}
			b.WriteString(text)
			numeral = true
		}
	}
	return b.String()
}

// path draws a path, or none if it is empty.
func (s *sheet) path(class, d string) {
	if d != "" {
		fmt.Fprintf(s, "<path class=\"%s\" d=\"%s\"/>\n", class, d)
	}
}

// text writes text that begins at x; classes m and e are for its middle and its end.
func (s *sheet) text(x, y float64, class, text string) { s.name(x, y, class, text, 0, 0) }

// name writes text that is cut if there is no room for it; then all of it is a tooltip. A size
// of 0 is text that always has its room.
func (s *sheet) name(x, y float64, class, text string, size, room float64) {
	if text == "" {
		return
	}
	if class != "" {
		class = " class=\"" + class + "\""
	}
	shown := fit(text, size, room)
	whole := ""
	if shown != text {
		whole = "<title>" + clean(text) + "</title>"
	}
	fmt.Fprintf(s, "<text%s x=\"%s\" y=\"%s\">%s%s</text>\n", class, number(x), number(y), clean(shown), whole)
}

// shift opens a group of elements whose origin lies at x and y. The function end closes it.
func (s *sheet) shift(x, y float64) {
	fmt.Fprintf(s, "<g transform=\"translate(%s %s)\">\n", number(x), number(y))
}

func (s *sheet) end() { s.WriteString("</g>\n") }

// clean escapes text, and replaces what may not be in a file at all.
func clean(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD")))
}

// rectangle is a path.
func rectangle(x, y, w, h float64) string { return path("M", x, y, "h", w, "v", h, "h", -w, "z") }

// svg is an element of the given size with what the sheet has, and with words for readers
// who cannot see it. attributes come first.
func (s *sheet) svg(attributes, title, conclusion string, w, h float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<svg %sclass=\"pic\" role=\"img\" viewBox=\"0 0 %s %s\">\n<title>%s</title>\n", attributes, number(w), number(h), clean(title))
	if conclusion != "" {
		fmt.Fprintf(&b, "<desc>%s</desc>\n", clean(conclusion))
	}
	b.WriteString(s.String())
	b.WriteString("</svg>\n")
	return b.String()
}
