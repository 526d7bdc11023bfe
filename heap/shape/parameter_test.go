package shape

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// With parameters at their defaults the old heap comes, under its old name.
func TestDefaultsAreTheOldHeaps(t *testing.T) {
	for _, s := range Shapes() {
		for _, p := range s.Parameters() {
			if p.Default == 0 && p.Low > 0 {
				continue // the shape computes it
			}
			named, err := Parse(s.Name + ":" + p.Name + "=" + p.Format(p.Default))
			require.NoError(t, err)
			require.Equal(t, s.Name, named.Name)
			require.Equal(t, s.values, named.values)
		}
	}
}

// Every parameter at its ends, in small heaps: as many objects as asked, well-formed, something live, within the
// bytes that were promised.
func TestEndsOfParameters(t *testing.T) {
	for _, s := range Shapes() {
		for _, p := range s.Parameters() {
			for _, v := range []uint64{p.Low, p.Low + p.Step, p.High} {
				s, err := Parse(s.Name + ":" + p.Name + "=" + p.Format(v))
				require.NoError(t, err)
				for _, n := range []uint64{1, 2, 3, 7, 40, 1500} {
					for _, layout := range Layouts() {
						h, err := s.Build(Params{n, 5, layout})
						require.NoError(t, err, "%s of %d", s.Name, n)
						require.NoError(t, h.Check(), s.Name)
						require.Equal(t, n, h.NumObjects(), s.Name)
						r, err := heap.Reachable(h)
						require.NoError(t, err)
						require.NotZero(t, r.Count, s.Name)
						if n == 1500 && s.Family() != "wide" && s.Family() != "arrays" {
							assert.LessOrEqual(t, uint64(len(h.Arena())), (s.meanBytes()+2)*n, s.Name)
						}
					}
				}
			}
		}
	}
}

// Means, shares and counts are as asked, in 40,000 objects.
func TestParametersDoWhatTheySay(t *testing.T) {
	const n = 40_000
	for text, says := range map[string]func(t *testing.T, g *graph){
		"random:garbage=0":              func(t *testing.T, g *graph) { assert.Zero(t, g.spread.garbage) },
		"gcbench:garbage=0.1":           func(t *testing.T, g *graph) { assert.EqualValues(t, n/10, g.spread.garbage) },
		"tree:garbage=0.9":              func(t *testing.T, g *graph) { assert.EqualValues(t, n/10, g.reach.Count) },
		"random:degree=6":               func(t *testing.T, g *graph) { assert.InDelta(t, 6, g.degree(), 0.1) },
		"random:degree=1":               func(t *testing.T, g *graph) { assert.InDelta(t, 1, g.degree(), 0.05) },
		"rmat:degree=4":                 func(t *testing.T, g *graph) { assert.InDelta(t, 4, g.degree(), 0.001) },
		"uniform:degree=7":              func(t *testing.T, g *graph) { assert.Equal(t, 7.0, g.degree()) },
		"random:popular=0.5,degree=8":   func(t *testing.T, g *graph) { assert.InDelta(t, 0.5+0.5/16, g.popular(), 0.01) },
		"uniform:popular=1":             func(t *testing.T, g *graph) { assert.Equal(t, 1.0, g.popular()) },
		"lists:number=50":               func(t *testing.T, g *graph) { assert.Len(t, g.h.Roots(), 50); assert.Equal(t, n*3/4/50-1, g.span()) },
		"lists:number=7":                func(t *testing.T, g *graph) { assert.Len(t, g.h.Roots(), 7) },
		"lists:length=100":              func(t *testing.T, g *graph) { assert.InDelta(t, n*3/4/100, len(g.h.Roots()), 30) },
		"lists:length=1":                func(t *testing.T, g *graph) { assert.Zero(t, g.span()) },
		"dag:layers=100":                func(t *testing.T, g *graph) { assert.Equal(t, 99, g.span()) },
		"grid:columns=3":                func(t *testing.T, g *graph) { assert.Equal(t, n*3/4/3+1, g.span()) },
		"arrays:rows=10":                func(t *testing.T, g *graph) { assert.Len(t, g.refs[0], 10) },
		"deep:twig=0":                   func(t *testing.T, g *graph) { assert.Equal(t, n*3/4-1, g.span()) },
		"rings:length=30,chords=0":      func(t *testing.T, g *graph) { assert.Len(t, g.h.Roots(), 1000); assert.Equal(t, 29, g.span()) },
		"random:payload=64,degree=2":    func(t *testing.T, g *graph) { assert.InDelta(t, 64, g.payload(), 2) },
		"list:payload=256":              func(t *testing.T, g *graph) { assert.InDelta(t, 256, g.payload(), 8) },
		"lists:payload=0,garbage=0.125": func(t *testing.T, g *graph) { assert.EqualValues(t, n/8, g.spread.garbage) },
	} {
		t.Run(text, func(t *testing.T) { says(t, build(t, text, Params{Objects: n, Seed: 3})) })
	}
}

