package stealq

import "slices"

// Kind is one algorithm of the family.
type Kind struct {
	// Name is what flags and reports call the kind: [a-z0-9]+.
	Name string

	// Doc is one line that says what the kind is and where it comes from.
	Doc string

	// New makes that many empty deques of that capacity each, in items, which
	// can steal from one another. It panics ("stealq: ...") unless deques is
	// positive and capacity a power of two from MinCapacity to MaxCapacity.
	New func(deques, capacity int) []Deque

	// Amounts are the amounts that Steal accepts. The first is the default.
	Amounts []Amount

	// Loses says whether a steal can be Lost.
	Loses bool

	// Shared says that the deques of one New are handles on a single queue: an
	// item pushed through one is popped through any, in the order that Doc
	// tells, and Len and Cap of each are the queue's. Steal between handles is
	// always Empty, for what it could take the thief's own Pop takes. Resetting
	// one handle empties the queue for all of them.
	Shared bool

	// OnRequest says that thieves see only what the owner shows them. A Steal
	// that finds nothing shown is Empty and leaves a request, which stays until
	// the victim's owner answers it: its next Push, or its next Pop that leaves
	// an item, shows one more. So a thief tries again later, an owner that does
	// neither is never robbed, and Len may count shown items alone.
	OnRequest bool

	// Grows says that a deque starts small: Push, and Steal in the thief's own
	// deque, may allocate until it has once been full. Reset keeps what it has
	// grown to. Deques of other kinds allocate nothing after New.
	Grows bool
}

// Offers says whether the kind's Steal accepts amount.
func (k Kind) Offers(amount Amount) bool { return slices.Contains(k.Amounts, amount) }

// Kinds returns every kind, the recommended one first. The slice is the
// caller's to keep.
func Kinds() []Kind {
	return []Kind{
		stealHalfKind,
		abpKind,
		chaseLevKind,
		splitKind,
		rudolphKind,
		lockedKind,
		centralKind,
	}
}

// KindByName finds a kind by its Name.
func KindByName(name string) (Kind, bool) {
	for _, k := range Kinds() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}
