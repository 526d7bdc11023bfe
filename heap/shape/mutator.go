package shape

import "github.com/seed-3ccf4018/halfmark/heap"

// mutator allocates the objects of one heap, as a program does that a collector serves.
// A shape adds its live objects in order of allocation, and the mutator drops garbage
// between them. A shape names live objects by number, from 0. The method at turns a
// number into an index, also for an object that is not there yet.
//
// All objects are added twice, once to the plan and once to the draft. The graph need not
// be remembered meanwhile.
type mutator struct {
	plan  *heap.Plan
	draft *heap.Draft // nil while the plan is made
	spread
	values  [knobs]uint64 // the shape's parameters
	seed    uint64
	rng     rng    // of the live graph
	litter  rng    // of the garbage
	added   uint64 // live objects so far
	dropped uint64 // garbage objects so far
	walk    preorder
	batch   batch
	// drop adds garbage object g. The shape gcbench has its own drop, and the others
	// scatter.
	drop func(g uint64)
	// watch is told how many objects were added, now and then.
	watch func(done uint64)
}

// watchEvery is how many live objects are added between two calls of watch: some
// hundredths of a second.
const watchEvery = 1 << 18

// of returns the value of a parameter.
func (m *mutator) of(k knob) uint64 { return m.values[k] }

// happens reports by chance whether a share does. A share of 0 draws nothing.
func (m *mutator) happens(k knob) bool { return m.of(k) > 0 && m.rng.below(whole) < m.of(k) }

// among returns a random number below n. So large a share as popular says is below a sixteenth of n.
func (m *mutator) among(n uint64) uint64 {
	if m.happens(popular) {
		n = max(n/popularOne, 1)
	}
	return m.rng.below(n)
}

// popularOne objects have one that is popular.
const popularOne = 16

// maxLitterBytes is more than a garbage object has on the average.
const maxLitterBytes = 32

// maxLitter is the largest number of references of a garbage object. All numbers from 0
// to maxLitter are equally frequent.
const maxLitter = 3

// newMutator returns a mutator for s. It fills in the draft, or makes the plan if the draft
// is nil.
func newMutator(s Shape, p Params, plan *heap.Plan, draft *heap.Draft) *mutator {
	dead := p.Objects * s.values[garbage] / whole
	m := &mutator{
		plan: plan, draft: draft, values: s.values,
		spread: newSpread(p.Objects-dead, dead),
		seed:   p.Seed,
		rng:    newRNG(p.Seed, graphStream),
		litter: newRNG(p.Seed, garbageStream),
	}
	m.drop = m.scatter
	return m
}

// put allocates an object. References are indices. While the plan is made, only their
// number counts.
func (m *mutator) put(payload uint64, refs ...uint32) {
	switch {
	case m.draft == nil:
		m.plan.Add(payload, uint64(len(refs)))
	case len(refs) > batchRefs:
		m.flush()
		m.draft.Add(payload, refs...)
	default:
		if len(m.batch.refs)+len(refs) > batchRefs || len(m.batch.payloads) == batchObjects {
			m.flush()
		}
		m.batch.payloads = append(m.batch.payloads, payload)
		m.batch.degrees = append(m.batch.degrees, uint32(len(refs)))
		m.batch.refs = append(m.batch.refs, refs...)
	}
}

// batch holds objects on their way to the draft. Each reference of a large heap is a cache
// miss in the draft's addresses. Nothing but additions to the draft lies between the misses of
// a batch, so they overlap. Between them random numbers would be drawn otherwise.
type batch struct {
	payloads []uint64
	degrees  []uint32
	refs     []uint32
}

// The room of a batch: 16 KiB, half of a first-level cache.
const batchObjects, batchRefs = 512, 2048

// flush adds the batch to the draft.
func (m *mutator) flush() {
	at := uint32(0)
	for i, degree := range m.batch.degrees {
		m.draft.Add(m.batch.payloads[i], m.batch.refs[at:at+degree]...)
		at += degree
	}
	m.batch = batch{m.batch.payloads[:0], m.batch.degrees[:0], m.batch.refs[:0]}
}

// add allocates the next live object, and after it the garbage that belongs there.
func (m *mutator) add(payload uint64, refs ...uint32) {
	m.put(payload, refs...)
	m.litterAfter()
}

// litterAfter counts a live object that was added, and adds the garbage that belongs
// behind it.
func (m *mutator) litterAfter() {
	if m.added++; m.added%watchEvery == 0 {
		m.watch(m.added + m.dropped)
	}
	for due := m.before(m.added); m.dropped < due; m.dropped++ {
		m.drop(m.dropped)
	}
}

// root makes live object k a root.
func (m *mutator) root(k uint64) {
	if m.draft != nil {
		m.draft.Root(m.at(k))
	}
}

// none is the nil reference.
const none uint32 = heap.NoObject

// to returns the index of live object k, or the nil reference if there are not so many
// live objects.
func (m *mutator) to(k uint64) uint32 { return m.toIf(true, k) }

// toIf is to, or the nil reference if ok is false.
func (m *mutator) toIf(ok bool, k uint64) uint32 {
	if !ok || k >= m.live {
		return none
	}
	return m.at(k)
}

// scatter adds a garbage object. It has up to maxLitter references to any objects, live
// or garbage, and 0 to 24 bytes of payload.
func (m *mutator) scatter(uint64) {
	var refs [maxLitter]uint32
	n := m.litter.below(maxLitter + 1)
	for i := range refs[:n] {
		refs[i] = uint32(m.litter.below(m.live + m.garbage))
	}
	m.put(m.litter.below(4)*heap.GranuleBytes, refs[:n]...)
}

// sqrt returns the largest r with r·r <= n, for n < 2^62. It finds r bit by bit.
func sqrt(n uint64) uint64 {
	r := uint64(0)
	for bit := uint64(1) << 31; bit > 0; bit >>= 1 {
		if t := r | bit; t*t <= n {
			r = t
		}
	}
	return r
}
