package mark_test

import (
	"iter"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// countingSort is what AdjacencyFromEdges is compared with: the same sort by hand, without a
// look at what the edges are. NewAdjacency looks afterwards.
func countingSort(nodes int, edges iter.Seq2[uint32, uint32]) (*mark.Adjacency, error) {
	offsets := make([]uint32, nodes+2)
	for from := range edges {
		offsets[from+2]++
	}
	for i := range nodes {
		offsets[i+2] += offsets[i+1]
	}
	targets := make([]uint32, offsets[nodes+1])
	for from, to := range edges {
		targets[offsets[from+1]] = to
		offsets[from+1]++
	}
	return mark.NewAdjacency(offsets[:nodes+1], targets)
}

// rowsByHand is what one writes first: a slice for each node.
func rowsByHand(nodes int, edges iter.Seq2[uint32, uint32]) (*mark.Adjacency, error) {
	rows := make([][]uint32, nodes)
	for from, to := range edges {
		rows[from] = append(rows[from], to)
	}
	offsets, targets := make([]uint32, 1, nodes+1), []uint32(nil)
	for _, row := range rows {
		targets = append(targets, row...)
		offsets = append(offsets, uint32(len(targets)))
	}
	return mark.NewAdjacency(offsets, targets)
}

// BenchmarkEdges makes adjacency arrays of 10 million random edges between 2 million nodes, in turns
// with two loops by hand. It reports the median time for each edge, how many times as long the
// loops take, and what each allocates for each byte of the result.
func BenchmarkEdges(b *testing.B) {
	const nodes, count = 2_000_000, 10_000_000
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]edge, count)
	for i := range all {
		all[i] = edge{random.Uint32N(nodes), random.Uint32N(nodes)}
	}
	ways := []struct {
		name string
		make func(int, iter.Seq2[uint32, uint32]) (*mark.Adjacency, error)
	}{{"", mark.AdjacencyFromEdges}, {"sort", countingSort}, {"rows", rowsByHand}}
	times := make([][]time.Duration, len(ways))
	bytes := make([]uint64, len(ways))
	for b.Loop() {
		for i, way := range ways {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			a, err := way.make(nodes, sequence(all))
			times[i] = append(times[i], time.Since(start))
			require.NoError(b, err)
			runtime.ReadMemStats(&after)
			bytes[i] = after.TotalAlloc - before.TotalAlloc
			runtime.KeepAlive(a)
		}
	}
	const result = 4*(nodes+1) + 4*count
	b.ReportMetric(median(times[0])/count, "ns/edge")
	b.ReportMetric(float64(bytes[0])/result, "bytes/result")
	for i, way := range ways[1:] {
		b.ReportMetric(median(times[i+1])/median(times[0]), way.name+"-time")
		b.ReportMetric(float64(bytes[i+1])/result, way.name+"-bytes/result")
	}
}
