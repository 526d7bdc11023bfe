package estimate

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// recording is a comparison of a program with itself, made by
//
//	gcbench compare --a "--deque stealhalf" --b "--deque stealhalf" --workers 1,2 --invocations 12 \
//	    --shape list,tree,wide,deep,random,uniform,debruijn,grid,app --objects 20k,100k,300k
//
// on 2 virtual cores: the medians of the processes in nanoseconds, in the order in which
// they took turns.
type recording struct {
	Rows []struct{ A, B []float64 }
}

// recordings are one of a shared machine when it was quiet (with 10k, 30k and 100k objects),
// one as it was (other programs used 0.7 of 2 processors, and the host took 7 % of the
// time), and one with a busy loop and builds beside it: ten threads wanted to run, and it
// was interrupted after seven rounds.
// slower is how many of 100 rows say so where B is made 30 % slower.
var recordings = []struct {
	name   string
	slower int
}{{"quiet", 90}, {"as-it-was", 33}, {"crowded", 0}}

func readRecording(t *testing.T, name string) recording {
	t.Helper()
	var r recording
	b, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &r))
	require.GreaterOrEqual(t, len(r.Rows), 100)
	return r
}

// times are invocations with these medians, each slowed down by a factor.
func times(medians []float64, factor float64) (v Invocations) {
	for _, ns := range medians {
		v = append(v, []float64{factor * ns})
	}
	return v
}

// TestRecordedAA: of a hundred rows of a program and itself, three at most differ. Where B is
// made 30 % slower, no row says faster or the same.
func TestRecordedAA(t *testing.T) {
	for _, recorded := range recordings {
		name := recorded.name
		count, slowed := map[schema.Verdict]int{}, map[schema.Verdict]int{}
		r := readRecording(t, name)
		for _, row := range r.Rows {
			count[ComparePairs(times(row.A, 1), times(row.B, 1)).Verdict(DefaultMargin)]++
			slowed[ComparePairs(times(row.A, 1), times(row.B, 1.3)).Verdict(DefaultMargin)]++
		}
		t.Logf("%s: %v, with B 30 %% slower %v", name, count, slowed)
		assert.LessOrEqual(t, 100*(count[schema.Faster]+count[schema.Slower]), 3*len(r.Rows), name)
		assert.Zero(t, slowed[schema.Faster]+slowed[schema.Same], name)
		assert.GreaterOrEqual(t, 100*slowed[schema.Slower], recorded.slower*len(r.Rows), name)
	}
}

// TestRecordedCoverage draws processes of a row again and again: how many intervals contain
// the centre of all?
func TestRecordedCoverage(t *testing.T) {
	const seed, draws = 1, 20
	random := rand.New(rand.NewPCG(seed, 0))
	for _, recorded := range recordings {
		name := recorded.name
		for _, n := range []int{6, 12} {
			covered, all := 0, 0
			for _, row := range readRecording(t, name).Rows {
				population := times(append(append([]float64{}, row.A...), row.B...), 1)
				center := population.Center()
				for range draws {
					drawn := make(Invocations, n)
					for i := range drawn {
						drawn[i] = population[random.IntN(len(population))]
					}
					lo, hi := drawn.Interval(0.95)
					all++
					if lo <= center && center <= hi {
						covered++
					}
				}
			}
			share := float64(covered) / float64(all)
			t.Logf("%s: %d processes: %.3f of the 95 %% intervals cover", name, n, share)
			assert.Greater(t, share, 0.92, "%s, %d processes, seed %d", name, n, seed)
		}
	}
}
