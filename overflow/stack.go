package overflow

// A lock-free stack of block numbers, used twice: for the free blocks of a
// Pool and for the published blocks of a List.
//
// Source: R. K. Treiber, "Systems Programming: Coping with Parallelism", IBM
// Almaden Research Center RJ 5118, 1986 (the stack, and the counted pointer
// against ABA that System/370's double compare-and-swap allowed).
//
// What differs: links are 32-bit block numbers into a table that is never
// freed, so that a number and its count share one 64-bit word and no double
// compare-and-swap is needed, and reading the link of a block that somebody
// else has meanwhile taken is harmless. The count (the tag) moves on push only.
//
//	head: | tag, 32 bits | top, 32 bits |
//	                        |
//	                        v
//	nodes: [0: unused] [1] [2] [3] ...      top -> next -> next -> 0
//
// Invariants:
//
//  1. Following next from top visits each block of the stack once and ends at
//     0. A block is in at most one stack, so one link per block serves all.
//  2. The link of a block inside a stack does not change. It is written only
//     by the goroutine that owns the block, before the block is pushed.
//  3. Two equal values of head with a push between them are at least 2^32
//     pushes apart. With none between them the stack is the same at both: it
//     can only have shrunk, and a block that was popped comes back by a push.
//  4. All changes of head are compare-and-swaps, so each observes the one
//     before it. What an owner wrote before its push therefore happens before
//     everything its next owner does after the pop, however many other
//     changes lie between the two.
//
// Cost: one compare-and-swap for each pop, one and a store for each push.

// node is the header of a block. Headers are not padded apart: they are
// touched once for each block, that is once for each grain of references.
type node struct {
	next word32 // block below in its stack; atomic because a late pop may still read it
	n    uint32 // references stored; plain, belongs to the block's owner
	held bool   // some goroutine owns the block; plain, written by owners only
}

type stack struct {
	head word64 // {tag, top}; top 0 is the empty stack
}

func pack(tag uint32, top Block) uint64 { return uint64(tag)<<32 | uint64(top) }
func topOf(head uint64) Block           { return Block(head) }
func tagOf(head uint64) uint32          { return uint32(head >> 32) }

// push puts b on top. The caller owns b; ownership passes to the stack with
// the compare-and-swap that succeeds.
func (s *stack) push(nodes []node, b Block) {
	for {
		head := s.head.Load()
		nodes[b].next.Store(uint32(topOf(head)))
		// Publish: pairs with the compare-and-swap in swing that removes b.
		//
		// Without the step of the tag, "stale-top ABA" breaks invariant 1:
		//
		//	1. P pops: reads top = A and A's next = B, and is delayed.
		//	2. Q pops A, pops B, and pushes A back. The stack is A -> C.
		//	3. P's compare-and-swap finds top = A and installs B, which Q
		//	   owns: B gets a second owner, and when Q pushes B elsewhere,
		//	   this stack runs into that one and C is lost.
		//
		// With it the head in step 3 carries another tag, and P starts over.
		if s.head.CompareAndSwap(head, pack((tagOf(head)+1)&tagMask, b)) {
			return
		}
	}
}

// pop takes the top block, or returns 0 when the stack is empty. Ownership of
// the block passes to the caller.
func (s *stack) pop(nodes []node) Block {
	for {
		head, next := s.peek(nodes)
		if topOf(head) == 0 {
			return 0
		}
		if s.swing(head, next) {
			return topOf(head)
		}
	}
}

// peek reads the head and the link below it. The link may be out of date by
// the time it is read; then the head is too, and swing refuses.
func (s *stack) peek(nodes []node) (head uint64, next Block) {
	head = s.head.Load()
	return head, Block(nodes[topOf(head)].next.Load()) // node 0 exists, its next is 0
}

// swing replaces the head it was shown by the block below.
// Acquire: pairs with the compare-and-swap in push.
func (s *stack) swing(head uint64, next Block) bool {
	return s.head.CompareAndSwap(head, pack(tagOf(head), next))
}

func (s *stack) empty() bool { return topOf(s.head.Load()) == 0 }

// forget drops the contents. Nobody else may use the stack meanwhile.
func (s *stack) forget() { s.head.Store(pack(tagOf(s.head.Load())+1, 0)) }

// length counts by walking: exact while nobody pushes or pops, otherwise some
// number from 0 to len(nodes)-1.
func (s *stack) length(nodes []node) int {
	n := 0
	for b := topOf(s.head.Load()); b != 0 && n < len(nodes)-1; b = Block(nodes[b].next.Load()) {
		n++
	}
	return n
}
