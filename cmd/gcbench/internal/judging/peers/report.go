package peers

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Heap is the report on a heap that was marked by halfmark, with the options o, and by the other collectors.
func Heap(facts schema.Facts, o mark.Options, measured []schema.Peer) schema.PeersHeap {
	for i := range measured {
		if p := &measured[i]; p.Skipped == "" { // halfmark is the first
			p.Ratio, p.NSPerObject = new(p.MedianNS/measured[0].MedianNS), measure.PerLive(p.MedianNS, facts.Live)
		}
	}
	return schema.PeersHeap{Facts: facts, Workers: o.Workers, Options: setting.ChoicesOf(o), Peers: measured}
}
