package page

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// slowed is a result whose processes take so many times as long.
func slowed(r schema.Result, factors ...float64) schema.Result {
	r.Invocations = r.Invocations[:len(factors)]
	for i, factor := range factors {
		for k := range r.Invocations[i].SamplesNS {
			r.Invocations[i].SamplesNS[k] *= factor
		}
	}
	return r
}

// collected are the results of one file.
func collected(t *testing.T, results ...schema.Result) *pages {
	t.Helper()
	p := &pages{files: []*File{read(t, "a.json", run(results...))}}
	p.collect()
	return p
}

// TestDrift: the direction of a trend is said, and the process in the middle belongs to
// neither half.
func TestDrift(t *testing.T) {
	for says, factors := range map[string][]float64{
		"The later half of the processes took 10 % longer than the earlier half: the machine became slower while it measured.":                    {1, 1, 1, 1.1, 1.1, 1.1},
		"The later half of the processes took 10 % less time than the earlier half: the machine became faster while it measured.":                 {1, 1, 1, 0.9, 0.9, 0.9},
		"There is no trend: the later half of the processes took as long as the earlier half, but for 2.0 %.":                                     {1, 1, 1.02, 1.02},
		"There is no trend: the later half of the processes took as long as the earlier half, but for 0.0 %.":                                     {1, 1.2, 1.3, 1.1, 1.1},
		"No trend stands out: the later half of the processes took 5.0 % longer than the earlier half, and processes of one half differ by 15 %.": {0.93, 1, 1.08, 0.97, 1.05, 1.12},
		"There are too few processes to see whether the machine changed while it measured.":                                                       {1, 1, 2},
	} {
		assert.Equal(t, says, collected(t, slowed(measured("tree", 1, 1, 4000), factors...)).driftSays())
	}
}

// TestNoise: a gain that is smaller than the noise of either median is called so.
func TestNoise(t *testing.T) {
	noise := []float64{0.7, 0.8, 0.9, 1.1, 1.2, 1.3}
	for _, c := range []struct {
		speedup float64
		loud    int // the result that is noisy; -1 is none
		gained  string
	}{
		{1.2, -1, "is 1.20 times as fast"},
		{1.2, 0, "is not surely faster or slower (1.20 times as fast; the noise is larger)"},
		{1.2, 1, "is not surely faster or slower (1.20 times as fast; the noise is larger)"},
		{1.01, -1, "gains nothing (1.01)"},
		{1.01, 0, "gains nothing that stands out from the noise (1.01)"},
		{0.9, -1, "becomes slower (0.90 times as fast)"},
		{0.9, 0, "is not surely faster or slower (0.90 times as fast; the noise is larger)"},
		{0.9, 1, "is not surely faster or slower (0.90 times as fast; the noise is larger)"},
	} {
		both := []schema.Result{measured("tree", 1, 1, 4000), measured("tree", 2, c.speedup, 4000/c.speedup)}
		if c.loud >= 0 {
			both[c.loud] = slowed(both[c.loud], noise...)
		}
		p := collected(t, both...)
		assert.Equal(t, c.gained, p.gained(&p.gains()[0][0]), "%+v", c)
	}
}

// TestFastest: the setting that is fastest is the one that takes least time.
func TestFastest(t *testing.T) {
	var all []schema.Result
	for _, shape := range []string{"tree", "list"} {
		for queue, ns := range map[string]float64{"abp": 1000, "stealhalf": 2000} {
			r := measured(shape, 1, 1, ns)
			r.Deque = queue
			all = append(all, r)
		}
	}
	assert.Contains(t, collected(t, all...).fastestSays(), " Of 2 settings the fastest is deque abp in 2 of 2 cases")
	assert.Empty(t, collected(t, measured("tree", 1, 1, 4000), measured("tree", 2, 2, 2000)).fastestSays(), "one setting")
}

// TestStability: what varies is named, and where.
func TestStability(t *testing.T) {
	calm := measured("tree", 1, 1, 4000)
	between := slowed(measured("list", 1, 1, 4000), 0.9, 1.1, 0.9, 1.1, 0.9, 1.1)
	p := collected(t, calm, between, slowed(measured("wide", 1, 1, 4000), 1, 1.1, 1, 1.1, 1, 1.1))
	assert.Equal(t, "The least stable time is that of list with 1 worker: cv 11 % between processes. In 2 of 3 rows the variation between processes is the larger one.", p.stabilitySays())
	rows := p.stability().Parts[0].Table.Rows
	assert.Equal(t, "list, 1 worker", rows[0][0].Text, "the least stable first")
	single := measured("wide", 1, 1, 4000)
	single.Invocations = []schema.Invocation{{SamplesNS: []float64{4000}}}
	assert.Equal(t, "One sample of each result does not say how stable the times are.", collected(t, single).stabilitySays())
	within := measured("wide", 1, 1, 4000)
	for i := range within.Invocations {
		within.Invocations[i].SamplesNS = []float64{3000, 4000, 4000, 4000, 5000}
	}
	assert.Equal(t, "The least stable time is that of wide with 1 worker: cv 18 % within a process. In 1 of 1 row the variation within a process is the larger one.", collected(t, within).stabilitySays())
}

