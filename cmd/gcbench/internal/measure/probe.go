package measure

import (
	"slices"
	"time"
)

const (
	probePage  = 4096 // bytes: the smallest page of the usual machines
	probePages = 16384
	probeLine  = 128 // bytes: of each pair of cache lines one is read, because processors fetch pairs
	probeReads = probePage / probeLine
	// probeRounds divide the work. A round takes a fraction of a millisecond, so another
	// process that takes the processor away disturbs few of them.
	probeRounds = 16
)

// Probe times a fixed piece of work that waits for memory: 524,288 reads of 64 MiB, none
// of which depends on another. A heap, a marker or a policy does not change this time.
// So the time says how fast the machine's memory is now, and two times say whether the
// machine has changed. The buffer is larger than most caches. Where it is not, the time
// is that of the cache.
//
// The reads of one page follow one another, in an order that no prefetcher expects. So the
// translation of an address is missed once for 32 reads, and pages of another size change
// the time by some fifth only.
//
// A Probe belongs to one goroutine at a time.
type Probe struct {
	memory []byte
	at     uint32 // state of the generator that chooses pages
	sum    uint64 // of what was read, so that no read is optimized away
}

// NewProbe takes 64 MiB of memory, and touches all of its pages. This takes some 20
// milliseconds where the system has huge pages, and up to 100 where not.
func NewProbe() *Probe { return newProbe(probePages) }

// newProbe makes a probe of a power of two pages.
func newProbe(pages int) *Probe {
	p := &Probe{memory: make([]byte, pages*probePage)}
	adviseLargePages(p.memory) // as the heap does
	for i := 0; i < len(p.memory); i += probePage {
		p.memory[i] = 1
	}
	return p
}

// Measure reads the whole buffer once, which takes some 8 milliseconds, and returns
// nanoseconds per read: the median of 16 rounds. It is 0 if the clock is too coarse.
func (p *Probe) Measure() float64 {
	var rounds [probeRounds]float64
	pages := len(p.memory) / probePage / probeRounds
	for i := range rounds {
		start := time.Now()
		p.read(pages)
		rounds[i] = float64(time.Since(start)) / float64(pages*probeReads)
	}
	slices.Sort(rounds[:])
	return (rounds[probeRounds/2-1] + rounds[probeRounds/2]) / 2
}

// read reads one line of each pair, on the next pages. The address of no read depends on
// another read, so the processor has as many in flight as it can.
func (p *Probe) read(pages int) {
	at, sum, memory := p.at, uint64(0), p.memory
	mask := uint32(len(memory) - 1)
	for range pages {
		at = nextProbePage(at)
		page := at * probePage
		for _, line := range probeLines {
			sum += uint64(memory[(page|line)&mask])
		}
	}
	p.at, p.sum = at, p.sum+sum
}

// nextProbePage is a linear congruential generator (Knuth, TAOCP volume 2, section 3.2.1)
// of period 2^32. Its lowest bits have their own full period, so every page of a power of
// two pages comes once in a pass, and a pass continues where the last one ended. What a
// pass read first is out of the caches when the next one reads it.
func nextProbePage(at uint32) uint32 { return at*1664525 + 1013904223 }

// probeLines are the lines of a page, in the order in which they are read.
var probeLines = func() (lines [probeReads]uint32) {
	for i := range lines {
		lines[i] = uint32(i*13+5) % probeReads * probeLine
	}
	return lines
}()
