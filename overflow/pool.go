package overflow

import "fmt"

// Block is the handle of a block of a [Pool]. 0 is no block. A handle is valid only in its
// pool.
type Block uint32

const (
	// lineRefs is how many references 64 bytes hold. Blocks begin at multiples of it,
	// so that two owners do not write to the same cache line. With a grain below 16
	// this costs up to 60 bytes a block.
	lineRefs = 16

	// pageRefs is how many references 4096 bytes hold, the smallest page of the
	// platforms on which Go runs. Prefault writes to each page once.
	pageRefs = 1024

	// nodeBytes is the size of a node.
	nodeBytes = 12

	// maxBlocks leaves room in a Block for 0, and in 32-bit ints for counting.
	maxBlocks = 1<<31 - 2
)

// Pool is a fixed set of blocks. Each block holds up to Grain references. Its owner
// is the pool, a goroutine, or a [List]. Make a Pool with [NewPool]. A block changes hands
// by one successful compare-and-swap:
//
//	pool --Get--> goroutine --Push--> list --Pop--> goroutine --Put--> pool
//
// The contents are plain memory. The stores of an owner happen before its Push or Put,
// and this happens before the Pop or Get that gives the block to the next owner.
type Pool struct {
	nodes  []node   // nodes[b] is the header of block b; node 0 ends every chain
	refs   []uint32 // block b is refs[(b-1)*stride:][:grain]
	grain  int
	stride int
	_      [padBytes]byte
	free   stack // written by every Get and Put
	_      [padBytes]byte
}

// NewPool returns a pool of free blocks, each with room for grain references. With 0
// blocks the pool is always exhausted. NewPool panics if blocks is negative, if grain is
// less than 1, or if a slice cannot be so long.
//
// It allocates all memory at once: for each block 12 bytes, and 4 bytes for each reference,
// the latter rounded up to 64 bytes. 1024 blocks of 64 references are 268 KiB (see Bytes).
// It writes to the 12 bytes only: see Prefault.
func NewPool(blocks, grain int) *Pool {
	const maxInt = int(^uint(0) >> 1)
	if blocks < 0 || blocks > maxBlocks {
		panic(fmt.Sprintf("overflow: NewPool: %d blocks, want 0 to %d", blocks, maxBlocks))
	}
	if grain < 1 || grain > maxInt/4-lineRefs {
		panic(fmt.Sprintf("overflow: NewPool: grain %d, want 1 to %d", grain, maxInt/4-lineRefs))
	}
	stride := (grain + lineRefs - 1) / lineRefs * lineRefs
	if blocks > maxInt/4/stride {
		panic(fmt.Sprintf("overflow: NewPool: %d blocks of grain %d exceed the address space", blocks, grain))
	}
	p := &Pool{
		nodes:  make([]node, blocks+1),
		refs:   make([]uint32, blocks*stride),
		grain:  grain,
		stride: stride,
	}
	p.Reset()
	return p
}

// Prefault writes to each page of the references once, so that the pages have memory before
// the first overflow. A pool that serves one mark seldom needs most of them. No other goroutine
// may use the pool meanwhile, and no block may hold anything.
func (p *Pool) Prefault() {
	for i := 0; i < len(p.refs); i += pageRefs {
		p.refs[i] = 0
	}
}

// Get takes a free block, which is empty, and makes the caller its owner. False means
// that the pool is exhausted. Any goroutine may call it.
func (p *Pool) Get() (Block, bool) {
	b := p.free.pop(p.nodes)
	if b == 0 {
		return 0, false
	}
	p.nodes[b].held = true
	p.nodes[b].n = 0
	return b, true
}

// Put empties b, and gives it back to the pool. Only the owner of b may call it, and
// it is the owner no longer. Put panics if it sees that no goroutine owns b, for instance
// when b is put twice.
func (p *Pool) Put(b Block) {
	p.owned(b, "Put").held = false
	p.free.push(p.nodes, b) // ownership passes to the pool
}

// Fill replaces the contents of b by a copy of refs. Only the owner of b may call it. It
// panics if refs is longer than the grain.
func (p *Pool) Fill(b Block, refs []uint32) {
	if len(refs) > p.grain {
		panic(fmt.Sprintf("overflow: Fill: %d references, the grain is %d", len(refs), p.grain))
	}
	p.owned(b, "Fill").n = uint32(len(refs))
	copy(p.refs[(int(b)-1)*p.stride:], refs)
}

// Refs returns the contents of b, not a copy. They are valid until b is put or pushed.
// Only the owner of b may call it.
func (p *Pool) Refs(b Block) []uint32 {
	n := int(p.owned(b, "Refs").n)
	at := (int(b) - 1) * p.stride
	return p.refs[at : at+n : at+n]
}

// owned returns the header of b. Its check finds a block that no goroutine owns, or
// that a list owns. It does not find a block that another goroutine owns.
func (p *Pool) owned(b Block, op string) *node {
	if b == 0 || uint64(b) >= uint64(len(p.nodes)) {
		panic(fmt.Sprintf("overflow: %s: block %d, want 1 to %d", op, b, len(p.nodes)-1))
	}
	if nd := &p.nodes[b]; nd.held {
		return nd
	}
	panic(fmt.Sprintf("overflow: %s: block %d is free or in a list, not held by the caller", op, b))
}

// Grain returns how many references a block holds at most.
func (p *Pool) Grain() int { return p.grain }

// Blocks returns how many blocks there are, free or not.
func (p *Pool) Blocks() int { return len(p.nodes) - 1 }

// Free counts the free blocks. The number is exact while no goroutine gets or puts, and
// an estimate otherwise. Any goroutine may call it.
func (p *Pool) Free() int { return p.free.length(p.nodes) }

// Bytes returns the memory of the pool in bytes.
func (p *Pool) Bytes() int64 {
	return int64(len(p.nodes))*nodeBytes + int64(len(p.refs))*4
}

// Reset makes every block free, owned or not. Its time is proportional to the number of blocks. No
// other goroutine may use the pool or its lists meanwhile. Every List of the pool must be Reset,
// too, before or after.
func (p *Pool) Reset() {
	for b := range p.nodes {
		p.nodes[b].held = false
	}
	p.free.fill(p.nodes)
}