// TestFiles: results of several files are told apart by the file alone if nothing else does.
func TestFiles(t *testing.T) {
	one := run(measured("tree", 1, 1, 4000))
	p := &pages{files: []*File{read(t, "x/a.json", one), read(t, "y/a.json", one)}}
	p.collect()
	assert.Equal(t, "tree, a.json, 1 worker", p.name(0))
	assert.Equal(t, "tree, y/a.json, 1 worker", p.name(1))
	other := one
	other.Results = []schema.Result{measured("list", 1, 1, 4000)}
	p = &pages{files: []*File{read(t, "a.json", one), read(t, "b.json", other)}}
	p.collect()
	assert.Equal(t, "tree, 1 worker", p.name(0))
	page := write(t, read(t, "a.json", one), read(t, "b.json", one), read(t, "c.json", one))
	assert.NotContains(t, headings(page), "comparison", "of three runs none is the other one")
}

// TestWhere: what is not usual about a measurement is said.
func TestWhere(t *testing.T) {
	a, b := run(measured("tree", 1, 1, 4000)), run(measured("tree", 1, 1, 4000))
	b.Env.Version, b.Env.Date, b.Partial = "2", "2026-01-02T03:04:05+02:00", true
	text := plain(write(t, read(t, "a.json", a), read(t, "b.json", b)))
	assert.Contains(t, text, "The files come from one kind of machine, but from different builds of gcbench.")
	assert.Contains(t, text, "2026-01-02 01:04 UTC")
	assert.Contains(t, text, "Warnings of b.json the machine was busy this is a part: the command was interrupted")
	calm := run(measured("tree", 1, 1, 4000))
	calm.Warnings = nil
	const none = "No warnings: nothing disturbed"
	assert.Contains(t, plain(write(t, read(t, "a.json", calm))), none)
	assert.NotContains(t, plain(write(t, &File{Name: "t.json", Timeline: &chrometrace.File{Env: env}})), none, "a timeline has no warnings")
	c := comparison(t, a, a)
	c.Warnings = []string{"the laptop ran on its battery"}
	assert.Contains(t, plain(write(t, read(t, "c.json", c))), "Warnings of c.json the laptop ran on its battery")
}

// TestSimulated: the best point of a curve is named, and how many curves are not.
func TestSimulated(t *testing.T) {
	curve := func(name string) schema.MarkCurve {
		return schema.MarkCurve{Name: name, Points: []schema.MarkPoint{{Workers: 1, Speedup: 1}, {Workers: 8, Speedup: 6.5}, {Workers: 16, Speedup: 4}}}
	}
	assert.Equal(t, "in virtual time tree reaches a speedup of 6.50 with 8 workers", simulatedClause(schema.MarkCurves{curve("tree")}))
	var many schema.MarkCurves
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		many = append(many, curve(name))
	}
	require.Contains(t, simulatedClause(many), "d reaches a speedup of 6.50 with 8 workers and 3 more are in the table")
}

// TestNoiseOfProcesses: what hits both numbers of workers of a process alike is no doubt about the
// speedup, if the same processes have measured both.
func TestNoiseOfProcesses(t *testing.T) {
	noise := []float64{0.7, 0.8, 0.9, 1.1, 1.2, 1.3}
	for _, same := range []bool{false, true} {
		both := []schema.Result{slowed(measured("tree", 1, 1, 4000), noise...), slowed(measured("tree", 2, 1.2, 4000/1.2), noise...)}
		for r := range both {
			both[r].Invocations = slices.Clone(both[r].Invocations)
			for i := range both[r].Invocations {
				both[r].Invocations[i].PID = 1 + i
				if !same {
					both[r].Invocations[i].PID += 100 * r
				}
			}
		}
		p := collected(t, both...)
		says := "is not surely faster or slower (1.20 times as fast; the noise is larger)"
		if same {
			says = "is 1.20 times as fast"
		}
		assert.Equal(t, says, p.gained(&p.gains()[0][0]))
	}
}
