package peers

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Heap is the report on a heap that was marked by halfmark, with the options o, and by the other collectors.
func Heap(facts schema.Facts, o mark.Options, measured []Measured) schema.PeersHeap {
	r := schema.PeersHeap{Facts: facts, Workers: o.Workers, Options: setting.ChoicesOf(o)}
	self := 0.0
	for _, m := range measured {
		p := schema.Peer{Name: m.Name, Version: m.Version, What: m.What, Skipped: m.Skipped, SamplesNS: m.SamplesNS}
		if m.Name == Self {
			self = m.Summary.Median
		}
		if m.Skipped == "" {
			p.MedianNS, p.CI95NS = m.Summary.Median, m.Summary.Interval()
			p.Ratio, p.NSPerObject = new(p.MedianNS/self), measure.PerLive(p.MedianNS, facts.Live)
		}
		r.Peers = append(r.Peers, p)
	}
	return r
}
