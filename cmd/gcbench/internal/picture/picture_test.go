package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func example() *Picture {
	points := []Point{{1, 2, 1.5, 2.5}, {4, 3, 2.5, 3.5}, {1024, 2.5, 2, 3}}
	return &Picture{Title: "Loads < bounds & more", Panels: []Panel{
		{
			Title: "left", X: Axis{Title: "processors", Log: 2}, Y: Axis{Title: "load", FromZero: true},
			Lines: []Line{
				{Name: "half", Points: points, Spread: Bars}, {Name: "one", Points: points, Spread: Band},
				{Name: "half, later", Group: "half", Dashed: true, Points: points[:2]}, {Name: "alone", Points: points[:1]},
			},
			Levels: []Level{{"bound: 9.5", 9.5}},
		},
		{Title: "right", Y: Axis{Title: "steals", Log: 10}, Lines: []Line{{Name: "one", Points: points}}},
	}}
}

func svgOf(t *testing.T, p *Picture) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.WriteSVG(&b))
	return b.String()
}

// TestSVG: the file is well-formed, says what it shows, has what was asked for,
// and the same bytes every time.
func TestSVG(t *testing.T) {
	svg := svgOf(t, example())
	texts := map[string]int{}
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if text, ok := token.(xml.CharData); ok {
			texts[strings.TrimSpace(string(text))]++
		}
	}
	for _, want := range []string{
		"left", "right", "processors", "load", "steals", "half", "half, later", "alone", "bound: 9.5", "1024", "256",
	} {
		assert.Equal(t, 1, texts[want], want)
	}
	assert.Equal(t, 2, texts["one"], "an entry in each legend")
	assert.Equal(t, 2, texts["Loads < bounds & more"], "once for readers who cannot see it")
	assert.Contains(t, svg, "stroke-dasharray", "the dashed line")
	assert.Contains(t, svg, "fill-opacity", "the band")
	assert.Contains(t, svg, "prefers-color-scheme: dark")
	assert.NotContains(t, svg, "font-family:Liberation", "without a substitute")
	for _, c := range lineColors[:3] {
		assert.Contains(t, svg, hex(c))
	}
	assert.NotContains(t, svg, hex(lineColors[3]), "lines of a group, or of a name, share a colour")
	assert.Equal(t, svg, svgOf(t, example()))
}

// TestColumns: panels go into rows.
func TestColumns(t *testing.T) {
	p := example()
	height := func() float64 {
		var root struct {
			ViewBox string `xml:"viewBox,attr"`
		}
		require.NoError(t, xml.Unmarshal([]byte(svgOf(t, p)), &root))
		var b [4]float64
		for i, s := range strings.Fields(root.ViewBox) {
			require.NoError(t, xml.Unmarshal([]byte("<n>"+s+"</n>"), &b[i]))
		}
		return b[3]
	}
	wide := height()
	p.Columns = 1
	assert.Greater(t, height(), 1.8*wide)
}

// TestContrast: lines against either page, and letters, by the measure of WCAG:
// 3 to 1 for graphics (1.4.11), 4.5 to 1 for text (1.4.3).
func TestContrast(t *testing.T) {
	for i, c := range lineColors {
		assert.GreaterOrEqual(t, contrast(c, paper.light), 3.0, "line %d on white", i)
		assert.GreaterOrEqual(t, contrast(c, paper.dark), 3.0, "line %d on dark", i)
	}
	for _, letters := range []tone{ink, faint} {
		assert.GreaterOrEqual(t, contrast(letters.light, paper.light), 4.5)
		assert.GreaterOrEqual(t, contrast(letters.dark, paper.dark), 4.5)
	}
	assert.InDelta(t, 21, contrast(rgb(0), rgb(0xFFFFFF)), 0.01)
}

func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// TestTonesAreApart: the rules for dark pages select by colour, so no line may
// have the colour of the frame.
func TestTonesAreApart(t *testing.T) {
	seen := map[color.RGBA]bool{}
	for _, c := range append(lineColors, paper.light, ink.light, grid.light, faint.light) {
		assert.False(t, seen[c], hex(c))
		seen[c] = true
	}
}

func TestWhatCannotBeDrawn(t *testing.T) {
	for says, spoil := range map[string]func(p *Picture){
		"no panel":                           func(p *Picture) { p.Panels = nil },
		"panel 2 (right): there are no":      func(p *Picture) { p.Panels[1].Lines = nil },
		"line \"half\", point 1: NaN":        func(p *Picture) { p.Panels[0].Lines[0].Points[1].Y = math.NaN() },
		"line \"half\", point 2: +Inf":       func(p *Picture) { p.Panels[0].Lines[0].Points[2].Hi = math.Inf(1) },
		"0 cannot be drawn on axis \"proc":   func(p *Picture) { p.Panels[0].Lines[0].Points[0].X = 0 },
		"-1 cannot be drawn on axis \"steal": func(p *Picture) { p.Panels[1].Levels = []Level{{"low", -1}} },
		"base 3":                             func(p *Picture) { p.Panels[0].X.Log = 3 },
	} {
		p := example()
		spoil(p)
		require.ErrorContains(t, p.WriteSVG(io.Discard), says)
	}
}

// TestIntervalBelowTheAxis: an interval that ends at or below 0 is drawn on a
// logarithmic axis down to where the axis ends, and does not move its end.
func TestIntervalBelowTheAxis(t *testing.T) {
	for _, spread := range []Spread{Bars, Band} {
		p := example()
		axis, line := &p.Panels[0].Y, &p.Panels[0].Lines[0]
		*axis, line.Spread = Axis{Title: "load", Log: 10}, spread
		line.Points[1].Lo = 1.5
		atTheEnd := svgOf(t, p)
		for _, lo := range []float64{0, -9} {
			line.Points[1].Lo = lo
			assert.Equal(t, atTheEnd, svgOf(t, p), "from %v", lo)
		}
		assert.Equal(t, -9.0, line.Points[1].Lo, "the picture's own points stay")
		*axis = Axis{Title: "load"}
		assert.NotEqual(t, atTheEnd, svgOf(t, p), "a linear axis goes there")
		line.Points[1].Lo = math.NaN()
		require.ErrorContains(t, p.WriteSVG(io.Discard), "NaN")
	}
}

// TestTicks: between two and maxTicks labels, in the range, on any scale.
func TestTicks(t *testing.T) {
	for _, a := range []Axis{{}, {Log: 2}, {Log: 10}} {
		for low := 1e-3; low < 1e6; low *= 3.7 {
			for factor := 1.05; factor < 1e9; factor *= 1.9 {
				labels := map[string]bool{}
				for _, k := range a.ticker().Ticks(low, low*factor) {
					assert.True(t, k.Value > low*0.999999 && k.Value < low*factor*1.000001, "%v of %v to %v", k.Value, low, low*factor)
					if k.Label != "" {
						assert.False(t, labels[k.Label], "%q twice between %v and %v", k.Label, low, low*factor)
						labels[k.Label] = true
					}
				}
				assert.True(t, len(labels) >= 2 && len(labels) <= maxTicks+1, "%v labels between %v and %v, base %v", len(labels), low, low*factor, a.Log)
			}
		}
	}
	assert.Equal(t, "2²⁰", Power(2, 20))
	assert.Equal(t, "10⁻³", Power(10, -3))
}
