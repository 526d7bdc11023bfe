package explain

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Where the thresholds are from says docs/explain.md, with what was measured.
const (
	// AloneObjects is after how many marked objects worker 0 wakes another one, if mark bits
	// have owners and the arena has more than AloneBytes. SharedObjects is the same if all
	// workers share the bits. They are foundOwned, smallMemory and foundShared in package
	// mark/internal/policy. TestAloneObjects holds them to the marker.
	AloneObjects  = 8192
	AloneBytes    = 5 << 19
	SharedObjects = 49152

	busyWaited     = 0.1               // of the threads' time
	listWidth      = 1.5               // objects per level
	listCeiling    = 1.1               // of the speedup
	trialWorth     = 0.05              // of the time of the mark: less is not worth saying
	narrowFactor   = 4                 // ceiling over workers: by Graham's bound, a chain then costs up to a fifth
	smallAlone     = 0.25              // of the mark
	coldFactor     = 1.25              // time with emptied caches over time
	littleSpeedup  = 1.2               // of two workers or more
	nearShare      = 0.5               // of the objects
	manyReferences = 8                 // per object
	liveShare      = 0.5               // of the objects
	hubShare       = 0.1               // of the references
	spiltShare     = 0.1               // of the references that were forwarded
	mailFactor     = 6                 // ceiling over workers
	mailForwarded  = 0.1               // references per live object: with fewer one worker marks nearly alone
	manyForwarded  = 6                 // references per live object
	hoardedLive    = 4 * SharedObjects // in smaller heaps others wait while worker 0 is alone
	hoardedShare   = 0.1               // of the workers' time
	starvedWorth   = 0.05              // of the time of workers other than worker 0: less is not worth saying
	starvedOthers  = 0.8               // of the time of workers other than worker 0
)

// said makes a finding.
func said(rule string, figures map[string]float64, format string, args ...any) *schema.Finding {
	return &schema.Finding{Rule: rule, Sentence: fmt.Sprintf(format, args...), Figures: figures}
}

// busy: the processors were not there.
func busy(f *Facts) *schema.Finding {
	if f.Waited < busyWaited || f.Many == nil || f.Many.Workers > f.Processors {
		return nil
	}
	return said("busy", map[string]float64{"waited": f.Waited},
		"The machine is busy: threads waited for a processor for %s of their time. Do not trust the speedup: measure again when nothing else runs.", numeral.Percent(f.Waited))
}

// list: one object is grey at a time.
func list(f *Facts) *schema.Finding {
	s, b := f.Structure, f.Bound
	if s == nil || b == nil || f.One == nil || s.Levels < 2 || s.Width > listWidth || b.Ceiling > listCeiling {
		return nil
	}
	each := numeral.Duration(f.One.NSPerObject)
	why := "Workers help only by looking for the rest of the list, and here they found nothing. A mark fetches one object after the other, in " + each + " each."
	switch {
	case f.One.Harvests > 0 || f.Many != nil && f.Many.Harvests > 0:
		why = "Workers help only by looking for the rest of the list. With that a mark by one worker took " + each + " for each object."
	case f.One.Speculation == tune.SpeculationOff.String():
		why = "A mark fetches one object after the other, in " + each + " each. No worker looked for the rest of the list: gcbench run --speculation auto would."
	case f.One.CursorRounds == 0:
		why = "Workers help only by looking for the rest of the list. This is not done in a small heap: a mark fetches one object after the other, in " + each + " each."
	}
	return said("list", map[string]float64{"width": s.Width, "ceiling": b.Ceiling, "ns_per_object": f.One.NSPerObject},
		"A list: %s live objects on %s levels, so one object is grey at a time. %s", numeral.Count(f.Live), numeral.Count(uint64(s.Levels)), why)
}

// speculated: cursors went ahead of the marker.
func speculated(f *Facts) *schema.Finding {
	m := f.Many
	if m == nil {
		m = f.One
	}
	if m == nil || m.CursorRounds == 0 {
		return nil
	}
	wasted := float64(m.RoundsWasted) / float64(m.CursorRounds)
	figures := map[string]float64{"harvests": float64(m.Harvests), "objects_harvested": float64(m.ObjectsHarvested), "wasted": wasted, "trial": m.Trial, "cpus": m.CPUs}
	if m.Harvests == 0 {
		if m.Trial < trialWorth {
			return nil
		}
		return said("speculation", figures, "Speculation found nothing: it was tried for %s of the time. Compare gcbench run --speculation auto,off.", numeral.Percent(m.Trial))
	}
	sentence := fmt.Sprintf("Speculation: %s found %s objects further along a chain. %s of the cursors' rounds came after the last one that paid.",
		numeral.Plural(m.Harvests, "harvest"), numeral.Count(m.ObjectsHarvested), numeral.Percent(wasted))
	if m.Workers > 1 && m.CPUs > 0 {
		sentence += fmt.Sprintf(" %d workers used %s processors.", m.Workers, numeral.Significant(m.CPUs))
	}
	return said("speculation", figures, "%s", sentence)
}

