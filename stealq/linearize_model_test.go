package stealq_test

import (
	"fmt"

	"github.com/anishathalye/porcupine"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The sequential model that recorded histories are held against: three deques as
// lists of items. A theft is not one step, for its items may be visible in neither
// deque for a while. It is two, in this order, each at some instant while Steal ran:
//
//	take   the n oldest items leave the victim, into the thief's hand
//	put    what is in the hand goes to the bottom of the thief's own deque
//
// A Balance is one step. Each step demands exactly the promise of the contract:
// Push fails only when the deque is full, Pop only when it is empty, a theft is
// Empty only when there is nothing that this thief may take, and Lost says nothing
// about the deques at all.

const (
	histDeques = 3
	histCap    = 4 // the largest capacity
)

// list is the items of a deque, the oldest first.
type list struct {
	items [histCap]uint8
	n     int
}

func (l *list) push(item uint8) {
	l.items[l.n] = item
	l.n++
}

// oldest removes and returns the first item.
func (l *list) oldest() uint8 {
	item := l.items[0]
	copy(l.items[:], l.items[1:])
	l.n--
	l.items[l.n] = 0 // equal states are equal in every byte
	return item
}

// newest removes and returns the last item.
func (l *list) newest() uint8 {
	l.n--
	item := l.items[l.n]
	l.items[l.n] = 0
	return item
}

// moveTo moves the n oldest items to the other list's end.
func (l *list) moveTo(to *list, n int) {
	for range n {
		to.push(l.oldest())
	}
}

// histState is a state of the model. It is compared with ==.
type histState struct {
	deques, hands [histDeques]list
}

// step is what a call did, or one of the two steps of a theft. Input and output
// are one, because a step is checked, not predicted.
type step struct {
	what    stepKind
	who     int // number of the caller, and of its deque
	victim  int
	amount  stealq.Amount
	item    uint8
	ok      bool
	n       int // items moved; < 0: given away by a Balance
	outcome stealq.Outcome
}

type stepKind uint8

const (
	stepPush stepKind = iota
	stepPop
	stepTake
	stepPut
	stepBalance
)

func (s step) String() string {
	switch s.what {
	case stepPush:
		return fmt.Sprintf("%d: push %d: %v", s.who, s.item, s.ok)
	case stepPop:
		return fmt.Sprintf("%d: pop: %d, %v", s.who, s.item, s.ok)
	case stepTake:
		return fmt.Sprintf("%d: take %v from %d: %d, %v", s.who, s.amount, s.victim, s.n, s.outcome)
	case stepPut:
		return fmt.Sprintf("%d: put %d", s.who, s.n)
	}
	return fmt.Sprintf("%d: balance with %d: %d, %v", s.who, s.victim, s.n, s.outcome)
}

// spec is the model of one kind at one capacity.
type spec struct {
	kind     *stealq.Kind
	capacity int
}

func (m spec) model() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return histState{} },
		Step: func(state, input, _ any) (bool, any) {
			s := state.(histState)
			ok := m.step(&s, input.(step))
			return ok, s
		},
		DescribeOperation: func(input, _ any) string { return input.(step).String() },
	}
}

// step applies what happened to the state, and reports whether it may happen there.
func (m spec) step(s *histState, e step) bool {
	own, victim := m.of(s, e.who), m.of(s, e.victim)
	switch e.what {
	case stepPush:
		if !e.ok {
			return own.n == m.capacity
		}
		if own.n == m.capacity {
			return false
		}
		own.push(e.item)
		return true
	case stepPop:
		return m.pop(own, e)
	case stepTake:
		if e.outcome != stealq.Took {
			return e.n == 0 && (e.outcome == stealq.Empty && m.mayBeEmpty(own, victim, e.amount) || e.outcome == stealq.Lost && m.kind.Loses)
		}
		if e.n < 1 || e.n > m.most(victim.n, e.amount) {
			return false
		}
		victim.moveTo(&s.hands[e.who], e.n)
		return true
	case stepPut:
		hand := &s.hands[e.who]
		if hand.n != e.n || own.n+e.n > m.capacity {
			return false
		}
		hand.moveTo(own, e.n)
		return true
	}
	return m.balance(own, victim, e)
}

// of is the list that stands for deque i.
func (m spec) of(s *histState, i int) *list {
	if m.kind.Shared {
		i = 0
	}
	return &s.deques[i]
}

func (m spec) pop(own *list, e step) bool {
	switch {
	case !e.ok:
		return own.n == 0
	case own.n == 0:
		return false
	}
	return own.newest() == e.item
}

// most is how many of n items a theft may take.
func (m spec) most(n int, amount stealq.Amount) int {
	switch {
	case m.kind.Shared || n == 0:
		return 0
	case amount == stealq.All:
		return n
	case amount == stealq.One:
		return 1
	}
	return max(1, n/2)
}

// mayBeEmpty says whether a thief may be told that there is nothing for it.
func (m spec) mayBeEmpty(own, victim *list, amount stealq.Amount) bool {
	return victim.n == 0 || own.n == m.capacity || // nothing to take, or no room for it
		m.kind.Shared || m.kind.OnRequest || // nothing is ever taken, or it must be asked for first
		amount == stealq.Balance && own.n > 0 // 2*range - 2 is less than that for a range of 1
}

// balance moves items either way until the lists are even or one item apart.
func (m spec) balance(own, other *list, e step) bool {
	switch {
	case e.outcome == stealq.Lost:
		return e.n == 0 && m.kind.Loses
	case e.outcome == stealq.Empty: // even, or no room, or the other one sleeps
		return e.n == 0
	case e.n > 0:
		if e.n > max(1, (other.n-own.n)/2) || e.n > other.n || own.n+e.n > m.capacity {
			return false
		}
		other.moveTo(own, e.n)
		return true
	case -e.n > (own.n-other.n)/2 || e.n == 0:
		return false
	}
	given := list{} // before the other's oldest
	own.moveTo(&given, -e.n)
	other.moveTo(&given, other.n)
	*other = given
	return true
}
