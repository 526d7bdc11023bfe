package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// measured is a result of a process for each mark time. A sample of a process is at most
// two thousandths from its mark time.
func measured(samples int, times ...float64) *schema.Result {
	r := &schema.Result{Workers: 1}
	for p, ns := range times {
		v := schema.Invocation{}
		for i := range samples {
			v.SamplesNS = append(v.SamplesNS, ns*(1+float64((p*3+i*2)%5-2)/1000))
		}
		r.Invocations = append(r.Invocations, v)
	}
	return r
}

// steadily are 12 processes whose mark times rise by so much each, from that.
func steadily(ns, rise float64) (times []float64) {
	for p := range 12 {
		times = append(times, ns*(1+rise*float64(p)))
	}
	return times
}

// probed enters what a cache miss cost.
func probed(r *schema.Result, ns float64) *schema.Result {
	for i := range r.Invocations {
		r.Invocations[i].ProbeNS = &ns
	}
	return r
}

// beside gives each sample the time of a reference, of a machine that is so many times as slow as
// usual.
func beside(r *schema.Result, slow float64) *schema.Result {
	for i := range r.Invocations {
		v := &r.Invocations[i]
		v.Reference = &schema.Reference{Version: 1, NS: []float64{9, 9}} // of a warm-up
		for k := range v.SamplesNS {
			v.Reference.NS = append(v.Reference.NS, 100*slow*(1+float64((i+k)%3-1)/1000))
		}
	}
	return r
}

func judged(paired bool, margin float64, pairs ...Pair) *schema.Comparison {
	var c schema.Comparison
	Judge(&c, pairs, paired, margin)
	return &c
}

// TestMargin: what counts as the same is what was asked for.
func TestMargin(t *testing.T) {
	p := Pair{measured(7, steadily(1000, 0)...), measured(7, steadily(1060, 0)...)}
	for margin, want := range map[float64]schema.Verdict{0.03: schema.Slower, 0.1: schema.Same} {
		c := judged(true, margin, p)
		assert.Equal(t, want, c.Rows[0].Verdict)
		assert.Equal(t, want, c.Summary.Verdict)
		assert.Empty(t, c.Rows[0].Reason)
	}
}

// TestTooLittle: either side may be the one that has too little.
func TestTooLittle(t *testing.T) {
	for _, few := range []*schema.Result{measured(5, steadily(1000, 0)...), measured(7, 1000, 1000, 1000, 1000, 1000)} {
		enough := measured(7, steadily(2000, 0)...)
		for _, p := range []Pair{{few, enough}, {enough, few}} {
			c := judged(true, 0.03, p)
			assert.Equal(t, schema.Unsure, c.Rows[0].Verdict)
			assert.Contains(t, c.Rows[0].Reason, "fewer than 6 ")
		}
	}
}

// TestTurns: a drift of the machine is taken out where processes took turns, and a cache
// miss that costs more is then no reason for doubt.
func TestTurns(t *testing.T) {
	a, b := beside(probed(measured(7, steadily(1000, 0.05)...), 10), 1), beside(probed(measured(7, steadily(1100, 0.05)...), 20), 1)
	assert.Equal(t, schema.Slower, judged(true, 0.03, Pair{a, b}).Rows[0].Verdict)
	probed(b, 10)
	assert.Equal(t, schema.Unsure, judged(false, 0.03, Pair{a, b}).Rows[0].Verdict)
}

// TestDoubtIsOfAllRows: where the verdict on a row was taken back, there is none on all
// together.
func TestDoubtIsOfAllRows(t *testing.T) {
	a := beside(probed(measured(7, steadily(1000, 0)...), 10), 1)
	b, changed := beside(probed(measured(7, steadily(2000, 0)...), 10), 1), beside(probed(measured(7, steadily(2000, 0)...), 20), 1)
	c := judged(false, 0.03, Pair{a, b}, Pair{a, b})
	assert.Equal(t, schema.Slower, c.Summary.Verdict)
	c = judged(false, 0.03, Pair{a, b}, Pair{a, changed})
	assert.Equal(t, "the machine changed: a cache miss cost more on one side", c.Rows[1].Reason)
	assert.Equal(t, schema.Unsure, c.Summary.Verdict)
	assert.Equal(t, map[schema.Verdict]int{schema.Slower: 1, schema.Unsure: 1}, c.Summary.Counts)
}

