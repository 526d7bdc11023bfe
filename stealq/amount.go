package stealq

import "fmt"

// Amount says how many items of the victim's steal range a thief wants. The thief gets fewer
// if it has no room for so many. The steal range is the run of items at the top of a deque
// that the deque's algorithm offers to one steal. Its length depends on the kind:
//
//   - [StealHalf]: between one eighth and half of the items, and one item of one
//   - [Locked] and [Rudolph]: half of the items, rounded down, and one item of one
//   - [ABP], [ChaseLev] and [Split]: one item
type Amount uint8

const (
	// Balance evens out thief and victim. It takes rangeLen - ownLen/2 items, where
	// rangeLen is the length of the steal range and ownLen is the thief's length, both
	// in items. Balance is Empty when ownLen > 2*rangeLen - 2. Then it is not certain
	// that the victim has more items than the thief (Hendler and Shavit, PODC 2002,
	// section 2.2.4).
	Balance Amount = iota

	// One takes a single item.
	One

	// Half takes the whole steal range, whatever the thief has.
	Half

	// All takes every item, also those outside the steal range. Only the kinds that
	// list All in Amounts accept it.
	All
)

// Amounts returns every amount, in the order of their values.
func Amounts() []Amount { return []Amount{Balance, One, Half, All} }

// ParseAmount returns the amount whose String is name, such as "half". When there is none, the
// error lists all names.
func ParseAmount(name string) (Amount, error) { return named("amount", name, Amounts()) }

// String returns "balance", "one", "half" or "all".
func (a Amount) String() string {
	if names := [...]string{"balance", "one", "half", "all"}; int(a) < len(names) {
		return names[a]
	}
	return fmt.Sprintf("Amount(%d)", uint8(a))
}

// of returns how many items a thief asks for. The victim offers rangeLen items, and the
// thief itself has ownLen items. The result is from 0 to rangeLen. A victim that
// accepts All offers all its items as the range.
func (a Amount) of(rangeLen, ownLen int) int {
	switch {
	case rangeLen == 0:
		return 0
	case a == One:
		return 1
	case a == Balance && ownLen > 2*rangeLen-2: // int, not uint: rangeLen may be 1
		return 0
	case a == Balance:
		return rangeLen - ownLen/2
	}
	return rangeLen
}
