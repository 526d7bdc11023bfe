package measure

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// ReferenceVersion names the work of a Reference. Times of two versions cannot be compared,
// so what the work reads, computes or writes never changes without a new version.
const ReferenceVersion = 2

const (
	refPage  = 4096 // bytes: the smallest page of the usual machines
	refPages = 16384
	refLine  = 128 // bytes: of each pair of cache lines one is read, because processors fetch pairs
	refReads = refPage / refLine

	refChunks     = 256     // of a sample; a worker claims one at a time
	refChunkPages = 8       // that a chunk reads, each one out of the caches
	refNearPages  = 128     // that each chunk reads: 512 KiB, which stay in a cache
	refSteps      = 400     // that a chunk computes
	refTable      = 1 << 15 // entries of the table that the steps read: 128 KiB
	refBits       = 1 << 12 // words of the bits that the steps of all workers set: 32 KiB

	missPages = refPages / 16 // that Miss reads
)

// Reference times work that is frozen: neither a heap nor the marker nor a policy changes what
// it does. Its time therefore says how fast the machine is now, and two times say how much the
// machine has changed. It works as a mark works: several workers claim chunks, and each chunk
// waits for memory, finds data in the caches, branches on what it finds, and sets bits that all
// workers share. A program that takes a processor away, a host that does, a slower clock, a busy
// memory bus, and processors that the host has moved apart make it slower, as they make a mark
// slower.
//
// A neighbour that shares the core, as another hyperthread, does the same. It slows many loads in
// flight down, as a mark has them, and hardly loads that wait for one another. Nearly half of the
// time therefore goes to loads that find their data near, and no load waits for another.
// docs/measuring.md has the measurements.
//
// The memory is 64 MiB, more than most caches hold. Where it is not, its part of the time is
// that of the cache. The reads of one page follow one another, in an order that no prefetcher
// expects. The translation of an address is therefore missed once for 32 reads, and pages of
// another size change the time by some fifth only.
//
// A Reference belongs to one goroutine at a time.
type Reference struct {
	memory []byte
	next   uint32 // the number of the page that is read next: what was read first is read again last
	table  []uint32
	bits   []atomic.Uint64
	sum    atomic.Uint64 // of what was read, so that no read is optimized away
}

// NewReference takes 64 MiB of memory, and touches all of its pages. This takes some 20
// milliseconds where the system has huge pages, and up to 100 where not.
func NewReference() *Reference { return newReference(refPages) }

// SmallReference is for tests that look at no times: its memory is touched in no time.
func SmallReference() *Reference { return newReference(refPages / 64) }

// newReference makes a reference of a power of two pages.
func newReference(pages int) *Reference {
	r := &Reference{memory: make([]byte, pages*refPage), table: make([]uint32, refTable), bits: make([]atomic.Uint64, refBits)}
	adviseLargePages(r.memory) // as the heap does
	for i := 0; i < len(r.memory); i += refPage {
		r.memory[i] = 1
	}
	state := uint64(1)
	for i := range r.table {
		state = xorshift(state)
		r.table[i] = uint32(state >> 32)
	}
	return r
}

// crewOf is how many workers of a Reference stand for so many of a mark: as many as can run at
// once.
func crewOf(workers int) int { return min(workers, runtime.GOMAXPROCS(0)) }

// Sample does the work once, with so many workers, and returns nanoseconds. One worker takes
// some 3 milliseconds.
func (r *Reference) Sample(workers int) float64 {
	var claimed atomic.Uint32
	var done sync.WaitGroup
	start := time.Now()
	for range workers - 1 {
		done.Go(func() { r.work(&claimed) })
	}
	r.work(&claimed)
	done.Wait()
	ns := time.Since(start)
	r.next += refChunks * refChunkPages
	return float64(max(ns, 1))
}

// work claims chunks until there are no more.
func (r *Reference) work(claimed *atomic.Uint32) {
	sum := uint64(0)
	for chunk := claimed.Add(1) - 1; chunk < refChunks; chunk = claimed.Add(1) - 1 {
		sum += read(r.memory, r.next+chunk*refChunkPages, refChunkPages)
		sum += read(r.near(), chunk, refNearPages)
		sum += r.compute(chunk)
	}
	r.sum.Add(sum)
}

// Miss reads a part of the memory, which takes some half of a millisecond, and returns
// nanoseconds per read: a cache miss, of which the processor has as many in flight as it can. It
// is 0 if the clock is too coarse.
func (r *Reference) Miss() float64 {
	pages := min(missPages, len(r.memory)/refPage)
	start := time.Now()
	sum := read(r.memory, r.next, uint32(pages))
	ns := time.Since(start)
	r.sum.Add(sum)
	r.next += uint32(pages)
	return float64(ns) / float64(pages*refReads)
}

// near is the part of the memory that stays in a cache.
func (r *Reference) near() []byte { return r.memory[:min(len(r.memory), refNearPages*refPage)] }

// read reads one line of each pair, on the pages from first. The address of no read depends on
// another read. The memory has a power of two pages.
func read(memory []byte, first, pages uint32) (sum uint64) {
	mask := uint32(len(memory) - 1)
	for i := range pages {
		page := (first + i) * refStride * refPage
		for _, line := range refLines {
			sum += uint64(memory[(page|line)&mask])
		}
	}
	return sum
}

// compute looks values up in the table, and adds one or the other thing, as each value says. One
// of sixteen values also sets a bit, on a line that another worker may have written last: two
// workers spend a quarter of their time on that, and more if the host has moved their processors
// apart.
func (r *Reference) compute(chunk uint32) (sum uint64) {
	table, state := r.table[:refTable], uint64(chunk)+1
	for range refSteps {
		state = xorshift(state)
		value := table[state%refTable]
		if value&1 == 0 {
			sum += state >> 32
		} else {
			sum += uint64(bits.TrailingZeros32(value >> 1))
		}
		if value&30 == 0 {
			r.bits[value>>5%refBits].Or(1 << (state >> 58))
		}
	}
	return sum
}

// xorshift is a generator of Marsaglia ("Xorshift RNGs", Journal of Statistical Software 8(14),
// 2003).
func xorshift(x uint64) uint64 {
	x ^= x << 13
	x ^= x >> 7
	return x ^ x<<17
}

// refStride takes the pages out of their order. It is odd, so every page of a power of two pages
// comes once in a pass.
const refStride = 0x9E3779B1

// refLines are the lines of a page, in the order in which they are read.
var refLines = func() (lines [refReads]uint32) {
	for i := range lines {
		lines[i] = uint32(i*13+5) % refReads * refLine
	}
	return lines
}()
