package picture

import (
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExtremes: few values, many, equal ones, huge and tiny ones and names without end have
// a picture whose texts have room.
func TestExtremes(t *testing.T) {
	long := strings.Repeat("W <&> ", 60)
	many := make([]Point, 1000)
	for i := range many {
		many[i] = Point{X: float64(i), Y: math.Sin(float64(i)), Lo: -1, Hi: 1}
	}
	for name, points := range map[string][]Point{
		"one": {{X: 3, Y: 5, Lo: 4, Hi: 6}}, "zero": {{}, {X: 1}}, "equal": {{1, 7, 7, 7}, {2, 7, 7, 7}, {2, 7, 7, 7}}, "many": many,
		"huge":    {{-1e99, -1e99, -1e99, -1e99}, {1e99, 1e99, 1e99, 1e99}},
		"alike":   {{1e15, 1e15, 1e15, 1e15}, {1e15 + 1, 1e15 + 1, 1e15, 1e15 + 2}},
		"tiny":    {{1e-99, 1e-99, 0, 1e-98}, {2e-99, 3e-99, 0, 1e-98}},
		"hundred": {{1, 123456.5, 0, 2e5}, {1.5, 123457, 0, 2e5}},
	} {
		for time, points := range map[bool][]Point{false: points, true: barless(points)} {
			p := &Picture{Title: name + long, Conclusion: long, Panels: []Panel{{
				Title: long, X: Axis{Title: long, time: time}, Y: Axis{Title: long, time: time},
				Lines:  []Line{{Name: long, Points: points}, {Name: "none of it"}},
				Levels: []Level{{long, points[0].Y}, {"again", points[0].Y}},
			}}}
			e := elementsOf(t, p.Inline)
			require.Len(t, e, 1)
			assert.Equal(t, strings.TrimSpace(long), strings.TrimSpace(e[0].Desc))
			assert.Less(t, len(svgOf(t, p)), 52<<10)
		}
	}
	p := &Picture{Panels: []Panel{{Lines: []Line{{Points: []Point{{Y: 1e101}}}}}}}
	require.ErrorContains(t, p.WriteSVG(io.Discard), "values from 1e+101 to 1e+101 cannot be drawn")
	_, err := p.Inline()
	require.ErrorContains(t, err, "values from 1e+101 to 1e+101 cannot be drawn")
}

// barless are the points without their error bars.
func barless(points []Point) (all []Point) {
	for _, p := range points {
		all = append(all, Point{X: p.X, Y: p.Y})
	}
	return all
}

// TestInline: a picture of a page has an element for each panel.
func TestInline(t *testing.T) {
	p := example()
	p.Conclusion = "Loads grow."
	e := elementsOf(t, p.Inline)
	require.Len(t, e, 2)
	assert.Equal(t, "Loads < bounds & more: left", e[0].Title)
	assert.Equal(t, "Loads grow.", e[0].Desc)
	assert.Empty(t, e[1].Desc)
}

// TestLevelsAreApart: names of levels do not cover each other.
func TestLevelsAreApart(t *testing.T) {
	p := &Picture{Title: "levels", Panels: []Panel{{
		Lines:  []Line{{Points: []Point{{X: 0, Y: 5}, {X: 10, Y: 0}}}},
		Levels: []Level{{"first", 4.9}, {"second", 4.8}},
	}}}
	at := map[string]float64{}
	for _, one := range elementsOf(t, p.Inline)[0].texts() {
		at[one.Text] = one.Y
	}
	assert.GreaterOrEqual(t, at["second"]-at["first"], tiny)
}
