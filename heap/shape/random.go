package shape

import "github.com/seed-3ccf4018/halfmark/heap"

// Random graphs.
//
// random stresses memory. References lead anywhere, so nearly every object is a cache
// miss. Nearly every step finds an object that is white at first, and one that is black
// later. The sizes are those of small objects of ordinary programs. The number of
// references to an object has a Poisson distribution with mean 3. So about 6 vertices
// in 100 cannot be reached (the branching process of Erdos and Renyi, "On the Evolution
// of Random Graphs", 1960: the fraction reached is the solution of s = 1 - exp(-3s)).
//
// uniform stresses the mark bit. Each object is found 16 times, and 15 of them are in
// vain. It is graph -u of Beamer, Asanovic and Patterson, "The GAP Benchmark Suite",
// arXiv:1508.03619, with one difference. There 16·n edges have random ends on both
// sides. Here each vertex has exactly 16 references, so all objects have one size.

// randomRoots is the number of roots of random. With one root, one seed in seven would
// choose a leaf, and the whole heap would be dead.
const randomRoots = 16

// randomDegree is the mean number of references of a vertex of random. All numbers from 0 to twice the
// mean are equally frequent. So are the sizes of payloads.
const randomDegree = 3

var random = Shape{
	Name:    "random",
	Doc:     "random graph, 0 to 6 references an object: nearly every step a cache miss",
	Params:  "0 to 6 references (3 on average) to uniformly random objects, 0 to 32 bytes of payload, 16 random roots; unreachable vertices add to the garbage; span: about 2.5 ln(live).",
	minLive: 66, maxLive: 74, garbage: 4, bytes: 37,
	defaults: byDefault{degree: randomDegree, payload: 16, popular: 0},
	mutate: func(m *mutator) {
		for range min(randomRoots, m.live) {
			m.root(m.rng.below(m.live))
		}
		refs := make([]uint32, 2*m.of(degree))
		for range m.live {
			n := m.rng.below(2*m.of(degree) + 1)
			aim(m, refs[:n])
			m.add(m.rng.below(2*m.of(payload)/heap.GranuleBytes+1)*heap.GranuleBytes, refs[:n]...)
		}
	},
}

// uniformDegree is GAP's average degree.
const uniformDegree = 16

var uniform = Shape{
	Name:    "uniform",
	Doc:     "GAP's uniform random graph, degree 16: most references find a marked object",
	Params:  "16 references to uniformly random objects, 8 bytes of payload, one root; span: about log16(live) + 2.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 68,
	defaults: byDefault{degree: uniformDegree, payload: 8, popular: 0},
	mutate: func(m *mutator) {
		m.root(0)
		refs := make([]uint32, m.of(degree))
		for range m.live {
			aim(m, refs)
			m.add(m.of(payload), refs...)
		}
	},
}

// aim points all references at random live objects.
func aim(m *mutator, refs []uint32) {
	for i := range refs {
		refs[i] = m.at(m.among(m.live))
	}
}
