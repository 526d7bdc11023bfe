package picture

import (
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

// TestStripPlaces: warm-up beyond the scale lies at its edge, and each process has its own median.
func TestStripPlaces(t *testing.T) {
	r := Strip{Median: 150, Processes: []Samples{{Warmup: []float64{1e6, 1}, Values: []float64{100, 200}, Median: 100}, {Values: []float64{100, 200}, Median: 200}}}
	var s sheet
	const top = 20.
	r.draw(&s, top)
	for _, ring := range strings.Split(strings.TrimPrefix(pathsOf(s.String(), "s1 open")[0], "M"), "M") {
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
