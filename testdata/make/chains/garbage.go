package main

// Lists among garbage of the same kind. A cursor that starts at a random object cannot tell
// whether the object is live.

var halfGarbage = shape{
	name: "half-garbage", least: 40, live: func(n uint32) uint32 { return n / 2 },
	doc: "a list of half of the objects; the others are ten dead lists",
	build: func(g *graph, n uint32) {
		g.Root(0)
		g.chain(n/2, none)
		g.chains(n, n/20, none)
	},
}

var merging = shape{
	name: "merging", least: 40, live: func(n uint32) uint32 { return n / 2 },
	doc: "the same, but the dead lists end in the middle of the live list",
	build: func(g *graph, n uint32) {
		g.Root(0)
		g.chain(n/2, none)
		g.chains(n, n/20, n/4)
	},
}

var deadLists = shape{
	name: "dead-lists", least: 20, live: func(n uint32) uint32 { return n / 20 },
	doc: "a list of a twentieth of the objects; the others are dead lists of 100,000",
	build: func(g *graph, n uint32) {
		g.Root(0)
		g.chain(n/20, none)
		g.chains(n, 100_000, none)
	},
}

var deadCrumbs = shape{
	name: "dead-crumbs", least: 5, live: func(n uint32) uint32 { return n / 5 },
	doc: "a list of a fifth of the objects; the others are dead lists of 8",
	build: func(g *graph, n uint32) {
		g.Root(0)
		g.chain(n/5, none)
		g.chains(n, 8, none)
	},
}

var deadRings = shape{
	name: "dead-rings", least: 2, live: func(n uint32) uint32 { return n / 2 },
	doc: "a ring of half of the objects; the others are dead rings of 7",
	build: func(g *graph, n uint32) {
		g.Root(0)
		g.ring(n / 2)
		for g.next() < n {
			g.ring(min(7, n-g.next()))
		}
	},
}
