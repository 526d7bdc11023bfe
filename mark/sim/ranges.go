package sim

// cursors is the number of ranges that can be open at once, the roots included.
const cursors = 64

// chunk is references [low, high) of the object, or that part of the roots.
type chunk struct {
	object, low, high uint32
	roots             bool
}

// ranges is the marker's table of open ranges: cursor 0 is the roots', each
// other one a huge object's.
type ranges struct {
	open    int
	cursors [cursors]chunk // what is unclaimed; low = high is no range
}

// openRoots offers the roots.
func (s *simulation) openRoots(n uint32) {
	if n > 0 {
		s.ranges.cursors[0] = chunk{high: n, roots: true}
		s.ranges.open++
		s.seen(1)
	}
}

// offer opens a range over the object's references; false if the table is full.
func (t *ranges) offer(object, length uint32) bool {
	for i := 1; i < cursors; i++ {
		if c := &t.cursors[i]; c.low == c.high {
			*c = chunk{object: object, high: length}
			t.open++
			return true
		}
	}
	return false
}

// claim takes the next chunk of some open range, looking from cursor start on.
func (s *simulation) claim(start int) (chunk, bool) {
	t := &s.ranges
	for i := 0; i < cursors && t.open > 0; i++ {
		c := &t.cursors[(start+i)%cursors]
		if c.low == c.high {
			continue
		}
		taken := *c
		taken.high = c.low + min(chunkRefs, c.high-c.low)
		if c.low = taken.high; c.low == c.high {
			t.open--
			s.seen(-1)
		}
		return taken, true
	}
	return chunk{}, false
}
