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

// color is linear red, green and blue from 0 to 1.
type color [3]float64

func colorOf(t *testing.T, hex string) (c color) {
	t.Helper()
	require.Regexp(t, "^#[0-9a-f]{6}$", hex)
	for i := range c {
		v, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		require.NoError(t, err)
		if s := float64(v) / 255; s <= 0.04045 {
			c[i] = s / 12.92
		} else {
			c[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return c
}

func contrast(a, b color) float64 {
	luminance := func(c color) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// colorsOf are the tones of the names on a light page or a dark one.
func colorsOf(t *testing.T, dark bool, names ...string) map[string]color {
	t.Helper()
	all := map[string]color{}
	for _, c := range tones {
		for _, name := range names {
			if c.name == name && dark {
				all[name] = colorOf(t, c.dark)
			} else if c.name == name {
				all[name] = colorOf(t, c.light)
			}
		}
	}
	require.Len(t, all, len(names))
	return all
}

var lineNames = []string{"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"}

// TestContrast: by the measure of WCAG 3 to 1 for graphics (1.4.11), 4.5 to 1 for text
// (1.4.3).
func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		paper := colorsOf(t, dark, "paper", "panel")
		for name, c := range colorsOf(t, dark, append(lineNames, "busy", "starved", "hoarded", "accent")...) {
			assert.GreaterOrEqual(t, contrast(c, paper["paper"]), 3.0, "%s, dark %v", name, dark)
		}
		for name, c := range colorsOf(t, dark, "ink", "faint") {
			assert.GreaterOrEqual(t, contrast(c, paper["paper"]), 4.5, "%s, dark %v", name, dark)
			assert.GreaterOrEqual(t, contrast(c, paper["panel"]), 4.5, "%s, dark %v", name, dark)
		}
	}
	assert.InDelta(t, 21, contrast(colorOf(t, "#000000"), colorOf(t, "#ffffff")), 0.01)
}

// blindness has what is left of a colour without one kind of cone: Machado, Oliveira and
// Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
// (2009), severity 1.
var blindness = map[string][3]color{
	"none":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func (c color) times(m [3]color) (r color) {
	for i, row := range m {
		r[i] = min(1, max(0, row[0]*c[0]+row[1]*c[1]+row[2]*c[2]))
	}
	return r
}

// oklab is where a colour lies for the eye (Ottosson, 2020): distances there are about what one sees.
func (c color) oklab() color {
	cones := color{0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2], 0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2], 0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2]}
	l, m, s := math.Cbrt(cones[0]), math.Cbrt(cones[1]), math.Cbrt(cones[2])
	return color{0.2104542553*l + 0.7936177850*m - 0.0040720468*s, 1.9779984951*l - 2.4285922050*m + 0.4505937099*s, 0.0259040371*l + 0.7827717662*m - 0.8086757660*s}
}

// TestApart: lines, and the parts of bars, are told apart by readers without one kind of
// cone. 0.1 is the distance of two greys whose lightness differs by a tenth.
func TestApart(t *testing.T) {
	for _, names := range [][]string{lineNames, {"busy", "starved", "hoarded"}} {
		for _, dark := range []bool{false, true} {
			colors := colorsOf(t, dark, names...)
			for kind, m := range blindness {
				for i, a := range names {
					for _, b := range names[:i] {
						p, q := colors[a].times(m).oklab(), colors[b].times(m).oklab()
						assert.Greater(t, math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2]), 0.1, "%s and %s, %s, dark %v", a, b, kind, dark)
					}
				}
			}
		}
	}
}

// TestStyle: the style of pages and that of files have all colours that they name.
func TestStyle(t *testing.T) {
	for _, m := range regexp.MustCompile(`var\(--(\w+)\)`).FindAllStringSubmatch(string(Style), -1) {
		assert.Contains(t, string(Style), "--"+m[1]+":#")
	}
	own := ownStyle()
	assert.NotContains(t, own, "var(")
	assert.Equal(t, 2, strings.Count(own, ".s1{color:#"), "on a light page and on a dark one")
	assert.Equal(t, 1, strings.Count(own, ".dash{"), "it has no colour")
}
