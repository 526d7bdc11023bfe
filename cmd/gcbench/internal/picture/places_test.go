package picture

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pathsOf returns the paths of a class in a chart, in their order.
func pathsOf(svg, class string) (all []string) {
	for _, m := range regexp.MustCompile(`<path class="`+class+`" d="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
		all = append(all, m[1])
	}
	return all
}

// numbersOf are the numbers of a path.
func numbersOf(t *testing.T, d string) (all []float64) {
	t.Helper()
	for _, text := range regexp.MustCompile(`-?[0-9.]+`).FindAllString(d, -1) {
		v, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		all = append(all, v)
	}
	return all
}

// TestForestPlaces: equal ratios are equal distances. The band lies around 1, an interval around
// its ratio, and the glyphs point to where the time went.
func TestForestPlaces(t *testing.T) {
	f := &Forest{Same: 0.2, Rows: []Ratio{
		{Ratio: 0.5, CI95: [2]float64{0.4, 0.625}, Verdict: "faster"}, {Ratio: 2, CI95: [2]float64{1.6, 2.5}, Verdict: "slower"}, {Ratio: 1, CI95: [2]float64{1e-9, 1e9}, Verdict: "unsure"}}}
	text, err := f.Inline()
	require.NoError(t, err)
	svg := string(text)
	glyphs := pathsOf(svg, "fill")
	low, high := numbersOf(t, glyphs[0]), numbersOf(t, glyphs[1])
	one, half := numbersOf(t, pathsOf(svg, "mid rows")[0])[0], (high[0]-low[0])/2
	assert.InDelta(t, one, low[0]+half, 0.11)
	assert.Negative(t, low[2], "faster points to the left")
	assert.Positive(t, high[2], "slower points to the right")

	band := numbersOf(t, pathsOf(svg, "track")[0])
	assert.InDelta(t, one+half*math.Log2(0.8), band[0], 0.11)
	assert.InDelta(t, half*math.Log2(1.2/0.8), band[2], 0.11)

	intervals := pathsOf(svg, "thick")
	for i, at := range []float64{low[0], high[0]} {
		ends := numbersOf(t, intervals[i])
		assert.InDelta(t, at-half*math.Log2(1.25), ends[0], 0.11)
		assert.InDelta(t, at+half*math.Log2(1.25), ends[2], 0.11)
		assert.Equal(t, 2, strings.Count(intervals[i], "v8"), "a bar at each end")
	}
	assert.Contains(t, intervals[2], "l-5 4 5 4", "it goes on to the left")
	assert.Contains(t, intervals[2], "l5 4-5 4", "it goes on to the right")
}

// TestStackPlaces: the parts of a bar stand side by side, and have the names of their colours.
func TestStackPlaces(t *testing.T) {
	k := &Stack{Parts: []string{"busy", "starved", "hoarded"}, Rows: []Bar{{Shares: []float64{0.5, 0.25, 0.125}}}}
	text, err := k.Inline()
	require.NoError(t, err)
	bar, parts := numbersOf(t, pathsOf(string(text), "track")[0]), pathsOf(string(text), "fill")
	at := bar[0]
	for i, share := range k.Rows[0].Shares {
		part := numbersOf(t, parts[i])
		assert.InDelta(t, at, part[0], 0.11)
		assert.InDelta(t, share*bar[2], part[2], 0.11)
		at += part[2]
		assert.Contains(t, string(text), "<g class=\""+k.Parts[i]+"\">\n<path class=\"fill\" d=\""+parts[i])
	}
}

// TestStackNote: small shares have a digit more, and no share has three.
func TestStackNote(t *testing.T) {
	for note, shares := range map[string][]float64{"0 + 0.1 + 9.9 %": {0, 0.001, 0.0994}, "10 + 50 + 40 %": {0.0996, 0.501, 0.3994}} {
		assert.Equal(t, note, (&Bar{Shares: shares}).note())
	}
}

// TestStripPlaces: warm-up beyond the scale lies at its edge, and each process has a median of
// its own.
func TestStripPlaces(t *testing.T) {
	r := Strip{Median: 150, Processes: []Samples{{Warmup: []float64{1e6, 1}, Values: []float64{100, 200}, Median: 100}, {Values: []float64{100, 200}, Median: 200}}}
	var s sheet
	const top = 20.
	r.draw(&s, 40, top)
	for _, ring := range strings.Split(strings.TrimPrefix(pathsOf(s.String(), "open")[0], "M"), "M") {
		y := numbersOf(t, ring)[1]
		assert.True(t, y == top || y == top+stripHeight, "%v", y)
	}
	medians := strings.Split(strings.TrimPrefix(pathsOf(s.String(), "mid")[0], "M"), "M")
	c := r.scale(top)
	for i, want := range []float64{100, 200} {
		assert.InDelta(t, c.at(want), numbersOf(t, medians[i])[1], 0.06)
	}
	alike := Strip{Median: 1000, Processes: []Samples{{Values: []float64{1000, 1001}}}}
	c = alike.scale(top)
	assert.InDelta(t, 20, c.hi-c.lo, 1e-9, "2 % of the median, so that little is not seen as much")
}
