package explain

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// garbage: most objects are not visited.
func garbage(f *Facts) *schema.Finding {
	if f.Objects == 0 {
		return nil
	}
	share := float64(f.Live) / float64(f.Objects)
	if share >= liveShare {
		return nil
	}
	return said("garbage", map[string]float64{"live": share},
		"Mostly garbage: %s of the objects are live. A mark takes time for these only, and ns/object is per live object.", numeral.Percent(share))
}

// hugeObject: objects with many references are shared.
func hugeObject(f *Facts) *schema.Finding {
	s := f.Structure
	if s == nil || f.asleep() || s.Huge == 0 || float64(s.HugeEdges) < hubShare*float64(s.Edges) {
		return nil
	}
	share := min(1, ratio(float64(s.HugeEdges), float64(s.Edges)))
	return said("huge", map[string]float64{"huge": float64(s.Huge), "share": share, "max_out": float64(s.MaxOut)},
		"%s of the references are in %s with more than %d each. That is no obstacle: all workers take parts of such an object.",
		numeral.Percent(share), numeral.Plural(s.Huge, "object"), HugeRefs)
}

// popularObject: many references to one object are cheap.
func popularObject(f *Facts) *schema.Finding {
	s := f.Structure
	if s == nil || s.Edges < 2 || s.MaxIn < 2 || float64(s.MaxIn) < hubShare*float64(s.Edges) {
		return nil
	}
	share := float64(s.MaxIn) / float64(s.Edges)
	return said("popular", map[string]float64{"max_in": float64(s.MaxIn), "share": share},
		"%s of the references lead to one object. They are cheap: its bit is set once, and stays in the caches to be tested.", numeral.Percent(share))
}

// nothing is for a heap of which no rule knows a cause.
func nothing(f *Facts) *schema.Finding {
	if f.Live == 0 {
		return said("empty", map[string]float64{}, "Nothing is live: there is nothing to mark.")
	}
	figures := map[string]float64{}
	if busy(f) != nil {
		return said("nothing", figures, "Nothing else stands out.")
	}
	if f.maybeCached() {
		return said("nothing", map[string]float64{"read_bytes": float64(f.Structure.ReadBytes), "last_cache": float64(f.LastCache)},
			"Nothing stands out. A mark reads %s, and the last-level cache has %s. The time may be that of the cache: gcbench explain measures this.",
			numeral.Bytes(f.Structure.ReadBytes), numeral.Bytes(f.LastCache))
	}
	why := "the time is that of memory"
	if f.One != nil {
		figures["ns_per_object"] = f.One.NSPerObject
		why = fmt.Sprintf("one worker takes %s per live object, which is the time of memory", numeral.Duration(f.One.NSPerObject))
	}
	if f.Many != nil {
		why += fmt.Sprintf(", and %d workers share the memory", f.Many.Workers)
	}
	return said("nothing", figures, "Nothing stands out: %s.", why)
}
