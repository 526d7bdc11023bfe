package answer

// List is a list of blocks that all workers share. Blocks have the numbers 1, 2, 3 and so on.
// Number 0 means "no block".
//
//	head ──> 3 ──> 1 ──> 0        next[3] is 1, next[1] is 0
//
// A block is in the list, or a worker has it. No block is in both places, and no block is in the
// list twice.
type List struct {
	head word   // the number of the block on top, and a tag: see pack
	next []word // next[b] is the number of the block below block b
	left word   // for Done
}

// New makes an empty list for blocks with the numbers 1 to blocks.
func New(blocks int) *List { return &List{next: make([]word, blocks+1)} }

// pack puts a tag and the number of a block into one word.
//
//	63            32 31             0
//	+---------------+---------------+
//	| tag           | block on top  |
//	+---------------+---------------+
func pack(tag, block uint64) uint64 { return tag<<32 | block }

// blockOf and tagOf are the parts of a packed word.
func blockOf(head uint64) uint64 { return head & (1<<32 - 1) }
func tagOf(head uint64) uint64   { return head >> 32 }

// Work is what every worker does until all work is done. It scans the blocks that it takes.
// The function scan returns the blocks that are found in a block, and these are new work.
func (l *List) Work(scan func(block uint64) (found []uint64)) {
	for {
		block, ok := l.Take()
		switch {
		case ok:
			for _, b := range scan(block) {
				l.Put(b)
			}
			l.Finish()
		case l.Done():
			return
		default:
			giveWay()
		}
	}
}
