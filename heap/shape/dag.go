package shape

// dag is a layered graph without cycles and with heavy sharing: references
// lead to the next layer, half of them to the popular sixteenth of it. It
// stresses the test of mark bits that are set already, by many workers at
// once: symbols, types and interned strings are such objects in compilers and
// interpreters. Counting paths instead of objects would never end: there are
// about 5^31 of them.
//
//	layer 0   a   b   c   d        all roots
//	          ↓ ↘ ↓ ╳ ↓ ╱ ↓        straight down: one reference each, so that
//	layer 1   e   f   g   h        every object is live
//	          ...
//	layer 31

const (
	dagLayers  = 32 // at most; fewer if there are fewer objects
	dagPopular = 16 // one object of a layer in this many is popular
)

var dag = Shape{
	Name:    "dag",
	Doc:     "layered graph without cycles: heavy sharing, half the references to a few objects",
	Params:  "32 layers, the first one roots; 4 to 7 references (5.5 on average) to the next layer, half of them to the popular 1/16 of it; 16 bytes of payload; span: 31.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 44,
	refs: func(live uint64) uint64 { return 11 * live / 2 },
	mutate: func(m *mutator) {
		width := (m.live + dagLayers - 1) / dagLayers
		for k := range width {
			m.root(k)
		}
		var refs [7]uint32
		for k := range m.live {
			next := (k/width + 1) * width
			n := 0
			if next < m.live {
				n = int(4 + m.rng.below(4))
				refs[0] = m.to(k + width)
				share(m, refs[1:n], next, min(width, m.live-next))
			}
			m.add(16, refs[:n]...)
		}
	},
}

// share points the references at objects of the layer of the given size that
// begins at first: half at the popular ones.
func share(m *mutator, refs []uint32, first, size uint64) {
	for i := range refs {
		among := size
		if m.rng.below(2) == 0 {
			among = max(size/dagPopular, 1)
		}
		refs[i] = m.at(first + m.rng.below(among))
	}
}
