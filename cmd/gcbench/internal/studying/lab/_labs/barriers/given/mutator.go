package answer

// Mutator is a program that runs while the marker marks. It has two registers, its stack.
type Mutator struct {
	// Lock is held by the mutator during an operation. While the marker holds it, the mutator
	// stands still between two operations.
	Lock  mutex
	Stack word // the registers: see register

	heap    *Heap
	scanned bool // the marker has scanned the stack; only who holds Lock may use it
}

// The registers. None is none: it has nil at all times.
const (
	X = iota
	Y
	None
)

// register returns what a register has in a number that was read from Stack.
func register(stack uint64, r int) uint64 { return stack >> (8 * r) & 255 }

// with is the stack with another object in one register.
func with(stack uint64, r int, obj uint64) uint64 {
	return stack&^(255<<(8*r)) | obj<<(8*r)
}

// NewMutator adds a mutator with these registers to the heap, before anybody runs.
func (h *Heap) NewMutator(x, y uint64) *Mutator {
	m := &Mutator{heap: h}
	m.Stack.Store(with(x, Y, y))
	h.mutators = append(h.mutators, m)
	return m
}

// Load is to = from.f.
func (m *Mutator) Load(to, from int) {
	m.Lock.Lock()
	defer m.Lock.Unlock()
	stack := m.Stack.Load()
	if obj := register(stack, from); obj != Nil {
		m.Stack.Store(with(stack, to, m.heap.Fields[obj].Load()))
	}
}

// Store is into.f = from. It has a barrier, which a lab asks for: store.
func (m *Mutator) Store(into, from int) {
	m.Lock.Lock()
	defer m.Lock.Unlock()
	stack := m.Stack.Load()
	if obj := register(stack, into); obj != Nil {
		m.heap.store(obj, register(stack, from))
	}
}

// New is to = a new object, whose field has nil.
func (m *Mutator) New(to int) {
	m.Lock.Lock()
	defer m.Lock.Unlock()
	obj := m.heap.Newest.Add(1)
	if m.newIsBlack() {
		m.heap.Colours.Or(black(obj))
	}
	m.Stack.Store(with(m.Stack.Load(), to, obj))
}
