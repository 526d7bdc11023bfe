package concurrent

// Mutator is a program with registers, which are its stack. One goroutine may call its methods.
type Mutator struct {
	Registers []Ref // by number, from 0
	heap      *Heap
	id        int
	how       *Marking
	stop      word // one of the next

	writing write // for View
}

// A mutator runs until the marker asks for it. Then it stands still, until the marker lets it run on, or tells it that the mark is
// over. One that has no more to do is parked: the marker may scan its stack without asking.
const (
	running = iota
	asked
	standing
	parked
	over
)

// NewMutator adds a mutator with these registers to h. Call it before the mark begins. It panics if h has 8
// mutators.
func NewMutator(h *Heap, how *Marking, registers ...Ref) *Mutator {
	if len(h.mutators) == mostMutators {
		panic("concurrent: a heap has at most 8 mutators")
	}
	m := &Mutator{Registers: registers, heap: h, id: len(h.mutators), how: how}
	h.mutators = append(h.mutators, m)
	return m
}

// Run carries out a script, with a safepoint and a call of before ahead of each operation, and then parks the
// mutator. It ends early if the mark ends.
func (m *Mutator) Run(script []Operation, before func(Operation)) {
	for _, o := range script {
		if m.Safepoint() {
			return
		}
		before(o)
		o.carryOut(m)
	}
	for !m.stop.CompareAndSwap(running, parked) {
		if m.Safepoint() {
			return
		}
	}
}

// Safepoint stands still if the marker has asked for it, until the marker lets the mutator go on. It reports
// whether the mark has ended.
func (m *Mutator) Safepoint() (ended bool) {
	stop := m.stop.Load()
	for stop == asked { // it may be asked again as soon as it goes on
		m.stop.Store(standing)
		for stop = m.stop.Load(); stop == standing; stop = m.stop.Load() {
			pause()
		}
	}
	return stop == over
}

// Load loads the field of the object in register from into register to. The object must not be Nil.
func (m *Mutator) Load(to, from int) { m.Registers[to] = m.heap.Field(m.Registers[from]) }

// Store stores ref, with the barrier, into the field of the object in register object. The object must not be
// Nil.
func (m *Mutator) Store(object int, ref Ref) {
	obj := m.Registers[object]
	m.writing = write{obj, ref}
	m.how.Barrier.Store(m.heap, m.id, obj, ref)
	m.writing = write{}
}

// Drop puts Nil into a register.
func (m *Mutator) Drop(register int) { m.Registers[register] = Nil }

// Allocate puts a free object into a register, or Nil if there is none.
func (m *Mutator) Allocate(to int) {
	h := m.heap
	for {
		colours := h.colours.Load()
		obj := freeIn(colours, len(h.fields))
		if obj == Nil {
			m.Registers[to] = Nil
			return
		}
		// One swap chooses the object and its colour. Two mutators do not get one object, and no stack becomes black between.
		colour := m.how.New.Colour(colours>>stacks != 0)
		if h.colours.CompareAndSwap(colours, colours&^(3<<(2*obj))|uint32(colour)<<(2*obj)) {
			m.Registers[to] = obj
			return
		}
	}
}

func freeIn(colours uint32, end int) Ref {
	for obj := Ref(1); int(obj) < end; obj++ {
		if colourIn(colours, obj) == Free {
			return obj
		}
	}
	return Nil
}
