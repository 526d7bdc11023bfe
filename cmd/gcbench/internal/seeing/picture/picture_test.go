package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
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
				{Name: "half", Points: points}, {Name: "one", Points: barless(points)},
				{Name: "half, later", Group: "half", Dashed: true, Points: barless(points[:2])}, {Name: "alone", Points: barless(points[:1])},
			},
			Levels: []Level{{"bound: 9.5", 9.5}},
		},
		{Title: "right", Y: Axis{Title: "steals", Log: 10}, Lines: []Line{{Name: "one", Points: barless(points)}}},
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
	assert.Contains(t, svg, "s0 bar", "the intervals")
	assert.Contains(t, svg, "prefers-color-scheme:dark")
	assert.NotContains(t, svg, "var(", "not every viewer knows them")
	for _, c := range []string{"s0", "s1", "s2"} {
		assert.Contains(t, svg, "<path class=\""+c+" line")
		assert.Contains(t, svg, "."+c+"{color:#")
	}
	assert.NotContains(t, svg, "\"s3 ", "lines of a group, or of a name, share a colour")
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
	assert.Greater(t, height(), 1.7*wide)
}

func TestWhatCannotBeDrawn(t *testing.T) {
	for says, spoil := range map[string]func(p *Picture){
		"no panel":                                         func(p *Picture) { p.Panels = nil },
		"panel 2 (right): there are no points":             func(p *Picture) { p.Panels[1].Lines = nil },
		"panel 1 (left): values from NaN to NaN cannot":    func(p *Picture) { p.Panels[0].Lines[0].Points[1].Y = math.NaN() },
		"values from 1.5 to +Inf cannot":                   func(p *Picture) { p.Panels[0].Lines[0].Points[2].Hi = math.Inf(1) },
		"values from 0 to 1024 cannot be drawn on axis \"": func(p *Picture) { p.Panels[0].Lines[0].Points[0].X = 0 },
		"values from -1 to 3 cannot be drawn on axis \"st": func(p *Picture) { p.Panels[1].Levels = []Level{{"low", -1}} },
	} {
		p := example()
		spoil(p)
		require.ErrorContains(t, p.WriteSVG(io.Discard), says)
	}
}

// TestIntervalBelowTheAxis: an interval that ends at or below 0 is drawn on a
// logarithmic axis down to where the axis ends, and does not move its end.
func TestIntervalBelowTheAxis(t *testing.T) {
	p := example()
	axis, line := &p.Panels[0].Y, &p.Panels[0].Lines[0]
	*axis = Axis{Title: "load", Log: 10}
	line.Points[1].Lo = 1.5
	atTheEnd := svgOf(t, p)
	for _, lo := range []float64{0, -9} {
		line.Points[1].Lo = lo
		assert.Equal(t, atTheEnd, svgOf(t, p), "from %v", lo)
	}
	assert.Equal(t, -9.0, line.Points[1].Lo, "the picture's own points stay")
	line.Points[1].Lo = math.NaN()
	require.ErrorContains(t, p.WriteSVG(io.Discard), "NaN")
	line.Points[1].Lo, *axis = -9, Axis{Title: "load"}
	assert.NotEqual(t, atTheEnd, svgOf(t, p), "a linear axis goes there")
}
