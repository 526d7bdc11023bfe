package stealq

import "fmt"

// Amount says how many items a steal wants. The steal range is the run of
// items at the top of a deque that its algorithm gives up in one steal: about
// half of them for stealhalf, exactly half (rounded down, at least one) for
// locked and rudolph, one item where One is all that the kind offers.
type Amount uint8

const (
	// Balance takes rangeLen - ownLen/2 items, so that thief and victim end
	// about even, and is Empty when ownLen > 2*rangeLen - 2, where the victim
	// is not certain to have more than the thief (Hendler and Shavit, PODC
	// 2002, section 2.2.4). ownLen is the thief's own length.
	Balance Amount = iota

	// One takes a single item, like the deques of Arora, Blumofe and Plaxton.
	One

	// Half takes the whole steal range, however much the thief has.
	Half

	// All takes every item. Only kinds that list it can.
	All
)

// Amounts returns every amount, in the order of their values.
func Amounts() []Amount { return []Amount{Balance, One, Half, All} }

// ParseAmount returns the amount whose String is name. The error lists them.
func ParseAmount(name string) (Amount, error) {
	var names []string
	for _, a := range Amounts() {
		if a.String() == name {
			return a, nil
		}
		names = append(names, a.String())
	}
	return 0, fmt.Errorf("stealq: no amount %q: it must be %s", name, alternatives(names))
}

// String returns "balance", "one", "half" or "all".
func (a Amount) String() string {
	switch a {
	case Balance:
		return "balance"
	case One:
		return "one"
	case Half:
		return "half"
	case All:
		return "all"
	}
	return fmt.Sprintf("Amount(%d)", uint8(a))
}

// of is how many items out of a steal range of rangeLen a thief that has
// ownLen items asks for. The result is from 0 to rangeLen.
func (a Amount) of(rangeLen, ownLen int) int {
	switch {
	case rangeLen == 0:
		return 0
	case a == One:
		return 1
	case a == Balance && ownLen > 2*rangeLen-2: // signed: rangeLen may be 1
		return 0
	case a == Balance:
		return rangeLen - ownLen/2
	}
	return rangeLen
}