// narrow: the chains are long for so many workers.
func narrow(f *Facts) *schema.Finding {
	b, m := f.Bound, f.Many
	if b == nil || m == nil || b.Ceiling == 0 || list(f) != nil {
		return nil
	}
	limit := float64(narrowFactor * m.Workers)
	if f.asleep() {
		limit = float64(m.Workers) // a small heap is the better reason
	}
	if b.Ceiling >= limit {
		return nil
	}
	figures := map[string]float64{"ceiling": b.Ceiling, "starved": m.Starved}
	sentence := fmt.Sprintf("Narrow: a chain of scans that wait for one another caps the speedup over one worker at %s, unless a worker looks ahead (speculation).", numeral.Significant(b.Ceiling))
	if m.idleOthers() >= starvedWorth {
		sentence += fmt.Sprintf(" %s had nothing to scan for %s of the time.", others(m.Workers), numeral.Percent(m.idleOthers()))
	}
	return said("narrow", figures, "%s", sentence)
}

// others are the workers besides worker 0.
func others(workers int) string {
	if workers == 2 {
		return "The second worker"
	}
	return fmt.Sprintf("The other %d", workers-1)
}

// small: worker 0 does most of it before it wakes anybody.
func small(f *Facts) *schema.Finding {
	m := f.Many
	if m == nil || f.Live == 0 || list(f) != nil || m.Grain == 1 {
		return nil
	}
	if f.Bound != nil && f.Bound.Ceiling < float64(m.Workers) && narrow(f) != nil {
		return nil // a larger heap of this kind would gain no more
	}
	if f.asleep() {
		return said("small", map[string]float64{"alone": 1, "at_most": 1},
			"Small: worker 0 marks such a heap alone. Another one would come too late, and find the heap in the first one's cache. One worker is enough.")
	}
	if f.Structure == nil || f.Live < AloneObjects || f.Structure.Alone < smallAlone {
		return nil
	}
	alone := f.Structure.Alone
	most := 1 / (alone + (1-alone)/float64(m.Workers)) // Amdahl
	return said("small", map[string]float64{"alone": alone, "at_most": most},
		"Small: worker 0 scans about %s of the objects before it wakes another, so %d workers can be at most about %s times as fast as one.", numeral.Percent(alone), m.Workers, numeral.Significant(most))
}

// crowded: more workers than processors.
func crowded(f *Facts) *schema.Finding {
	m := f.Many
	if m == nil || f.Processors == 0 || m.Workers <= f.Processors {
		return nil
	}
	return said("crowded", map[string]float64{"workers": float64(m.Workers), "processors": float64(f.Processors)},
		"%d workers share %s, so at most %d run at a time. More workers than that gain nothing.",
		m.Workers, numeral.Plural(uint64(f.Processors), "processor"), f.Processors)
}

// mapped: the time is that of the disk, or of the system's cache of the file.
func mapped(f *Facts) *schema.Finding {
	if !f.Mapped {
		return nil
	}
	return said("mapped", map[string]float64{"arena_bytes": float64(f.ArenaBytes)},
		"The heap is mapped, so page faults are in the times. A page that is not in memory takes as long as a thousand cache misses. With --no-map the heap is copied before the clock starts.")
}

// pended: deques and overflow pool were full.
func pended(f *Facts) *schema.Finding {
	m := f.Many
	if m == nil || m.OverflowRefs == 0 {
		return nil
	}
	share := ratio(float64(m.OverflowRefs), float64(f.Live))
	return said("overflow", map[string]float64{"overflow_refs": float64(m.OverflowRefs), "share": share},
		"The overflow pool was full: %s references (%s of the live objects) went to the pending bitmap. A larger --overflow, or --capacity, of gcbench run keeps them out of it.",
		numeral.Count(m.OverflowRefs), numeral.Percent(share))
}

