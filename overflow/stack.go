package overflow

// This file has a lock-free stack of block numbers. It is used twice: for the free blocks of a
// Pool, and for the published blocks of a List.
//
// The source is R. K. Treiber, "Systems Programming: Coping with Parallelism", IBM Almaden
// Research Center RJ 5118, 1986. It has the stack, and a counted pointer against ABA, for
// System/370's double compare-and-swap.
//
// We change this: a link is a 32-bit block number, and not a pointer. It leads into a table
// that is never freed. A number and its count (the tag) share one word of 64 bits, and a
// single compare-and-swap is enough. And a goroutine may read the link of a block that
// another goroutine has meanwhile taken: this does no harm. The tag goes on with each push
// only.
//
//	head: | tag, 32 bits | top, 32 bits |
//	                        |
//	                        v
//	nodes: [0: unused] [1] [2] [3] ...      top -> next -> next -> 0
//
// Invariants:
//
//  1. A walk along next from top visits each block of the stack once, and ends at 0. A
//     block is in at most one stack, so one link for each block is enough.
//  2. The link of a block inside a stack does not change. Only the goroutine that owns the
//     block writes the link, before it pushes the block.
//  3. Suppose that head has the same value twice. If there was a push between, there were
//     at least 2^32 of them. If there was no push between, the stack is the same at both:
//     it can only have shrunk, and a block that was popped comes back only by a push.
//  4. All changes of head are compare-and-swaps, and each of them observes the one before.
//     An owner's writes before its push therefore happen before everything that the next
//     owner does after the pop, however many other changes lie between the two.
//
// Cost: one compare-and-swap for each pop. One compare-and-swap and a store for each push.

// node is the header of a block. Headers are not padded apart. They are touched once
// for each block, so once for each grain of references.
type node struct {
	next word32 // the block below in its stack; atomic, because a late pop may still read it
	n    uint32 // how many references are stored; plain, only the block's owner uses it
	held bool   // some goroutine owns the block; plain, only owners write it
}

// stack is the head of one stack. The links are in the nodes of a Pool.
type stack struct {
	head word64 // {tag, top}; top 0 means that the stack is empty
}

func pack(tag uint32, top Block) uint64 { return uint64(tag)<<32 | uint64(top) }
func topOf(head uint64) Block           { return Block(head) }
func tagOf(head uint64) uint32          { return uint32(head >> 32) }

// push puts b on top. The caller owns b. When the compare-and-swap succeeds, the
// stack owns it.
func (s *stack) push(nodes []node, b Block) {
	for {
		head := s.head.Load()
		nodes[b].next.Store(uint32(topOf(head)))
		// Publish: pairs with the compare-and-swap in swing that removes b.
		//
		// The tag goes on with each push. Without that, "stale-top ABA" breaks
		// invariant 1:
		//
		//  1. P pops. It reads top = A and A's next = B, and is delayed.
		//  2. Q pops A, pops B, and pushes A back. The stack is A -> C.
		//  3. P's compare-and-swap finds top = A, and makes B the top. But Q owns B,
		//     so B gets a second owner. When Q pushes B elsewhere, this stack runs
		//     into that one, and C is lost.
		//
		// With the tag, the head in step 3 has another tag, and P starts over.
		if s.head.CompareAndSwap(head, pack((tagOf(head)+1)&tagMask, b)) {
			return
		}
	}
}

// pop takes the top block. It returns 0 when the stack is empty. The caller owns the
// block then.
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

// peek reads the head, and the link below it. The link may be out of date by the time
// it is read. Then the head is out of date, too, and swing fails.
func (s *stack) peek(nodes []node) (head uint64, next Block) {
	head = s.head.Load()
	return head, Block(nodes[topOf(head)].next.Load()) // node 0 exists, its next is 0
}

// swing replaces the head that peek has read by the block below. It fails if the head
// has changed. Acquire: pairs with the compare-and-swap in push.
func (s *stack) swing(head uint64, next Block) bool {
	return s.head.CompareAndSwap(head, pack(tagOf(head), next))
}

func (s *stack) empty() bool { return topOf(s.head.Load()) == 0 }

// forget drops the contents. No other goroutine may use the stack meanwhile.
func (s *stack) forget() { s.head.Store(pack(tagOf(s.head.Load())+1, 0)) }

// fill makes a stack of all blocks, block 1 on top, whatever it was before. The tag goes on as if it was emptied and
// each block was pushed, but nothing is compared: no other goroutine may use any stack of these nodes meanwhile.
func (s *stack) fill(nodes []node) {
	n, top := len(nodes)-1, Block(0)
	for b := Block(n); b > 0; b-- {
		nodes[b].next.Store(uint32(top))
		top = b
	}
	s.head.Store(pack((tagOf(s.head.Load())+1+uint32(n))&tagMask, top))
}

// length counts the blocks by walking. The number is exact while no goroutine pushes or
// pops. Otherwise it is some number from 0 to len(nodes)-1.
func (s *stack) length(nodes []node) int {
	n := 0
	for b := topOf(s.head.Load()); b != 0 && n < len(nodes)-1; b = Block(nodes[b].next.Load()) {
		n++
	}
	return n
}