// degree is the mean of the live objects and those that a graph leaves unreached.
func (g *graph) degree() float64 {
	sum := 0
	for k := range g.spread.live {
		sum += len(g.refs[g.at(k)])
	}
	return float64(sum) / float64(g.spread.live)
}

// popular is the share of references that lead to the first sixteenth.
func (g *graph) popular() float64 {
	sum, all := 0, 0
	for k := range g.spread.live {
		for _, to := range g.refs[g.at(k)] {
			all++
			if to < int(g.at(g.spread.live/popularOne)) {
				sum++
			}
		}
	}
	return float64(sum) / float64(all)
}

// payload is the mean of bytes beside header and references, but for what rounding adds.
func (g *graph) payload() float64 {
	bytes := 0.0
	for k := range g.spread.live {
		bytes += heap.GranuleBytes*float64(g.size[g.at(k)]) - 8 - 4*float64(len(g.refs[g.at(k)]))
	}
	return bytes / float64(g.spread.live)
}

func TestBadParameters(t *testing.T) {
	for text, says := range map[string]string{
		"random:":                         `shape random: "" is no parameter: write NAME=NUMBER, with a comma between two; it takes degree (1 to 64), payload (0 to 4096), popular (0 to 1), garbage (0 to 0.9)`,
		"random:degree":                   `"degree" is no parameter: write NAME=NUMBER`,
		"random:degree=":                  `shape random: degree: "" cannot be used: it must be a whole number from 1 to 64`,
		"random:degree=0":                 `"0" cannot be used: it must be a whole number from 1 to 64`,
		"random:degree=65":                `it must be a whole number from 1 to 64`,
		"random:degree=2.5":               `it must be a whole number from 1 to 64`,
		"random:degree=-1":                `it must be a whole number from 1 to 64`,
		"random:degree=3,degree=4":        `shape random: degree is given twice`,
		"random:garbage=1":                `"1" cannot be used: it must be a share with at most three decimals from 0 to 0.9`,
		"random:garbage=0.1234":           `a share with at most three decimals from 0 to 0.9`,
		"random:garbage=50%":              `a share with at most three decimals from 0 to 0.9`,
		"random:garbage=NaN":              `a share with at most three decimals from 0 to 0.9`,
		"list:payload=12":                 `it must be a multiple of 8 from 0 to 4096`,
		"list:degree=2":                   `shape list: there is no parameter "degree": it takes payload (0 to 4096), garbage (0 to 0.9)`,
		"lists:length=2,number=3":         `shape lists: length and number exclude each other`,
		"app:payload=8":                   `there is no parameter "payload": it takes garbage (0 to 0.9)`,
		"tree:degree=1e3":                 `there is no parameter "degree"`,
		"dag:layers=99999999999999999999": `it must be a whole number from 1 to 16777216`,
		"treee:degree=1":                  `unknown shape "treee"`,
	} {
		_, err := Parse(text)
		assert.ErrorContains(t, err, says, text)
	}
}

func TestNamesOfParameters(t *testing.T) {
	for text, name := range map[string]string{
		"random:garbage=0.50,degree=06": "random:degree=6,garbage=0.5",
		"random:degree=6,garbage=0.25":  "random:degree=6",
		"gcbench:garbage=0.5":           "gcbench",
		"dag:popular=0.5,payload=16":    "dag",
		"random:garbage=.5":             "random:garbage=0.5",
	} {
		s, err := Parse(text)
		require.NoError(t, err)
		assert.Equal(t, name, s.Name)
		again, err := Parse(s.Name)
		require.NoError(t, err)
		assert.Equal(t, s.values, again.values)
		assert.Equal(t, fmt.Sprint(s.Name == s.Family()), fmt.Sprint(s.minLive > 0))
	}
}
