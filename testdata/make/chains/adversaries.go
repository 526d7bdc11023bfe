package main

// Heaps that were made to defeat speculation: the cursors, which follow chains ahead of the
// marker, and the trial, which decides whether cursors pay.

// maxStretch is the longest stretch of patchy.
const maxStretch = 4096

// patchy is against the trial. The trial compares stretches of a list with cursors to
// stretches without. In this list the difference is in the list itself. Cursors cannot help
// in either kind of stretch: one kind is in the cache already, and in the other kind a coin
// decides which field leads on.
var patchy = shape{
	name: "patchy", least: 2, live: every,
	doc: "a list whose stretches of up to 4096 nodes lie in order in memory, in turns with stretches like either-earlier",
	build: func(g *graph, n uint32) {
		g.Root(0)
		var scattered []uint32
		for slow := false; g.next() < n; slow = !slow {
			first := g.next()
			end := min(first+1+g.random.Uint32N(maxStretch), n)
			for i := first; i < end; i++ {
				before, next := g.random.Uint32N(i+1), until(i+1, n)
				if slow {
					before, next = g.either(before, next)
				}
				g.Add(0, before, next)
			}
			if slow {
				scattered = append(scattered, inTurn(first, end)...)
			} else {
				g.order = append(g.order, inTurn(first, end)...)
			}
		}
		g.random.Shuffle(len(scattered), func(i, j int) { scattered[i], scattered[j] = scattered[j], scattered[i] })
		g.order = append(g.order, scattered...)
	},
}

// The sizes of beads: a string of so many nodes, and then a bead, which is an object with so
// many leaves.
const (
	stringLength = 500
	beadLeaves   = 200
	beadObjects  = stringLength + 1 + beadLeaves
)

// beads is against the trial, too. The list is too short for a trial before the frontier is
// wide again.
var beads = shape{
	name: "beads", least: beadObjects, live: whole(beadObjects),
	doc: "a list in which after each 500 nodes comes one with 200 leaves",
	build: func(g *graph, n uint32) {
		g.Root(0)
		for end := n / beadObjects * beadObjects; g.next() < end; {
			bead := g.next() + stringLength
			g.chain(stringLength, bead)
			refs := append(inTurn(bead+1, bead+1+beadLeaves), until(bead+1+beadLeaves, end))
			g.Add(0, refs...)
			for range beadLeaves {
				g.Add(0)
			}
		}
	},
}

// haystack makes the search for a start expensive. 15 of 16 objects have no references, so no
// chain starts there, and no two headers share a cache line. The chains that a cursor finds
// end soon: one node in 100 has a dead end in its first field.
var haystack = shape{
	name: "haystack", least: 16 * 100, live: func(n uint32) uint32 { return n / 1600 * (100 + 3) },
	doc: "a list of a sixteenth of the objects, with a dead end after each 100 nodes; the others are dead, have no references and 64 to 320 bytes of payload",
	build: func(g *graph, n uint32) {
		g.Root(0)
		for left := n / 1600; left > 0; left-- {
			g.chain(99, g.next()+99)
			trap, next := g.next()+1, g.next()+4
			if left == 1 {
				next = none
			}
			g.Add(0, trap, next)
			g.chain(3, none)
		}
		for g.next() < n {
			g.Add(64 + g.random.Uint64N(257))
		}
	},
}

// lollipops hold a cursor for as long as they can. A cursor that starts on the stick comes to
// a ring. Most of these rings are too small to have a distinguished object, so the cursor goes
// round until its steps are used up.
var lollipops = shape{
	name: "lollipops", least: 100, live: func(n uint32) uint32 { return n / 5 },
	doc: "a list of a fifth of the objects; the others are dead lists of 17 which end in a ring of 3",
	build: func(g *graph, n uint32) {
		g.Root(0)
		g.chain(n/5, none)
		for g.next()+20 <= n {
			g.chain(17, g.next()+17)
			g.ring(3)
		}
	},
}

// detours lead cursors into what is marked already. While 1,000 lists are grey at once, the
// marker scans whole batches and does not tell cursors where it has been.
var detours = shape{
	name: "detours", least: 4000, live: func(n uint32) uint32 { return n / 2000 * 1000 * 2 },
	doc: "1,000 lists of half of the objects, a root each; the first ends in a list of the others, which is like either-earlier, but refers to nodes of the 1,000 lists",
	build: func(g *graph, n uint32) {
		length := n / 2000
		half := length * 1000
		for i := range uint32(1000) {
			g.Root(i * length)
			if i == 0 {
				g.chain(length, half)
			} else {
				g.chain(length, none)
			}
		}
		for i := half; i < 2*half; i++ {
			a, b := g.either(g.random.Uint32N(half), until(i+1, 2*half))
			g.Add(0, a, b)
		}
	},
}
