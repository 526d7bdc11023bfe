package cores

import (
	"context"
	"encoding/json"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowMeasure: all figures are there, on this machine. None is held against a clock.
func TestSlowMeasure(t *testing.T) {
	tagged.Slow(t)
	if runtime.GOOS != "linux" {
		_, err := Measure(t.Context(), nil)
		require.ErrorContains(t, err, "on Linux only, and this is "+runtime.GOOS)
		return
	}
	var parts []float64
	m, err := Measure(t.Context(), func(part float64, _ string) { parts = append(parts, part) })
	require.NoError(t, err)
	assert.Equal(t, []float64{0, 0.25, 0.5, 0.75}, parts)
	assert.Len(t, m.Transfers, len(pairs(len(m.Processors))))
	for _, x := range m.Transfers {
		assert.True(t, 0 < x.Least && x.Least <= x.NS && x.NS <= x.Most, "%+v", x)
	}
	if len(m.Processors) > 1 {
		assert.Zero(t, len(m.Streams)%24) // 3 lengths, 2 orders, 4 accesses
		assert.NotEmpty(t, m.Streams)
	}
	assert.NotEmpty(t, m.Loads)
	for _, l := range m.Loads {
		assert.Positive(t, min(l.Dependent, l.Independent, l.Together))
	}
	assert.Positive(t, min(m.Locked.Store, m.Locked.Or, m.Locked.Add, m.Locked.Swap, m.Locked.Exchange))
	for _, x := range m.Streams {
		if x.Access == schema.AccessChase && x.Lines == 256 { // a coarse clock does not see less
			assert.Positive(t, x.NS, "%+v", x)
		}
	}
	text, err := json.Marshal(m)
	require.NoError(t, err)
	t.Log(string(text))
}

// TestEnds: an interrupt ends it, and a processor that is not there is an error.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := transfers(ctx, make([]schema.Processor, 2))
	require.ErrorIs(t, err, context.Canceled)
	_, err = transfer(0, 1<<14)
	require.Error(t, err)
	ran := false
	require.Error(t, together([]int{0, 1 << 14}, func() { ran = true }, func() { ran = true }))
	assert.False(t, ran)
}

// TestPairs: few processors are measured with one another, many with the first one and in a sample.
func TestPairs(t *testing.T) {
	for n := range allPairs + 1 {
		assert.Len(t, pairs(n), n*(n-1)/2)
	}
	all := pairs(128)
	assert.InDelta(t, 127+samplePairs*128, len(all), 100)
	assert.Equal(t, all, pairs(128))
	for i, p := range all[:127] {
		assert.Equal(t, [2]int{0, i + 1}, p)
	}
}

// TestTypical: the middle of each place, the fastest and the slowest, each pair once.
func TestTypical(t *testing.T) {
	assert.Empty(t, typical(nil))
	one := []schema.Transfer{{A: 0, B: 1, Place: "cache", NS: 50}}
	assert.Equal(t, one, typical(one))
	pair := func(a, b int, place string, ns float64) schema.Transfer {
		return schema.Transfer{A: a, B: b, Place: place, NS: ns}
	}
	near := []schema.Transfer{pair(0, 1, "cache", 20), pair(0, 2, "cache", 30), pair(1, 2, "cache", 40)}
	far := []schema.Transfer{pair(0, 3, "socket", 90), pair(1, 3, "socket", 110), pair(2, 3, "socket", 100.5)}
	assert.Equal(t, []schema.Transfer{near[1], far[2], near[0], far[1]}, typical(append(far, near...)))
}

// TestSizes: powers of two between half of what is wanted and all of it, and no more than there is.
func TestSizes(t *testing.T) {
	emerald := []schema.Cache{{Level: 1, Bytes: 48 << 10}, {Level: 2, Bytes: 2 << 20}, {Level: 3, Bytes: 300 << 20}}
	assert.Equal(t, []uint64{16 << 10, 1 << 20, 8 << 20, 128 << 20, 1 << 30}, sizes(emerald, 1<<40))
	assert.Equal(t, []uint64{16 << 10, 1 << 20, 8 << 20, 128 << 20}, sizes(emerald, 1<<30-1))
	assert.Equal(t, []uint64{16 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20, 4 << 20}, sizes(nil, 5<<20), "the times must tell")
	assert.Empty(t, sizes(nil, 1))
	assert.Equal(t, []uint64{16 << 10}, sizes([]schema.Cache{{Level: 2}, {Level: 3}}, 1<<40), "sizes that the system does not say")
}

// TestHiddenCaches: where the system says nothing, the times of loads say how large caches are, and lines whether they are shared.
func TestHiddenCaches(t *testing.T) {
	hidden := func(line float64) *schema.Machine {
		m := &schema.Machine{Processors: []schema.Processor{{Number: 0, Cache: -1}, {Number: 1, Cache: -1}}, Transfers: []schema.Transfer{{B: 1, Place: schema.PlaceSocket, NS: line}}}
		for i, ns := range []float64{4.8, 4.9, 5.4, 8.9, 20, 26, 129, 150, 170, 180, 207} { // a processor with 1 MiB, and its share of a larger cache
			m.Loads = append(m.Loads, schema.Loads{Bytes: 128 << 10 << i, Dependent: ns, Independent: ns})
		}
		return m
	}
	far := Imagined(hidden(240))
	assert.Equal(t, []int64{1 << 20, 4 << 20, 1}, []int64{far.Private, far.Last, int64(far.Group)})
	assert.Equal(t, []machines.Fixed{machines.Of(26), machines.Of(207), 0}, []machines.Fixed{far.HitLast, far.Memory, far.Bandwidth})
	assert.Equal(t, 2, Imagined(hidden(30)).Group)
	nothing := Imagined(&schema.Machine{})
	assert.Equal(t, []int64{1 << 20, 1 << 20}, []int64{nothing.Private, nothing.Last})
}

// TestLink: a chase meets every line before it comes back.
func TestLink(t *testing.T) {
	for bits := range 16 {
		lines := make([]byte, lineBytes<<bits)
		link(lines)
		at, steps := word(lines, 0), 1
		for ; at != 0; at = word(lines, at) {
			steps++
		}
		require.Equal(t, 1<<bits, steps)
	}
}
