// Package stealq holds work-stealing deques: bounded queues of uint64 handles
// that one goroutine, the owner, uses as a stack, while any number of thieves
// take from the other end.
//
// They are for programs that make work while they do it: a worker pushes what it
// finds on its own deque, pops the newest item next, and steals from another
// worker when it has none. The owner's path takes no lock; the cost of sharing
// falls on the thief. They are not for passing items from one goroutine to
// another (a channel does that, and blocks when it must), and not for unbounded
// queues: a full deque says so, and the caller keeps the item.
//
// # The contract
//
// All kinds implement [Deque]; [Kinds] lists them. The owner calls Push, Pop and
// Steal, one goroutine at a time; the receiver of Steal is the thief's own deque,
// and the stolen items arrive at its bottom. Items are handles: what they mean, and
// when the memory behind them may go, is the caller's business.
//
//	                    oldest                 newest
//	thieves steal here -> a  b  c  d  e  f  g  h <- the owner pushes and pops here
//	                    ^top                    ^bottom
//
// Each item pushed is taken exactly once: by the owner's Pop, or, after any number
// of steals, by the Pop of some thief. What happened before Push of an item happened
// before the Pop that returns it, in the sense of the Go memory model, also when the
// item was stolen on the way.
//
// A steal has three outcomes. [Took] moved items. [Empty] found nothing that this
// thief may take. [Lost] was beaten by another goroutine, and says nothing about
// whether work is left: retry, try elsewhere, but do not conclude that a program has
// come to its end. While Steal runs, items may be visible in neither deque, so a
// thief counts as active from before the call until it has looked at the result.
//
// # Kinds
//
//	name       steals                 owner's path            source
//	stealhalf  up to half at once     CAS at powers of two    Hendler and Shavit, PODC 2002
//	locked     one, half or all       lock for everything     -
//
// Take stealhalf. The locked deque is the oracle and the baseline.
//
// # Terms
//
//	here          stealhalf's paper             the Arora, Blumofe, Plaxton deque
//	Push          pushBottom                    pushBottom
//	Pop           popBottom                     popBottom
//	Steal         tryToSteal                    popTop, then pushBottom
//	top           stealRange.top                age.top
//	bottom        bot                           bot
//	steal range   top .. stealLast              the one item at top
//	tag           stealRange.tag                age.tag
//	Lost          tryToSteal returns 0          ABORT
//	Empty         tryToSteal returns 0          NIL
//
// # What an operation costs
//
// The papers count compare-and-swaps and fences. All of Go's atomics are
// sequentially consistent, and on amd64 a load is then an ordinary MOV while a
// store is an XCHG of some 20 cycles, as dear as the fence it replaces. So stores
// are counted too, here and in [Counters].
//
//	                    stealhalf                   locked
//	Push                2 stores (+ 1 CAS)          1 lock
//	Pop                 1 store (+ 1 CAS)           1 lock
//	Pop, empty          none                        1 lock
//	Pop, last one lost  2 stores, 0 or more CAS     -
//	Steal n items       n + 1 stores, 1 or 2 CAS    3 locks
//	Steal, lost         n stores, 1 CAS             -
//	Steal, empty        none                        2 locks
//
// The CAS in parentheses is paid when the length crosses a power of two, and once
// after each theft. A failed one is repeated; each failure is another goroutine's
// success. A lock is two read-modify-writes when nobody waits.
//
// # Limits
//
// A deque holds 8 bytes for each item of its capacity, from [MinCapacity] to
// [MaxCapacity], and less than a kilobyte besides. Nothing is allocated after New.
package stealq
