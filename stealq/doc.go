// Package stealq holds work-stealing deques. A deque is a bounded double-ended list
// of uint64 handles. One goroutine, the owner, uses it as a stack. Any number of other
// goroutines, the thieves, take items from the other end.
//
// The deques are for programs that make new work while they work. A worker pushes what
// it finds on its own deque. It pops the newest item next. When its deque is empty, it
// steals from the deque of another worker. In most kinds the owner's calls take no lock,
// and the thief pays most of the cost of sharing.
//
// The deques are not for passing items from one goroutine to another. A channel does
// that, and a channel blocks when it must. The deques are not unbounded either. Push
// into a full deque returns false, and the caller keeps the item.
//
// # The contract
//
// All kinds implement [Deque]. [Kinds] lists them. The owner alone calls Push, Pop and
// Steal, and a deque has one owner at a time. The receiver of Steal is the thief's own
// deque, and the stolen items arrive at its bottom. Items are handles. The caller
// decides what a handle means, and when the memory behind it may go.
//
//	                    oldest                 newest
//	thieves steal here -> a  b  c  d  e  f  g  h <- the owner pushes and pops here
//	                    ^top                    ^bottom
//
// Each item that was pushed is taken exactly once. Either the owner takes it with Pop, or it is
// stolen, once or several times, and the last thief takes it with Pop. All that happened before
// Push of an item happened before the Pop that returns the item, in the sense of the Go memory
// model. This also holds for an item that was stolen.
//
// A steal has three outcomes. [Took] means that items moved. [Empty] means that the
// victim had nothing that this thief may take. [Lost] means that another goroutine was
// faster. Lost does not say whether the victim has work left. After Lost a thief may try
// again or try another victim. It must not conclude that the program has come to its
// end. While Steal runs, the items on their way may be visible in neither deque. A thief
// must therefore count as active from before the call until it has looked at the result.
//
// # Kinds
//
// Each kind is a variable of type *[Kind] and has its file.
//
//	kind       file          a thief takes         owner's path            source
//	StealHalf  stealhalf.go  up to half at once    CAS at powers of two    Hendler and Shavit, PODC 2002
//	ABP        abp.go        one                   CAS for the last item   Arora, Blumofe and Plaxton, SPAA 1998
//	ChaseLev   chaselev.go   one                   CAS for the last item   Chase and Lev, SPAA 2005
//	Split      split.go      one, on request       plain loads and stores  Rito and Paulino, 2022
//	Rudolph    rudolph.go    one or half, or gifts CAS for everything      Rudolph, Slivkin-Allalouf and Upfal, SPAA 1991
//	Locked     locked.go     one, half or all      lock for everything     -
//	Central    central.go    nothing, all share    lock for everything     Graham, SIAM J. Appl. Math. 1969
//
// CAS is short for compare-and-swap. The name of a kind in flags and reports is its Go
// name in lower case.
//
// Choose a kind as follows.
//
//   - [StealHalf] is the recommended kind. A thief that finds work finds enough of it to
//     stay busy.
//   - [ABP] and [ChaseLev] are for items that stand for much work each. ABP allocates its
//     memory in New. ChaseLev allocates memory when it needs it.
//   - [Split] is for owners that call often and are seldom robbed. An owner that does not call
//     cannot be robbed.
//   - [Rudolph] is for comparison, and for programs that even out the lengths of deques
//     themselves. Its deques alone are a [Balancer].
//   - [Locked] is the oracle for tests and the baseline for measurements.
//   - [Central] has one queue for all workers. It shows what separate deques are worth.
//
// A program must know a few more things about a kind before it can use the kind. They
// are fields of [Kind]: the amounts that Steal accepts, whether a steal can be Lost,
// whether all deques are one queue (Shared), whether owners must help their thieves
// (OnRequest), and whether a deque allocates while it fills for the first time (Grows).
//
// # How much a thief takes
//
// The caller of Steal passes an [Amount], and amount.go has the arithmetic. The amount
// is a wish. The victim's algorithm offers a number of items, its steal range, and the
// Amount says how many items of this offer the thief wants. With [Balance] the answer
// also depends on the number of items that the thief has. At the end the room in the
// thief's own deque limits the answer.
//
// # Terms
//
// The papers have different names for the same things.
//
//	here          StealHalf's paper             ABP's                   ChaseLev's
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
// The papers count compare-and-swaps and fences. All atomic operations of Go are
// sequentially consistent. On amd64 a load is then an ordinary MOV. A store is an XCHG
// of about 20 cycles, which costs as much as the fence that it replaces. This package
// therefore counts stores too, here and in [Counters].
//
//	owner      Push             Pop              Pop, last item   Pop, empty
//	StealHalf  2 stores (+CAS)  1 store (+CAS)   1 store, 1 CAS   none
//	ABP        2 stores         1 store          1 store, 1 CAS   none
//	ChaseLev   2 stores (grow)  1 store          2 stores, 1 CAS  none
//	Split      none (show)      none (show)      none             none
//	Rudolph    1 CAS            1 CAS            1 CAS            1 CAS once, then none
//	Locked     1 lock           1 lock           1 lock           1 lock
//	Central    1 lock, 1 store  1 lock, 1 store  1 lock, 1 store  none
//
//	thief      takes n               loses            finds nothing
//	StealHalf  n+1 stores, 1-2 CAS   n stores, 1 CAS  none
//	ABP        2 stores, 1 CAS       0-1 CAS          none
//	ChaseLev   2 stores, 1 CAS       1 CAS            none
//	Split      1 CAS                 1 CAS            0-1 store
//	Rudolph    2 stores, 2 CAS       1 store, 1-2 CAS none
//	Locked     3 locks               -                2 locks
//
// StealHalf pays the CAS in parentheses when the length of the deque crosses a power of
// two, and once after each theft. A CAS that failed is tried again. Each failure is the
// success of another goroutine. An owner that loses its last item to a thief has stored
// twice, and it may have tried a CAS.
//
// ChaseLev grows when its ring is full. Then it pays one store for each item and one
// more. Split shows an item with 3 stores. It takes back a shown item with 1 store. For
// the last shown item it pays 2 stores and a CAS. A lock costs two read-modify-writes when
// no goroutine waits for it.
//
// # Limits
//
// A capacity is a power of two from [MinCapacity] to [MaxCapacity]. A deque takes 8
// bytes for each item of its capacity, and less than a kilobyte besides. Split and
// Locked take 16 bytes for each item. The deques of Central share one queue, so Central
// takes 8 bytes for each item of that queue.
//
// Deques allocate nothing after New, with one exception. ChaseLev begins with a ring of
// two items and allocates each time that the ring doubles, up to the capacity. A
// ChaseLev deque that was full once allocates no more. Reset keeps the ring. A program
// that must not allocate while it works fills its deques and resets them first, or it
// takes another kind.
package stealq
