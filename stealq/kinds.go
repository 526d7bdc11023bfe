package stealq

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Kind is one algorithm for deques. The Kinds of this package are [StealHalf], [ABP],
// [ChaseLev], [Split], [Rudolph], [Locked] and [Central]. The package comment compares
// them.
//
// A program may make its Kind in three steps.
//
//  1. Write a type that has the methods of [Deque].
//  2. Make a Kind and fill in its fields. New must make deques of this type.
//  3. Call stealqtest.Run(t, kind) in a test. The conformance suite in package
//     [stealqtest] checks that the deques keep the contract.
//
// A program can then use the Kind wherever it can use a Kind of this package. For
// example, set mark.Options.Deque to the Kind, and package mark marks with its deques.
//
// All fields of a Kind are set once. A program must not change a Kind that is in use.
// Any number of goroutines may use one Kind at once.
//
// [stealqtest]: https://pkg.go.dev/github.com/seed-3ccf4018/halfmark/stealq/stealqtest
type Kind struct {
	// Name is the name of the kind in flags and reports: lower-case letters a to z and
	// digits.
	Name string

	// Doc is one line. It says what the kind is and where it comes from.
	Doc string

	// New makes that many empty deques of that capacity each, in items. The deques of
	// one call can steal from one another. New panics ("stealq: ...") when deques is
	// below 1, and when capacity is not a power of two from MinCapacity to
	// MaxCapacity.
	New func(deques, capacity int) []Deque

	// Amounts are the amounts that Steal accepts. The first is the default.
	Amounts []Amount

	// Loses says whether a steal can be Lost.
	Loses bool

	// Shared says that the deques of one call of New are handles on one queue. An
	// item that was pushed through one handle can be popped through any handle, in
	// the order that Doc tells. Len and Cap of each handle are those of the queue. A
	// Steal between handles is always Empty, because the thief's own Pop takes all
	// that Steal could take. Reset of one handle empties the queue for all handles.
	// Each deque is a [Handle].
	Shared bool

	// OnRequest says that thieves see only the items that the owner shows them. A
	// Steal that finds no such item is Empty and leaves a request. The request stays
	// until the owner answers it and shows one more item. The owner's next Push
	// answers it, or its next Pop that leaves an item. A thief should therefore try
	// again later. Each deque is an [Exposer]. An owner that calls none of Push, Pop
	// and Expose is never robbed. Len may count the shown items alone.
	OnRequest bool

	// Grows says that a deque starts small. Push may allocate until the deque was full
	// once, and so may Steal in the thief's own deque. Reset keeps the memory. Deques
	// of other kinds allocate nothing after New.
	Grows bool
}

// Offers says whether the kind's Steal accepts amount.
func (k *Kind) Offers(amount Amount) bool { return slices.Contains(k.Amounts, amount) }

// String returns the kind's Name.
func (k *Kind) String() string { return k.Name }

// Validate returns an error when the kind cannot be used: when it is nil, has no valid
// Name, has no New, or has no Amounts or unknown ones. Validate makes no deques, so it
// does not check that the deques keep the contract.
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

// Kinds returns every kind of this package, the recommended kind first. Each call
// returns a new slice, and the caller may change it.
func Kinds() []*Kind {
	return []*Kind{StealHalf, ABP, ChaseLev, Split, Rudolph, Locked, Central}
}

// ParseKind returns the kind of this package that has this Name. When there is none, the
// error lists all names.
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
