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
//	abp        one                    CAS for the last item   Arora, Blumofe and Plaxton, SPAA 1998
//	chaselev   one                    CAS for the last item   Chase and Lev, SPAA 2005
//	split      one, on request        plain loads and stores  Rito and Paulino, 2022
//	rudolph    one or half, and gifts CAS for everything      Rudolph, Slivkin-Allalouf and Upfal, SPAA 1991
//	locked     one, half or all       lock for everything     -
//	central    nothing, all share     lock for everything     Graham, SIAM J. Appl. Math. 1969
//
// Take stealhalf: a thief that finds work finds enough to be busy with. Abp and
// chaselev are for items that stand for much work each; the first has its memory
// from New on, the second only when it needs it. Split is for owners that are
// seldom robbed and call often, for an owner that does not call is not robbed at
// all. Rudolph is for comparison, unless a program evens deques out itself: it alone
// is a [Balancer]. The locked deque is the oracle and the baseline, and central the
// baseline for having deques at all.
//
// What a program must know of a kind before it can use it stands in [Kind]: the
// amounts that it offers, whether its steals can be Lost, whether all its deques are
// one queue (Shared), whether its owners must work with its thieves (OnRequest), and
// whether a deque allocates as it fills for the first time (Grows).
//
// # Terms
//
//	here          stealhalf's paper             abp's                   chaselev's
//	Push          pushBottom                    pushBottom              pushBottom
//	Pop           popBottom                     popBottom               popBottom
//	Steal         tryToSteal                    popTop, pushBottom      steal, pushBottom
//	top           stealRange.top                age.top                 top
//	bottom        bot                           bot                     bottom
//	steal range   top .. stealLast              the one item at top     the one item at top
//	tag           stealRange.tag                age.tag                 (all of top)
//	ring          deq                           deq                     activeArray
//	Lost          tryToSteal returns 0          ABORT                   Abort
//	Empty         tryToSteal returns 0          NIL                     Empty
//
// # What an operation costs
//
// The papers count compare-and-swaps and fences. All of Go's atomics are
// sequentially consistent, and on amd64 a load is then an ordinary MOV while a
// store is an XCHG of some 20 cycles, as dear as the fence it replaces. So stores
// are counted too, here and in [Counters].
//
//	owner      Push             Pop              Pop, last item   Pop, empty
//	stealhalf  2 stores (+CAS)  1 store (+CAS)   1 store, 1 CAS   none
//	abp        2 stores         1 store          1 store, 1 CAS   none
//	chaselev   2 stores (grow)  1 store          2 stores, 1 CAS  none
//	split      none (show)      none (show)      none             none
//	rudolph    1 CAS            1 CAS            1 CAS            1 CAS once, then none
//	locked     1 lock           1 lock           1 lock           1 lock
//	central    1 lock, 1 store  1 lock, 1 store  1 lock, 1 store  none
//
//	thief      takes n               loses            finds nothing
//	stealhalf  n+1 stores, 1-2 CAS   n stores, 1 CAS  none
//	abp        2 stores, 1 CAS       0-1 CAS          none
//	chaselev   2 stores, 1 CAS       1 CAS            none
//	split      1 CAS                 1 CAS            0-1 store
//	rudolph    2 stores, 2 CAS       1 store, 1-2 CAS none
//	locked     3 locks               -                2 locks
//
// StealHalf pays the CAS in parentheses when the length crosses a power of two, and
// once after each theft. A failed one is repeated; each failure is another
// goroutine's success. An owner that loses its last item to a thief has stored twice
// and may have tried a CAS.
//
// Chaselev grows when its ring is full: one store for each item and one more. Split
// shows an item in 3 stores, takes one that it has shown back in 1 store, and the
// last of these in 2 and a CAS. A lock is two read-modify-writes when nobody waits.
//
// # Limits
//
// A deque holds 8 bytes for each item of its capacity (split 16), from
// [MinCapacity] to [MaxCapacity], and less than a kilobyte besides. Nothing is
// allocated after New, with one exception: chaselev begins with a ring of two items
// and allocates each time that it doubles, up to the capacity, so a deque that has
// once been full allocates no more. Reset keeps the ring. A program that must not
// allocate while it works fills and resets its deques first, or takes another kind.
package stealq
