package stealq

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Kind is one algorithm for deques. The Kinds of this package are [StealHalf], [ABP],
// [ChaseLev], [Split], [Rudolph], [Locked] and [Central].
//
// A program may make a Kind of its own, and give it to whatever asks for one: package
// stealq/stealqtest judges whether its deques keep the contract of [Deque], and package
// mark marks with them. A Kind must not be changed once it is in use.
type Kind struct {
	// Name is what flags and reports call the kind: lower-case letters a to z and digits.
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
func (k *Kind) Offers(amount Amount) bool { return slices.Contains(k.Amounts, amount) }

// String returns the kind's Name.
func (k *Kind) String() string { return k.Name }

// Validate says what is missing before anybody can use the kind: a Name, a New, at least
// one of the Amounts. It makes no deques. A nil Kind is an error, too.
func (k *Kind) Validate() error {
	switch {
	case k == nil:
		return errors.New("stealq: the Kind is nil: give one of Kinds, or one of your own")
	case k.Name == "" || strings.Trim(k.Name, "abcdefghijklmnopqrstuvwxyz0123456789") != "":
		return fmt.Errorf("stealq: a Kind cannot be named %q: a name has letters a to z and digits", k.Name)
	case k.New == nil:
		return fmt.Errorf("stealq: Kind %s has no New", k.Name)
	case len(k.Amounts) == 0:
		return fmt.Errorf("stealq: Kind %s has no Amounts: its Steal must accept at least one", k.Name)
	}
	for _, a := range k.Amounts {
		if !slices.Contains(Amounts(), a) {
			return fmt.Errorf("stealq: Kind %s has an amount %d, which there is not: it must be one of Amounts", k.Name, a)
		}
	}
	return nil
}

// Kinds returns every kind of this package, the recommended one first. The slice is
// the caller's to keep.
func Kinds() []*Kind {
	return []*Kind{StealHalf, ABP, ChaseLev, Split, Rudolph, Locked, Central}
}

// ParseKind returns the kind of this package with this Name. The error lists the names.
func ParseKind(name string) (*Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return nil, fmt.Errorf("stealq: no kind %q: it must be %s", name, alternatives(names))
}

// alternatives lists what is allowed: "one, half or all".
func alternatives(allowed []string) string {
	last := len(allowed) - 1
	return strings.Join(allowed[:last], ", ") + " or " + allowed[last]
}