// spilt: the queues between owners of mark bits were full.
func spilt(f *Facts) *schema.Finding {
	m := f.Many
	if m == nil || m.Forwarded == 0 {
		return nil
	}
	share := ratio(float64(m.Spilt), float64(m.Forwarded))
	if share < spiltShare {
		return nil
	}
	return said("spilt", map[string]float64{"refs_spilt": float64(m.Spilt), "share": share},
		"Spilt: %s of the references that went to the owners of their mark bits found the queue full. Each of these costs an atomic instruction. A worker that loses its processor lets its queues fill.",
		numeral.Percent(share))
}

// thinMail: a narrow heap, and more than two owners of mark bits. References travel a few at a time, and
// each owner waits for the others' mail.
func thinMail(f *Facts) *schema.Finding {
	b, m := f.Bound, f.Many
	if b == nil || m == nil || m.Workers <= 2 || b.Ceiling == 0 || b.Ceiling >= float64(mailFactor*m.Workers) {
		return nil
	}
	each := ratio(float64(m.Forwarded), float64(f.Live))
	if each < mailForwarded {
		return nil
	}
	return said("owners", map[string]float64{"ceiling": b.Ceiling, "forwarded_per_object": each},
		"Narrow for owners: %d workers own the mark bits, and send each other %s references per live object, a few at a time. Shared bits may be faster: compare gcbench run --marking owner,shared.", m.Workers, numeral.Significant(each))
}

// forwarding: most references travel, and that is most of the work.
func forwarding(f *Facts) *schema.Finding {
	m := f.Many
	if m == nil || f.Live == 0 {
		return nil
	}
	each := float64(m.Forwarded) / float64(f.Live)
	if each < manyForwarded {
		return nil
	}
	return said("forwarding", map[string]float64{"forwarded_per_object": each},
		"Forwarding: %s references per live object went to the worker that owns their mark bit. With so many, owners may gain nothing over shared bits: compare gcbench run --marking owner,shared.",
		numeral.Significant(each))
}

// hoarding: workers wait although there is work.
func hoarding(f *Facts) *schema.Finding {
	m := f.Many
	if m == nil || m.Hoarded < hoardedShare || f.Live < hoardedLive || busy(f) != nil || m.Harvests > 0 {
		return nil // what a harvest has found is not shared while few objects are grey
	}
	return said("hoarding", map[string]float64{"hoarded": m.Hoarded},
		"Hoarded: for %s of their time workers waited while another one held more than a batch that nobody could take. This is the marker's doing and not the heap's: compare deques with gcbench run --deque all.", numeral.Percent(m.Hoarded))
}

// cache: the caches hold what the next mark needs.
func cache(f *Facts) *schema.Finding {
	s := f.Structure
	if s == nil || f.One == nil || f.LastCache == 0 || s.ReadBytes > f.LastCache {
		return nil
	}
	factor := ratio(f.ColdNS, f.One.LeastNS)
	if factor < coldFactor {
		return nil
	}
	also := ""
	if f.Many != nil && f.Speedup() < littleSpeedup && busy(f) == nil && list(f) == nil && narrow(f) == nil {
		also = ", and for a gain from workers," // a second worker takes cache lines from the first
	}
	return said("cache", map[string]float64{"read_bytes": float64(s.ReadBytes), "last_cache": float64(f.LastCache), "cold_factor": factor},
		"In cache: a mark reads %s, and the last-level cache has %s. After the caches were emptied one worker took %s times as long. For times of memory%s take more objects.",
		numeral.Bytes(s.ReadBytes), numeral.Bytes(f.LastCache), numeral.Significant(factor), also)
}

// order: what is scanned next lies near.
func order(f *Facts) *schema.Finding {
	s := f.Structure
	if s == nil || s.Near < nearShare || cache(f) != nil || f.maybeCached() || f.asleep() {
		return nil
	}
	return said("order", map[string]float64{"near": s.Near},
		"In order: %s of the objects lie within 4 KiB of the one scanned just before, as in a young heap. Fewer misses are waited for than in an old heap, which is scattered.", numeral.Percent(s.Near))
}

// references: most of the time is for references.
func references(f *Facts) *schema.Finding {
	s := f.Structure
	if s == nil || f.One == nil || f.Live == 0 {
		return nil
	}
	each := float64(s.Edges) / float64(f.Live)
	if each < manyReferences {
		return nil
	}
	perRef := f.One.NSPerObject / each
	return said("references", map[string]float64{"references_per_object": each, "ns_per_reference": perRef},
		"%s references per object: one worker takes %s per object, but %s per reference. Each reference is a bit to test.",
		numeral.Significant(each), numeral.Duration(f.One.NSPerObject), numeral.Duration(perRef))
}
