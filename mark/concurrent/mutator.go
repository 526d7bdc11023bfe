package concurrent

// Mutator is a program with registers, its stack. All its methods are for one goroutine.
type Mutator struct {
	Registers []Ref
	heap      *Heap
	id        int
	how       *Marking
}

// NewMutator returns mutator id of a heap, from 0, with these registers.
func NewMutator(h *Heap, id int, how *Marking, registers ...Ref) *Mutator {
	return &Mutator{Registers: registers, heap: h, id: id, how: how}
}

// Load loads the field of the object in register from into register to.
func (m *Mutator) Load(from, to int) {
	m.Safepoint()
	m.Registers[to] = m.heap.Field(m.Registers[from])
}

// Drop forgets a register.
func (m *Mutator) Drop(register int) {
	m.Safepoint()
	m.Registers[register] = Nil
}

// Store stores a reference into the field of the object in a register, with the barrier.
func (m *Mutator) Store(object int, to Ref) {
	m.Safepoint()
	w := Write{Mutator: m.id, Object: m.Registers[object], New: to}
	for _, step := range m.how.Barrier.Steps {
		step.Do(m.heap, &w)
	}
}

// Safepoint is before each operation. Here the mutator does what the marker has asked for: it scans its own stack, or stands
// still.
func (m *Mutator) Safepoint() {
	h, me := m.heap, uint32(1)<<m.id
	if h.asked.Load()&me != 0 && !h.Scanned(m.id) {
		h.gathered.Or(me)
		for m.how.Scan == Snap && h.gathered.Load() != h.all() {
			pause() // a snapshot is taken while nobody is inside an operation
		}
		m.scan()
		h.scanned.Or(me)
		for m.how.Scan == Snap && !h.AllScanned() {
			pause()
		}
	}
	if h.stop.Load() == 0 {
		return
	}
	if m.how.Rescan {
		m.scan()
	}
	h.standing.Or(me)
	for h.stop.Load() != 0 {
		pause()
	}
	h.standing.And(^me)
}

// scan shades what the registers have.
func (m *Mutator) scan() {
	for _, obj := range m.Registers {
		m.heap.Shade(obj)
	}
}

// Rest has no more operations, and comes to safepoints until the mark ends.
func (m *Mutator) Rest() {
	for m.Safepoint(); m.heap.over.Load() == 0; m.Safepoint() {
		pause()
	}
}
