package shape

import "github.com/seed-3ccf4018/halfmark/heap"

// Linked lists.
//
// list stresses the lack of parallelism: at each instant one object is grey,
// the span equals the work, and every worker but one idles. What it measures
// is the latency of one dependent step and the price of idling. It is the
// worst case of Siebert, "Limits of Parallel Marking Garbage Collection",
// ISMM 2008.
//
// lists are many such chains, each held by a root of its own: plenty of
// parallelism, but in crumbs, so that it is the hand-out of roots that has to
// be fair. Barabash and Petrank, "Tracing Garbage Collection on Highly
// Parallel Platforms", ISMM 2010, discuss both.

// listPayload is the bytes of payload of a list node.
const listPayload = 16

var list = Shape{
	Name:    "list",
	Doc:     "singly linked list: one grey object at a time, no parallelism at all",
	Params:  "One list of all live objects, held by one root; 1 reference and 16 bytes of payload each; span: live - 1.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 32,
	refs: func(live uint64) uint64 { return live },
	mutate: func(m *mutator) {
		m.root(0)
		for k := range m.live {
			m.add(listPayload, m.to(k+1))
		}
	},
}

// maxListLength bounds the lengths of lists; from 1 to that, all are equally
// frequent.
const maxListLength = 31

var lists = Shape{
	Name:    "lists",
	Doc:     "many small linked lists, one root each: parallelism in crumbs, many roots",
	Params:  "Lists of 1 to 31 nodes (16 on average), a root for each; 1 reference and 16 bytes of payload a node; span: at most 30.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 32,
	refs: func(live uint64) uint64 { return live },
	mutate: func(m *mutator) {
		for k := uint64(0); k < m.live; {
			m.root(k)
			end := min(k+1+m.rng.below(maxListLength), m.live)
			for ; k < end; k++ {
				next := uint32(heap.NoObject)
				if k+1 < end {
					next = m.at(k + 1)
				}
				m.add(listPayload, next)
			}
		}
	},
}
