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

func someStrips() *Strips {
	return &Strips{Title: "Samples <in> order & time", Conclusion: "They trend.", Rows: []Strip{
		{Name: "list & \"tree\"", Note: "12.3 ms", Median: 12e6, CI95: [2]float64{11e6, 13e6}, Processes: []Samples{
			{Warmup: []float64{40e6, 1}, Values: []float64{11e6, 12e6, 14e6}, Median: 12e6}, {Values: []float64{12e6}}}},
		{Name: strings.Repeat("a name that has no room ", 9), Processes: []Samples{{Warmup: []float64{3}}}},
		{Name: "equal", Note: strings.Repeat("note ", 40), Median: 5, Processes: []Samples{{Values: make([]float64, 1000)}, {}}},
	}}
}

func someStack() *Stack {
	return &Stack{Title: "Time", Parts: []string{"busy", "starved", "hoarded", "other"}, Rows: []Bar{
		{Name: "one", Shares: []float64{0.5, 0.25, 0.125, 0.125}}, {Name: "none", Shares: make([]float64, 4)},
		{Name: "all", Note: "noted", Shares: []float64{0, 0, 0, 1}}, {Name: "inexact", Shares: []float64{1, 0, 0, 1e-9}},
	}}
}

func someForest() *Forest {
	return &Forest{Title: "B/A", Axis: "time of B over time of A", Same: 0.03, Rows: []Ratio{
		{Name: "same", Ratio: 1, CI95: [2]float64{0.99, 1.01}, Verdict: "same"}, {Name: "wild", Ratio: 1.1, CI95: [2]float64{1e-9, 1e9}, Verdict: "unsure"},
		{Name: "half", Ratio: 0.5, CI95: [2]float64{0.49, 0.51}, Verdict: "faster"}, {Name: "all", Ratio: 0.87, Verdict: "a verdict of one's own", Total: true},
	}}
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

// TestRows: charts of rows say what they show, in words as well.
func TestRows(t *testing.T) {
	e := elementsOf(t, someStrips().Inline)[0]
	assert.Equal(t, "Samples <in> order & time", e.Title)
	assert.Equal(t, "They trend.", e.Desc)
	said := func(e element) (all string) {
		for _, at := range e.texts() {
			all += at.Text + at.Whole + "\n"
		}
		return all
	}
	for _, want := range []string{"list & \"tree\"\n", "12.3 ms\n", "12 ms\n", "a name that has no room a name that…" + strings.Repeat("a name that has no room ", 9), "warm-up, dropped\n", "95 % interval\n"} {
		assert.Contains(t, said(e), want)
	}
	e = elementsOf(t, someStack().Inline)[0]
	for _, want := range []string{"50 + 25 + 12 + 12 %\n", "0 + 0 + 0 + 0 %\n", "noted\n", "starved\n", "100 %\n"} {
		assert.Contains(t, said(e), want)
	}
	e = elementsOf(t, someForest().Inline)[0]
	for _, want := range []string{"1.00 same\n", "0.50 faster\n", "0.87 a verdict of one's own\n", "counts as the same\n", "unsure\n"} {
		assert.Contains(t, said(e), want)
	}
	assert.NotContains(t, said(e), "slower", "no row is")
}

// TestGlyphs: what differs in colour differs in form as well.
func TestGlyphs(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range glyphs {
		seen[g.at(0, 0)] = true
	}
	assert.Len(t, seen, series)
	seen = map[string]bool{}
	for _, v := range verdicts {
		seen[v.path] = true
	}
	assert.Len(t, seen, len(verdicts))
}

func TestWhatRowsCannotBeDrawn(t *testing.T) {
	for says, inline := range map[string]func() (template.HTML, error){
		"no row":                              (&Strips{}).Inline,
		"the picture has no row":              (&Stack{}).Inline,
		"has no row":                          (&Forest{}).Inline,
		"row 1 (a): there are no samples":     (&Strips{Rows: []Strip{{Name: "a", Processes: []Samples{{}}}}}).Inline,
		"row 1 (a): NaN cannot":               (&Strips{Rows: []Strip{{Name: "a", Processes: []Samples{{Values: []float64{math.NaN()}}}}}}).Inline,
		"row 1 (b): 1 shares for 2 parts":     (&Stack{Parts: []string{"x", "y"}, Rows: []Bar{{Name: "b", Shares: []float64{1}}}}).Inline,
		"row 1 (b): a share is -1":            (&Stack{Parts: []string{"x"}, Rows: []Bar{{Name: "b", Shares: []float64{-1}}}}).Inline,
		"the shares add up to 1.5":            (&Stack{Parts: []string{"x", "y"}, Rows: []Bar{{Shares: []float64{1, 0.5}}}}).Inline,
		"row 1 (c): the ratio is 0":           (&Forest{Rows: []Ratio{{Name: "c"}}}).Inline,
		"row 1 (c): the interval is [-1 2]":   (&Forest{Rows: []Ratio{{Name: "c", Ratio: 1, CI95: [2]float64{-1, 2}}}}).Inline,
		"+Inf cannot be drawn":                (&Forest{Rows: []Ratio{{Ratio: math.Inf(1)}}}).Inline,
		"has half a width of 1: it must be 0": (&Forest{Same: 1, Rows: []Ratio{{Ratio: 1}}}).Inline,
	} {
		text, err := inline()
		require.ErrorContains(t, err, strings.Replace(says, "must be 0", "must be from 0", 1))
		assert.Empty(t, text)
	}
}
