package main

// Lists in which it is hard to know which field leads on.

// withEarlier adds a list whose nodes also refer to a random node that the marker reaches
// earlier.
func withEarlier(g *graph, n uint32, fields func(earlier, next uint32) (uint32, uint32)) {
	g.Root(0)
	for i := range n {
		before := uint32(none)
		if i > 0 {
			before = g.random.Uint32N(i)
		}
		g.Add(0, pair(fields(before, until(i+1, n)))...)
	}
}

var earlier = shape{
	name: "earlier", least: 1, live: every,
	doc:   "a list of nodes {an earlier node, next}",
	build: func(g *graph, n uint32) { withEarlier(g, n, straight) },
}

var eitherEarlier = shape{
	name: "either-earlier", least: 1, live: every,
	doc:   "a list in which a coin decides for each node between {an earlier node, next} and {next, an earlier node}",
	build: func(g *graph, n uint32) { withEarlier(g, n, g.either) },
}

var hubs = shape{
	name: "hubs", least: 3, live: every,
	doc: "a list of nodes {hub, next, the other hub}: all nodes share two objects whose references are nil",
	build: func(g *graph, n uint32) {
		for hub := range uint32(2) {
			g.Root(hub)
			g.Add(0, none, none, none)
		}
		g.Root(2)
		for i := uint32(2); i < n; i++ {
			g.Add(0, 0, until(i+1, n), 1)
		}
	},
}

// deadEnd is the length of the chains of deadEnds.
const deadEnd = 20

var deadEnds = shape{
	name: "dead-ends", least: deadEnd + 1, live: whole(deadEnd + 1),
	doc: "a list of nodes {a chain of 20 objects of its own, next}",
	build: func(g *graph, n uint32) {
		nodes := n / (deadEnd + 1)
		g.Root(0)
		for i := range nodes {
			g.Add(0, nodes+deadEnd*i, until(i+1, nodes))
		}
		for range nodes {
			for range deadEnd - 1 {
				g.Add(0, g.next()+1, none)
			}
			g.Add(0, none, none)
		}
	},
}
