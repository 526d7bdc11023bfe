package main

import "math/bits"

// Lists without garbage. They differ in what a node holds beside its successor.

var list = shape{
	name: "list", least: 1, live: every,
	doc: "a singly linked list",
	build: func(g *graph, n uint32) {
		g.Root(0)
		g.chain(n, none)
	},
}

var inOrder = shape{
	name: "in-order", least: 1, live: every,
	doc: "the same list, in order of the list in memory",
	build: func(g *graph, n uint32) {
		list.build(g, n)
		g.order = inTurn(0, n)
	},
}

// withPayload adds a list of n/2 nodes, and then for each node a leaf of 16 bytes. fields
// orders the two references of a node.
func withPayload(g *graph, n uint32, fields func(next, leaf uint32) (uint32, uint32)) {
	nodes := n / 2
	g.Root(0)
	for i := range nodes {
		g.Add(0, pair(fields(until(i+1, nodes), nodes+i))...)
	}
	for range nodes {
		g.Add(16)
	}
}

func pair(a, b uint32) []uint32                { return []uint32{a, b} }
func straight(a, b uint32) (uint32, uint32)    { return a, b }
func theOtherWay(a, b uint32) (uint32, uint32) { return b, a }

var nextPayload = shape{
	name: "next-payload", least: 2, live: whole(2),
	doc:   "a list of nodes {next, payload}, each with a leaf of its own as payload",
	build: func(g *graph, n uint32) { withPayload(g, n, straight) },
}

var payloadNext = shape{
	name: "payload-next", least: 2, live: whole(2),
	doc:   "a list of nodes {payload, next}, each with a leaf of its own as payload",
	build: func(g *graph, n uint32) { withPayload(g, n, theOtherWay) },
}

var eitherPayload = shape{
	name: "either-payload", least: 2, live: whole(2),
	doc:   "a list in which a coin decides for each node between {next, payload} and {payload, next}",
	build: func(g *graph, n uint32) { withPayload(g, n, g.either) },
}

// doubly adds a doubly linked list.
func doubly(g *graph, n uint32, fields func(next, prev uint32) (uint32, uint32)) {
	g.Root(0)
	for i := range n {
		g.Add(0, pair(fields(until(i+1, n), until(i-1, n)))...) // 0-1 is not below n
	}
}

var nextPrev = shape{
	name: "next-prev", least: 1, live: every,
	doc:   "a doubly linked list of nodes {next, prev}",
	build: func(g *graph, n uint32) { doubly(g, n, straight) },
}

var prevNext = shape{
	name: "prev-next", least: 1, live: every,
	doc:   "a doubly linked list of nodes {prev, next}",
	build: func(g *graph, n uint32) { doubly(g, n, theOtherWay) },
}

var spine = shape{
	name: "spine", least: 2, live: whole(2),
	doc: "a list of nodes {next, leaf}, where a leaf looks like a node but holds nothing",
	build: func(g *graph, n uint32) {
		nodes := n / 2
		g.Root(0)
		for i := range nodes {
			g.Add(8, until(i+1, nodes), nodes+i)
		}
		for range nodes {
			g.Add(8, none, none)
		}
	},
}

var series = shape{
	name: "series", least: 20, live: whole(10),
	doc: "ten lists one after another: the last node of a list also holds the head of the next list",
	build: func(g *graph, n uint32) {
		g.Root(0)
		for k := range uint32(10) {
			g.chain(n/10-1, g.next()+n/10-1)
			if k < 9 {
				g.Add(8, none, g.next()+1)
			} else {
				g.Add(8, none, none)
			}
		}
	},
}

// maxLevel is the highest level of the skip list.
const maxLevel = 15

var skipList = shape{
	name: "skip-list", least: 1, live: every,
	doc: "a skip list: node i has a reference to node i+2^l for each level l up to the number of zeros at the end of i, at most 15",
	build: func(g *graph, n uint32) {
		g.Root(0)
		for i := range n {
			level := min(bits.TrailingZeros32(i), maxLevel)
			var refs []uint32
			for l := range level + 1 {
				refs = append(refs, until(i+1<<l, n))
			}
			g.Add(8, refs...)
		}
	},
}
