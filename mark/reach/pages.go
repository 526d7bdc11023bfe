package reach

import "slices"

// pages is a list of numbers that grows, and never moves what it has. Its memory is 4 bytes
// for each number, and a page is allocated when its first number comes.
//
//	position   0 ... 16383    16384 ... 32767    32768 ...
//	pages      [  page 0   ]  [    page 1     ]  nil
//
// One goroutine at a time may call reserve. Any number of them may write at once to
// positions that each has reserved.
type pages struct {
	pages  [][]uint32
	length uint64 // of the list
	limit  uint64 // length never gets above this
}

// pageNumbers is how many numbers a page holds. They take 64 KiB.
const pageNumbers = 1 << 14

// reset empties the list, and gives it room for limit numbers. It keeps the pages.
func (p *pages) reset(limit uint64) {
	n := int((limit + pageNumbers - 1) / pageNumbers)
	p.pages = slices.Grow(p.pages[:0], n)[:n]
	p.length, p.limit = 0, limit
}

// reserve makes the list longer by n, and returns the first new position. It panics if the
// list gets too long. A search never makes it so long, because it finds each node once.
func (p *pages) reserve(n int) (at uint64) {
	at = p.length
	if p.length += uint64(n); p.length > p.limit {
		panic("reach: a node was found twice")
	}
	for i := (at + pageNumbers - 1) / pageNumbers; i*pageNumbers < p.length; i++ {
		if size := min(pageNumbers, p.limit-i*pageNumbers); uint64(len(p.pages[i])) < size {
			p.pages[i] = make([]uint32, size)
		}
	}
	return at
}

// write puts numbers at positions that were reserved.
func (p *pages) write(at uint64, numbers []uint32) {
	for len(numbers) > 0 {
		n := copy(p.pages[at/pageNumbers][at%pageNumbers:], numbers)
		at, numbers = at+uint64(n), numbers[n:]
	}
}

// add appends one number.
func (p *pages) add(number uint32) {
	at := p.reserve(1)
	p.pages[at/pageNumbers][at%pageNumbers] = number
}

// at returns the number at a position.
func (p *pages) at(i uint64) uint32 { return p.pages[i/pageNumbers][i%pageNumbers] }

// from returns the numbers at low and behind it: those below high, or fewer if a page ends
// before.
func (p *pages) from(low, high uint64) []uint32 {
	page, first := p.pages[low/pageNumbers], low%pageNumbers
	return page[first:min(first+high-low, uint64(len(page)))]
}

// until is from, backwards: it returns the numbers before high.
func (p *pages) until(low, high uint64) []uint32 {
	return p.from(max(low, (high-1)/pageNumbers*pageNumbers), high)
}
