package shape

// rings has cycles with shortcuts. A ring alone is a list whose end refers to its
// beginning. A collector that counts references cannot reclaim it, and a marker ends
// there only because it remembers what it has marked. Chords let the frontier jump
// ahead, as in the small world of Newman and Watts, "Renormalization Group Analysis of
// the Small-World Network Model", Physics Letters A 263, 1999. A few chords lead to
// other rings. Two workers meet in the middle of a ring that each takes for its own.
//
//	    ┌───────────────────────────────┐
//	    └→ 0 → 1 → 2 → 3 → ... → 1023 ──┘
//	           └───────── chord ──↑

const (
	ringLength  = 1024 // nodes of each ring but the last, by default
	chordEvery  = 4    // one node in so many has a chord, on average, by default
	bridgeEvery = 16   // one chord in so many may lead to any ring
)

var rings = Shape{
	Name:    "rings",
	Doc:     "rings with chords: cycles with a few shortcuts within and between them",
	Params:  "Rings of 1024 nodes (the last may be shorter), a root for each; a reference to the next node; in one node of 4 a chord to a random node, one in 16 of these in any ring; 8 bytes of payload.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 26, beside: 1,
	defaults: byDefault{payload: 8, length: ringLength, chords: whole / chordEvery},
	mutate: func(m *mutator) {
		for first := uint64(0); first < m.live; first += m.of(length) {
			m.root(first)
			addRing(m, first, min(first+m.of(length), m.live))
		}
	},
}

// addRing adds the ring of the live objects from first to below end.
func addRing(m *mutator, first, end uint64) {
	for k := first; k < end; k++ {
		next, chord := k+1, none
		if next == end {
			next = first
		}
		switch draw := m.rng.below(whole * bridgeEvery); {
		case draw < m.of(chords):
			chord = m.at(m.rng.below(m.live))
		case draw < m.of(chords)*bridgeEvery:
			chord = m.at(first + m.rng.below(end-first))
		}
		m.add(m.of(payload), m.at(next), chord)
	}
}
