package picture

import (
	"encoding/xml"
	"html/template"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func someStrip() *Strip {
	return &Strip{Title: "list & \"tree\"", Note: "12.3 ms", Median: 12e6, CI95: [2]float64{11e6, 13e6}, Processes: []Samples{
		{Warmup: []float64{40e6, 1}, Values: []float64{11e6, 12e6, 14e6}, Median: 12e6}, {Values: []float64{12e6}}}}
}

// textual is a text of a picture and where it lies.
type textual struct {
	Class string  `xml:"class,attr"`
	X     float64 `xml:"x,attr"`
	Y     float64 `xml:"y,attr"`
	Text  string  `xml:",chardata"`
	Whole string  `xml:"title"`
}

// element is one SVG element, or a group of it.
type element struct {
	Role  string    `xml:"role,attr"`
	Title string    `xml:"title"`
	Desc  string    `xml:"desc"`
	Texts []textual `xml:"text"`
	Parts []element `xml:"g"`
}

func (e element) texts() []textual {
	all := e.Texts
	for _, part := range e.Parts {
		all = append(all, part.texts()...)
	}
	return all
}

// elementsOf reads what Inline returned, and checks that each text has its room, that Style
// knows all classes, and that nothing is an id, which could only be there once.
func elementsOf(t *testing.T, inline func() (template.HTML, error)) []element {
	t.Helper()
	text, err := inline()
	require.NoError(t, err)
	var page struct {
		Pictures []element `xml:"svg"`
		Groups   []struct {
			Pictures []element `xml:"svg"`
		} `xml:"div"`
	}
	require.NoError(t, xml.Unmarshal([]byte("<page>"+string(text)+"</page>"), &page), "%s", text)
	all := page.Pictures
	for _, g := range page.Groups {
		all = append(all, g.Pictures...)
	}
	for _, e := range all {
		assert.Equal(t, "img", e.Role)
		assert.NotEmpty(t, e.Title)
		for _, at := range e.texts() {
			left, width := at.X, letters(strings.TrimSpace(at.Text), small)
			if strings.Contains(at.Class, "halo") {
				width *= tiny / small
			}
			switch class := " " + at.Class + " "; {
			case strings.Contains(class, " e "):
				left -= width
			case strings.Contains(class, " m "):
				left -= width / 2
			}
			assert.True(t, left > -1 && left+width < panelWidth+1, "%+v from %v to %v", at, left, left+width)
		}
	}
	assert.NotRegexp(t, ` id=|NaN|Inf|<style`, string(text))
	for _, m := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		for class := range strings.FieldsSeq(m[1]) {
			assert.Regexp(t, `\.`+class+`[{,]`, Style)
		}
	}
	again, err := inline()
	require.NoError(t, err)
	assert.Equal(t, text, again)
	return all
}

// TestStrips: a strip says what it shows, in words as well.
func TestStrips(t *testing.T) {
	e := elementsOf(t, someStrip().Inline)[0]
	assert.Equal(t, "list & \"tree\"", e.Title)
	assert.Equal(t, "12.3 ms", e.Desc)
	said := func(e element) (all string) {
		for _, at := range e.texts() {
			all += at.Text + at.Whole + "\n"
		}
		return all
	}
	assert.Contains(t, said(e), "12 ms\n")
	e = elementsOf(t, func() (template.HTML, error) { return StripKeys(), nil })[0]
	for _, want := range []string{"warm-up, dropped\n", "95 % interval\n"} {
		assert.Contains(t, said(e), want)
	}
	elementsOf(t, (&Strip{Title: "equal", Median: 5, Processes: []Samples{{Values: make([]float64, 1000)}, {}}}).Inline)
	elementsOf(t, (&Strip{Title: "warm", Processes: []Samples{{Warmup: []float64{3}}}}).Inline)
	elementsOf(t, (&Strip{Title: "empty"}).Inline)
}

// TestGlyphs: what differs in colour differs in form as well.
func TestGlyphs(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range glyphs {
		seen[g.at(0, 0)] = true
	}
	assert.Len(t, seen, series)
}

func TestWhatStripsCannotDraw(t *testing.T) {
	for says, values := range map[string][]float64{"values from NaN to NaN cannot": {math.NaN()}, "values from 1 to 1e+300 cannot": {1, 1e300}} {
		text, err := (&Strip{Processes: []Samples{{Values: values}}}).Inline()
		require.ErrorContains(t, err, says)
		assert.Empty(t, text)
	}
}