// TestDoubtOfWideRows: a row whose machine changed casts doubt on all together, even if its interval
// would have been too wide without that.
func TestDoubtOfWideRows(t *testing.T) {
	clear := Pair{beside(measured(7, steadily(1000, 0)...), 1), beside(measured(7, steadily(2000, 0)...), 1)}
	for slow, want := range map[float64]schema.Verdict{1: schema.Slower, 1.06: schema.Unsure} {
		wide := Pair{beside(measured(7, steadily(1000, 0.4)...), 1), beside(measured(7, steadily(1050, 0.4)...), slow)}
		c := judged(false, 0.03, clear, clear, clear, wide)
		assert.Equal(t, map[schema.Verdict]int{schema.Slower: 3, schema.Unsure: 1}, c.Summary.Counts)
		assert.Equal(t, want, c.Summary.Verdict, "the reference took %v times as long", slow)
	}
}

// TestReference: a machine that is slower makes the marks and the reference slower, and that is no
// difference. Too much of it is a reason for doubt, whatever the marks do.
func TestReference(t *testing.T) {
	const slower = "the machine changed: the reference took longer beside B, by more than a correction can mend"
	for _, c := range []struct {
		marks, slow float64
		verdict     schema.Verdict
		reason      string
	}{
		{1, 1, schema.Same, ""},
		{1.1, 1, schema.Slower, ""},
		{1 / 1.1, 1, schema.Faster, ""},
		{1.02, 1.02, schema.Same, ""},  // corrected
		{1.1, 1.02, schema.Slower, ""}, // by 6 % at least
		{1.04, 1.04, schema.Same, ""},
		{1.1, 1.049, schema.Unsure, "the interval is neither inside ±3% nor outside it"}, // most of it may be the machine
		{1, 1.06, schema.Unsure, slower},
		{1.4, 1.4, schema.Unsure, slower},
		{2, 1.06, schema.Unsure, slower},
		{0.5, 1 / 1.06, schema.Unsure, "the machine changed: the reference took less time beside B, by more than a correction can mend"},
	} {
		a, b := beside(measured(7, steadily(1000, 0)...), 1), beside(measured(7, steadily(1000*c.marks, 0)...), c.slow)
		j := judged(false, 0.03, Pair{a, b})
		row := j.Rows[0]
		assert.Equal(t, c.verdict, row.Verdict, "%+v", c)
		assert.Equal(t, c.reason, row.Reason, "%+v", c)
		assert.Equal(t, c.verdict, j.Summary.Verdict, "%+v", c)
		assert.InEpsilon(t, c.marks/c.slow, row.Ratio, 0.003)
		assert.InEpsilon(t, c.slow, row.Reference.Ratio, 0.01)
		assert.InEpsilon(t, c.marks, row.Reference.Uncorrected, 0.003)
		assert.Nil(t, judged(true, 0.03, Pair{a, b}).Rows[0].Reference, "processes that took turns need none")
	}
}

// TestNoReference: files of older versions have none, and cannot be corrected.
func TestNoReference(t *testing.T) {
	with := func() *schema.Result { return beside(measured(7, steadily(1000, 0)...), 1) }
	other := with()
	other.Invocations[3].Reference.Version = 2
	for _, c := range []struct {
		a, b   *schema.Result
		reason string
	}{
		{measured(7, steadily(1000, 0)...), with(), "A has no reference, so it cannot be corrected for a machine that changed: measure again"},
		{with(), measured(7, steadily(2000, 0)...), "B has no reference, so it cannot be corrected for a machine that changed: measure again"},
		{with(), other, "the references are other work (versions 1 and 2): measure again"},
	} {
		row := judged(false, 0.03, Pair{c.a, c.b}).Rows[0]
		assert.Equal(t, schema.Unsure, row.Verdict)
		assert.Equal(t, c.reason, row.Reason)
		assert.Nil(t, row.Reference)
	}
}

// TestHalfWidth: the interval reaches no further to either side.
func TestHalfWidth(t *testing.T) {
	for _, p := range []Pair{
		{measured(7, 1000, 1000, 1000, 1000, 1000, 1000, 1000), measured(7, 1000, 1001, 1002, 1003, 1004, 1100, 1200)},
		{measured(7, 1000, 1001, 1002, 1003, 1004, 1100, 1200), measured(7, 1000, 1000, 1000, 1000, 1000, 1000, 1000)},
	} {
		r := judged(true, 0.03, p).Rows[0]
		require.Len(t, r.CI95, 2)
		assert.InDelta(t, max(r.CI95[1]-r.Ratio, r.Ratio-r.CI95[0])/r.Ratio, HalfWidth(p), 1e-4)
	}
}

