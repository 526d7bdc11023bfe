package peers

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Heap is the report on a heap that was marked by halfmark, with the options o, and by the other collectors.
func Heap(facts schema.Facts, o mark.Options, measured []schema.Peer) schema.PeersHeap {
	for i := range measured {
		if p := &measured[i]; p.Skipped == "" { // halfmark is the first
			p.NSPerObject = measure.PerLive(p.MedianNS, facts.Live)
			compare(&measured[0], p)
		}
	}
	return schema.PeersHeap{Facts: facts, Workers: o.Workers, Options: setting.ChoicesOf(o), Peers: measured}
}

// compare sets the ratio of a peer to halfmark. Its samples stand beside those of halfmark, round by round, as
// processes do that take turns.
func compare(self, p *schema.Peer) {
	r := estimate.ComparePairs(alone(self.SamplesNS), alone(p.SamplesNS))
	p.Ratio = schema.Known(r.Ratio)
	if p.CI95NS != nil {
		p.RatioCI95 = r.CI95[:]
	}
}

// alone has each sample by itself.
func alone(samples []float64) estimate.Invocations {
	var v estimate.Invocations
	for i := range samples {
		v = append(v, samples[i:i+1])
	}
	return v
}
