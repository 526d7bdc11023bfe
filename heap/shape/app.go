package shape

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// app looks like the heap of a server: a cache. The cache is a hash map with chains,
// and a list of its entries by time of use. The sizes of keys and values are like those
// in Atikoglu et al., "Workload Analysis of a Large-Scale Key-Value Store", SIGMETRICS
// 2012. The shape stresses everything a little. It has one large array (the buckets),
// short chains, many leaves, and one object that all values refer to. It also has a
// doubly linked list through all entries. A depth-first marker may follow this list to
// its very end.
//
//	cache ──→ buckets[ e0 e1 ... ]        entry ──→ next in chain
//	  │                 │                       ├─→ key    (a string)
//	  ├─ newest ──→ entry ⇄ entry ⇄ ...         ├─→ value ──→ cache
//	  └─ oldest ───────────────────↑            └⇄  older, newer
//
// Entries are added one after another. After each, with probability one half, an older
// entry is used and moves to the front. The list has little to do with the order of
// addresses. Chains are in order of insertion, newest first.

var app = Shape{
	Name:    "app",
	Doc:     "a cache: hash map with chains, keys and values, and a list in order of use",
	Params:  "One root; as many buckets as entries; an entry has 5 references and 8 bytes of payload, a key 8 to 40 bytes, a value 1 reference (to the cache) and 16 to 72 bytes; span: short, through the buckets.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 42, beside: 10,
	prepare: func(m *mutator) func(*mutator) {
		c := useCache(m.rng, m.live)
		return c.add
	},
}

// event is what happens to the cache when an entry is added. The numbers are random.
type event struct {
	key, value uint64 // payload in granules
	bucket     uint64 // of the entry
	used       uint64 // the entry that is used next
	uses       bool   // there is one
}

// next draws the event of the entry that is live object k.
func (e *event) next(r *rng, k, live uint64) {
	if k+1 < live {
		e.key = 1 + r.below(5)
	}
	if k+2 < live {
		e.value = 2 + r.below(8)
	}
	e.bucket = r.below(live / 3)
	if e.uses = r.below(2) == 0; e.uses {
		e.used = r.below(k/3 + 1)
	}
}

// cache is the state of a cache. Entries are named by their numbers, in the order in which
// they are added.
type cache struct {
	fronts         []uint32 // first entries of the chains
	next           []uint32 // in its chain, by entry
	older, newer   []uint32 // by entry
	newest, oldest uint32
}

// useCache returns the state of a cache after all entries were added. The cache is at its
// end when its first object is written, so all this happens before. It takes 16 bytes for each
// entry.
func useCache(r rng, live uint64) *cache {
	entries := live / 3 // (live - 2) / 3, rounded up
	list := func() []uint32 { return slices.Repeat([]uint32{none}, int(entries)) }
	c := &cache{list(), list(), list(), list(), none, none}
	var e event
	for n := range uint32(entries) {
		e.next(&r, 2+3*uint64(n), live)
		c.next[n], c.fronts[e.bucket] = c.fronts[e.bucket], n
		c.link(n)
		if e.uses {
			c.use(uint32(e.used))
		}
	}
	return c
}

// link makes an entry the newest.
func (c *cache) link(n uint32) {
	second := c.newest
	c.older[n], c.newer[n], c.newest = second, none, n
	if second == none {
		c.oldest = n
		return
	}
	c.newer[second] = n
}

// use makes an entry that is in the list the newest.
func (c *cache) use(n uint32) {
	older, newer := c.older[n], c.newer[n]
	if newer == none {
		return
	}
	c.older[newer] = older
	if older == none {
		c.oldest = newer
	} else {
		c.newer[older] = newer
	}
	c.link(n)
}

// add adds the cache as live objects: itself, its buckets, and then each entry with its key
// and its value. The last entry may lack a value, or both.
func (c *cache) add(m *mutator) {
	entry := func(n uint32) uint32 { return m.toIf(n != none, 2+3*uint64(n)) }
	m.root(0)
	m.add(0, m.to(1), entry(c.newest), entry(c.oldest))
	if m.live > 1 {
		buckets := make([]uint32, len(c.fronts))
		for i, n := range c.fronts {
			buckets[i] = entry(n)
		}
		m.add(0, buckets...)
	}
	var e event
	for n := range c.next {
		k := 2 + 3*uint64(n)
		e.next(&m.rng, k, m.live)
		m.add(8, entry(c.next[n]), m.to(k+1), m.to(k+2), entry(c.older[n]), entry(c.newer[n]))
		if k+1 < m.live {
			m.add(e.key * heap.GranuleBytes)
		}
		if k+2 < m.live {
			m.add(e.value*heap.GranuleBytes, m.at(0))
		}
	}
}
