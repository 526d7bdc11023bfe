package stealq

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Kind is one algorithm for deques. The package comment compares the Kinds of this package.
//
// You can make your Kind in three steps.
//
//  1. Write a type that has the methods of [Deque].
//  2. Make a Kind and fill in its fields. New must make deques of this type.
//  3. Call stealqtest.Run(t, kind) in a test. Package [stealqtest] checks that the deques
//     keep the contract.
//
// Your Kind can then take the place of a Kind of this package. For example, set
// mark.Options.Deque to it, and package mark marks with its deques.
//
// A program must not change a Kind that is in use. Any number of goroutines may use one
// Kind at once.
//
// [stealqtest]: https://pkg.go.dev/github.com/seed-3ccf4018/halfmark/stealq/stealqtest
type Kind struct {
	// Name is the name of the kind in flags and reports: lower-case letters a to z and
	// digits.
	Name string

	// Doc is one line that describes the kind and names its source.
	Doc string

	// New makes empty deques, each with room for capacity items. The deques of one call
	// can steal from one another. New panics when deques is below 1, and when capacity
	// is not a power of two from MinCapacity to MaxCapacity.
	New func(deques, capacity int) []Deque

	// Amounts are the amounts that Steal accepts. The first is the default.
	Amounts []Amount

	// Loses says whether a steal can be Lost.
	Loses bool

	// Shared says that the deques of one call of New are handles on one queue. Each
	// deque is a [Handle]. Any handle can pop an item that was pushed through another,
	// in the order that Doc tells. Len and Cap of each handle are those of the queue. A
	// Steal between handles is always Empty, because the thief's Pop takes all that
	// Steal could take. Reset of one handle empties the queue for all handles.
	Shared bool

	// OnRequest says that thieves see only the items that the owner shows them. Each
	// deque is an [Exposer]. A Steal that finds no such item is Empty and leaves a
	// request. The owner's next Push answers the request and shows one more item, or
	// its next Pop that leaves an item. A thief should therefore try again later. An
	// owner that calls none of Push, Pop and Expose is never robbed. Len may count the
	// shown items alone.
	OnRequest bool

	// Grows says that a deque starts small. Push may allocate until the deque was full
	// once, and so may Steal in the thief's deque. Reset keeps the memory. A program
	// that must not allocate later fills its deques and resets them first. Deques of
	// other kinds allocate nothing after New.
	Grows bool
}

// Offers says whether the kind's Steal accepts amount.
func (k *Kind) Offers(amount Amount) bool { return slices.Contains(k.Amounts, amount) }

// String returns the kind's Name.
func (k *Kind) String() string { return k.Name }

// Validate returns an error when the kind cannot be used: when it is nil, has no valid
// Name, has no New, or has no Amounts or unknown ones. Validate makes no deques, so it
// does not check the contract.
func (k *Kind) Validate() error {
	switch {
	case k == nil:
		return errors.New("stealq: the Kind is nil: give one of Kinds, or your own")
	case k.Name == "" || strings.Trim(k.Name, "abcdefghijklmnopqrstuvwxyz0123456789") != "":
		return fmt.Errorf("stealq: a Kind cannot be named %q: a name has letters a to z and digits", k.Name)
	case k.New == nil:
		return fmt.Errorf("stealq: Kind %s has no New", k.Name)
	case len(k.Amounts) == 0:
		return fmt.Errorf("stealq: Kind %s has no Amounts: its Steal must accept at least one", k.Name)
	}
	for _, a := range k.Amounts {
		if !slices.Contains(Amounts(), a) {
			return fmt.Errorf("stealq: Kind %s has an unknown amount %d: it must be one of Amounts", k.Name, a)
		}
	}
	return nil
}

// Kinds returns every kind of this package, the recommended kind first. Each call
// returns a new slice, and the caller may change it.
func Kinds() []*Kind {
	return []*Kind{StealHalf, ABP, ChaseLev, Split, Rudolph, Locked, Central}
}

// ParseKind returns the kind of this package with this Name, such as "stealhalf". When there is
// none, the error lists all names.
func ParseKind(name string) (*Kind, error) { return named("kind", name, Kinds()) }

// named returns the one of all that is called name. The error says what it is, and lists the names.
func named[T fmt.Stringer](what, name string, all []T) (T, error) {
	names := make([]string, len(all))
	for i, v := range all {
		if names[i] = v.String(); names[i] == name {
			return v, nil
		}
	}
	var none T
	last := len(names) - 1
	return none, fmt.Errorf("stealq: no %s %q: it must be %s or %s", what, name, strings.Join(names[:last], ", "), names[last])
}
