package shape

// dag is a layered graph without cycles and with heavy sharing. References lead to the
// next layer, and half of them lead to the popular sixteenth of it. The shape stresses
// the test of mark bits that are already set, by many workers at once. Symbols, types
// and interned strings are such objects in compilers and interpreters. A search that
// counted paths and not objects would never end, because there are about 5^31 paths.
//
//	layer 0   a   b   c   d        all roots
//	          ↓ ↘ ↓ ╳ ↓ ╱ ↓        straight down: one reference each, so that
//	layer 1   e   f   g   h        every object is live
//	          ...
//	layer 31

const dagLayers = 32 // by default; a heap with fewer objects has fewer

var dag = Shape{
	Name:    "dag",
	Doc:     "layered graph without cycles: heavy sharing, half the references to a few objects",
	Params:  "32 layers, the first one roots; 4 to 7 references (5.5 on average) to the next layer, half of them to the popular 1/16 of it; 16 bytes of payload; span: 31.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 44, beside: 1,
	defaults: byDefault{payload: 16, layers: dagLayers, popular: whole / 2},
	mutate: func(m *mutator) {
		width := (m.live + m.of(layers) - 1) / m.of(layers)
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
			m.add(m.of(payload), refs[:n]...)
		}
	},
}

// share points the references at objects of a layer. The layer begins at first and has the given size.
func share(m *mutator, refs []uint32, first, size uint64) {
	for i := range refs {
		refs[i] = m.at(first + m.among(size))
	}
}
