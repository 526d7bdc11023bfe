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
}

// Offers says whether the kind's Steal accepts amount.
func (k Kind) Offers(amount Amount) bool { return slices.Contains(k.Amounts, amount) }

// Kinds returns every kind, the recommended one first. The slice is the
// caller's to keep.
func Kinds() []Kind {
	return []Kind{stealHalfKind, lockedKind}
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