// of is a result of a heap in a layout. The digest is a mark that tells results apart.
func of(layout string, seed uint64, digest string) schema.Result {
	return schema.Result{Facts: schema.Facts{Shape: "tree", Layout: layout, Seed: seed, Objects: 10}, Workers: 1, Digest: digest}
}

// TestMatch: results are paired by what tells them apart, whatever their order, and equals
// in their order.
func TestMatch(t *testing.T) {
	a := []schema.Result{of("bfs", 1, "bfs"), of("alloc", 1, "alloc"), of("bfs", 2, "seed"), of("dfs", 1, "1"), of("dfs", 1, "2")}
	b := []schema.Result{of("bfs", 2, "seed"), of("dfs", 1, "1"), of("dfs", 1, "2"), of("alloc", 1, "alloc"), of("bfs", 1, "bfs"), of("dfs", 1, "3")}
	m := Match(a, b)
	require.Len(t, m.Pairs, 5)
	for i, p := range m.Pairs {
		assert.Equal(t, a[i].Digest, p.A.Digest)
		assert.Equal(t, a[i].Digest, p.B.Digest)
	}
	assert.Empty(t, m.OnlyA)
	assert.Equal(t, []string{"tree of 10 objects, , 1 worker"}, m.OnlyB)
	assert.Empty(t, m.Differs)
	m = Match(b, a)
	assert.Len(t, m.OnlyA, 1)
	assert.Empty(t, m.OnlyB)
}

// TestWarnings: each thing in which the machines differ is named, with both sides' values,
// and so is a side that is less stable.
func TestWarnings(t *testing.T) {
	a, b := &schema.Run{}, &schema.Run{}
	assert.Empty(t, Warnings(a, b, nil, true))
	b.Env.CPU, b.Env.GOOS, b.Env.CPUs, b.Env.GOMAXPROCS, b.Env.Go, b.Env.Build = "x", "plan9", 2, 3, "go9", "b"
	assert.Equal(t, []string{
		"the processor differs: none, x", "the system differs: /, plan9/", "the number of processors differs: 0, 2",
		"the GOMAXPROCS differs: 0, 3", "the release of Go differs: none, go9", "the build of gcbench differs: none, b",
	}, Warnings(a, b, nil, true))

	// vary is a pair whose sides vary so much. Their processes show it, or there are too few.
	vary := func(a, b float64, processes int) Pair {
		p := Pair{measured(7, steadily(1000, a/3)[:processes]...), measured(7, steadily(1000, b/3)[:processes]...)}
		p.A.Shape, p.A.CVBetween, p.B.CVBetween = "tree", &a, &b
		return p
	}
	assert.Empty(t, Warnings(a, a, []Pair{vary(0.04, 0.001, 12), vary(0.2, 0.15, 12), vary(0.2, 0.01, 11), {measured(7, 1), measured(7, 1)}}, true))
	assert.Equal(t, []string{"in 2 of 3 rows one side is less stable (cv), which a ratio does not show: tree, 1 worker: 20 % between processes of A, 1.0 % of B; tree, 1 worker: 1.0 % between processes of A, 30 % of B"},
		Warnings(a, a, []Pair{vary(0.2, 0.01, 12), vary(0.01, 0.01, 12), vary(0.01, 0.3, 12)}, true))
	same, other := measured(7, steadily(1000, 0)...), measured(7, steadily(1000, 0)...)
	other.Digest = "d"
	assert.Empty(t, Warnings(a, a, []Pair{{same, other}, {other, same}}, true), "an unknown digest is no other one")
	same.Digest = "e"
	assert.Len(t, Warnings(a, a, []Pair{{same, other}}, true), 1)
	twice := &schema.Run{Results: []schema.Result{of("bfs", 1, "1"), of("bfs", 1, "2")}}
	assert.Equal(t, []string{"B has more than one result of one kind, and these are compared in their order: result 2 (tree, 1 worker) is of the same heap and settings as result 1"},
		Warnings(a, twice, nil, true))
}
