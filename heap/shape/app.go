package shape

import "github.com/seed-3ccf4018/halfmark/heap"

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
// entry is used and moves to the front. So the list has little to do with the order of
// addresses. Chains are in order of insertion, newest first.

// The references of a cache and of an entry.
const (
	cacheBuckets, cacheNewest, cacheOldest = 0, 1, 2

	entryNext, entryKey, entryValue, entryOlder, entryNewer = 0, 1, 2, 3, 4
)

var app = Shape{
	Name:    "app",
	Doc:     "a cache: hash map with chains, keys and values, and a list in order of use",
	Params:  "One root; as many buckets as entries; an entry has 5 references and 8 bytes of payload, a key 8 to 40 bytes, a value 1 reference (to the cache) and 16 to 72 bytes; span: short, through the buckets.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 42,
	refs: func(live uint64) uint64 { return 7*live/3 + 8 },
	mutate: func(m *mutator) {
		m.root(0)
		entries := m.live / 3 // (live - 2) / 3, rounded up
		m.add(0, m.to(1), heap.NoObject, heap.NoObject)
		if m.live > 1 {
			addBuckets(m, entries)
		}
		c := cache{m}
		for k := uint64(2); k < m.live; k += 3 {
			addEntry(m, k)
			c.chain(m.at(k), m.rng.below(entries))
			c.link(m.at(k))
			if m.rng.below(2) == 0 {
				c.use(m.at(2 + 3*m.rng.below(k/3+1)))
			}
		}
	},
}

// addBuckets adds an array of n nil references.
func addBuckets(m *mutator, n uint64) {
	buckets := make([]uint32, n)
	for i := range buckets {
		buckets[i] = heap.NoObject
	}
	m.add(0, buckets...)
}

// addEntry adds an entry as live object k, then its key and its value. The last entry
// may lack a value, or both.
func addEntry(m *mutator, k uint64) {
	m.add(8, heap.NoObject, m.to(k+1), m.to(k+2), heap.NoObject, heap.NoObject)
	if k+1 < m.live {
		m.add((1 + m.rng.below(5)) * heap.GranuleBytes)
	}
	if k+2 < m.live {
		m.add((2+m.rng.below(8))*heap.GranuleBytes, m.at(0))
	}
}

// cache is live object 0 and what hangs from it.
type cache struct{ *mutator }

// header returns the references of the cache itself.
func (c cache) header() []uint32 { return c.Refs(c.at(0)) }

// chain puts an entry at the front of a bucket's chain.
func (c cache) chain(entry uint32, bucket uint64) {
	front := &c.Refs(c.at(1))[bucket]
	c.Refs(entry)[entryNext] = *front
	*front = entry
}

// link makes an entry the newest.
func (c cache) link(entry uint32) {
	h := c.header()
	second := h[cacheNewest]
	refs := c.Refs(entry)
	refs[entryOlder], refs[entryNewer] = second, heap.NoObject
	h[cacheNewest] = entry
	if second == heap.NoObject {
		h[cacheOldest] = entry
		return
	}
	c.Refs(second)[entryNewer] = entry
}

// use makes an entry that is in the list the newest.
func (c cache) use(entry uint32) {
	h, refs := c.header(), c.Refs(entry)
	older, newer := refs[entryOlder], refs[entryNewer]
	if newer == heap.NoObject {
		return
	}
	c.Refs(newer)[entryOlder] = older
	if older == heap.NoObject {
		h[cacheOldest] = newer
	} else {
		c.Refs(older)[entryNewer] = newer
	}
	c.link(entry)
}
