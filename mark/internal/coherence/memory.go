// Package coherence says which caches hold which lines of the memory that a mark touches, and so where a line comes from
// that a worker wants.
//
//	            core 0        core 1                core 8
//	private   [ M:17 S:4 ]  [ S:4 ]      private  [ ... ]
//	last      [ 4 17 ... 1031         ]  last     [ ...           ]
//	memory    ------------------------------------------------
//
// A core that writes to a line has its only copy (modified, M). Others that read it then have copies too (shared, S). That
// is the MSI protocol of every textbook: Sorin, Hill and Wood, "A Primer on Memory Consistency and Cache Coherence" (2011),
// chapter 7. A line of which there is one copy may be written to without a transfer, as with the state E of MESI.
//
// A cache has sets of eight lines, and a hash of a line's number says its set. The line that was
// used least recently leaves it. A mark bitmap, whose lines are used again and again, stays in a
// cache through which the objects of a heap pass once.
//
// Only one worker uses a Memory at a time: in virtual time no two run at once.
package coherence

import (
	"math/bits"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Memory is the memory of a machine, and its caches.
type Memory struct {
	*machines.Machine
	Transfers machines.Transfers

	private []cache // by worker: each has a core
	pages   []cache // by worker: of which pages it knows the address
	last    []cache // by group
	bits    []line  // of the mark bitmap
	words   map[uint64]*line
	busy    []machines.Fixed // by socket: until when its memory is busy
}

// New returns the memory of a machine for so many workers, and so many mark bits. Every cache is empty.
func New(m *machines.Machine, workers int, ids uint64) *Memory {
	of := func(caches int, bytes int64) []cache {
		all := make([]cache, caches)
		for i := range all {
			all[i] = make(cache, max(1, bytes/machines.LineBytes/ways))
		}
		return all
	}
	groups := (workers-1)/m.Group + 1
	return &Memory{
		Machine: m, private: of(workers, m.Private), pages: of(workers, pagesKnown*machines.LineBytes), last: of(groups, m.Last),
		bits: make([]line, ids/refsInLine+1), words: map[uint64]*line{}, busy: make([]machines.Fixed, (workers-1)/m.Socket+1),
	}
}

// A core knows the addresses of so many pages, each of 4 KiB: as many as processors have had for some years. For another one it
// reads an entry of the page table, which the last-level cache has.
const (
	pagesKnown  = 2048
	linesInPage = 4096 / machines.LineBytes
)

// refsInLine is how many refs have their mark bits in a line of the bitmap.
const refsInLine = machines.LineBytes * 8

// BitOf is the line of a ref's mark bit.
func BitOf(ref uint32) uint64 { return uint64(ref) / refsInLine }

// cache has the numbers of the lines that are in it, by set, 0 for none. In a set the line that was used last comes first.
type cache [][ways]uint64

const ways = 8

// set is where a line is in a cache, if it is.
func (c cache) set(id uint64) *[ways]uint64 {
	i, _ := bits.Mul64(id*0x9e3779b97f4a7c15, uint64(len(c)))
	return &c[i]
}

func (c cache) has(id uint64) bool { return slices.Index(c.set(id)[:], id) >= 0 }

// use puts a line in front of its set, and reports whether it was in the set before. If not, the last one leaves.
func (c cache) use(id uint64) bool {
	set := c.set(id)
	before := set[0]
	for i := range set {
		before, set[i] = set[i], before
		if before == id {
			set[0] = id
			return true
		}
	}
	set[0] = id
	return false
}

// drop takes a line out, if it is there.
func (c cache) drop(id uint64) bool {
	set := c.set(id)
	i := slices.Index(set[:], id)
	if i >= 0 {
		set[i] = 0
	}
	return i >= 0
}

// line is which cores have copies, if these are still in their caches.
type line struct {
	copies [machines.MaxCores / 64]uint64
	writer uint8 // the core that has written to it last, plus one; 0 if it has been read by others since
}

func (l *line) add(core int)      { l.copies[core/64] |= 1 << (core % 64) }
func (l *line) has(core int) bool { return l.copies[core/64]>>(core%64)&1 != 0 }

// number is that of a line among all, and not 0.
func number(p machines.Place, index uint64) uint64 { return uint64(p+1)<<48 | index }

// line returns the state of a line.
func (m *Memory) line(p machines.Place, index uint64) *line {
	if p == machines.Bits {
		return &m.bits[min(index, uint64(len(m.bits)-1))] // of a damaged heap too
	}
	id := number(p, index)
	l := m.words[id]
	if l == nil {
		l = new(line)
		m.words[id] = l
	}
	return l
}

// Read says where a line comes from that a worker reads.
func (m *Memory) Read(worker int, p machines.Place, index uint64) machines.Distance {
	l, id := m.line(p, index), number(p, index)
	if l.has(worker) && m.private[worker].has(id) {
		return machines.Here
	}
	from := m.below(worker, id)
	if w := int(l.writer) - 1; w >= 0 && w != worker && m.private[w].has(id) {
		from = m.transfer(p, m.Between(worker, w))
		l.writer = 0
	}
	l.add(worker)
	m.private[worker].use(id)
	return from
}

// Write says where a line comes from to which a worker writes, or from how far away other copies of it are taken.
func (m *Memory) Write(worker int, p machines.Place, index uint64) machines.Distance {
	l, id := m.line(p, index), number(p, index)
	here := l.has(worker) && m.private[worker].has(id)
	from := machines.Here
	if int(l.writer)-1 != worker || !here {
		if from = m.others(worker, l, id); from > machines.Here {
			m.transfer(p, from)
		} else if !here {
			from = m.below(worker, id)
		}
	}
	*l = line{writer: uint8(worker + 1)}
	l.add(worker)
	m.private[worker].use(id)
	return from
}

// Fetch is Read of a line that is never written.
func (m *Memory) Fetch(worker int, p machines.Place, index uint64) machines.Distance {
	id := number(p, index)
	if m.private[worker].use(id) {
		return machines.Here
	}
	return m.below(worker, id)
}

// Translate says from where a core knows the address of a line: Here, or InLast if it has to look it up.
func (m *Memory) Translate(worker int, p machines.Place, index uint64) machines.Distance {
	id := number(p, index/linesInPage)
	if m.pages[worker].use(id) {
		return machines.Here
	}
	return machines.InLast
}

// others is how far away the farthest other copy of a line is, Here if there is none. No last-level cache of another group has
// one afterwards.
func (m *Memory) others(worker int, l *line, id uint64) (farthest machines.Distance) {
	for i, copies := range l.copies {
		for ; copies != 0; copies &= copies - 1 {
			core := i*64 + bits.TrailingZeros64(copies)
			if core != worker && m.private[core].has(id) {
				farthest = max(farthest, m.Between(worker, core))
			}
		}
	}
	for group, c := range m.last {
		if group != worker/m.Group && c.drop(id) {
			farthest = max(farthest, m.Between(worker, group*m.Group))
		}
	}
	return farthest
}

// below is where a line comes from that no other core has changed, and leaves it in the last-level cache.
func (m *Memory) below(worker int, id uint64) machines.Distance {
	group := worker / m.Group
	if m.last[group].use(id) {
		return machines.InLast
	}
	from := machines.Outside
	for g, c := range m.last {
		if g != group && c.has(id) {
			from = min(from, m.Between(worker, g*m.Group))
		}
	}
	return from
}

// transfer counts a line that goes from one core's cache to another.
func (m *Memory) transfer(p machines.Place, from machines.Distance) machines.Distance {
	m.Transfers[p]++
	return from
}

// Arrives is when so many lines are there that a worker asks memory for, as far as the bandwidth allows. now is a time that no
// later call is before.
func (m *Memory) Arrives(worker, lines int, now machines.Fixed) machines.Fixed {
	busy := &m.busy[worker/m.Socket]
	*busy = max(*busy, now) + machines.Fixed(lines)*m.Bandwidth
	return *busy
}
