package forward

import "math/bits"

// spill holds references that were to be forwarded and did not fit into a queue. It is a
// second bitmap: of references that are still to be marked. Anybody may add to it. Only
// the owner of a segment takes the references of that segment out of it.
//
// It works like overflow.Pending, and has the same two invariants: a bit is set before
// the summary is looked at, and a summary bit is cleared before the words are read. Two
// things differ. References in here are not marked yet. And a summary has one bit for
// each segment, and there is a summary for each owner. A claim never covers words of
// two owners, and an idle worker sees whose work it is.
//
//	any of owner 0 ──> summary of owner 0   | 0 1 0 0 ... |      one bit for each segment
//	any of owner 1 ──> summary of owner 1   | 0 0 0 1 ... |
//	                                                |
//	words                             | segment 0 | 1 | 2 | 3 | ...
//
// The first word of a summary says whether the others are worth reading. It is set after
// them, and cleared before they are read, just as they are with the words.
type spill struct {
	n       uint64 // references below it have a bit
	shift   uint32
	stride  int // words of a summary
	words   []word
	summary []word // of owner 0, owner 1, and so on
}

// spillPad is how many words lie between two summaries, at least.
const spillPad = 16

// fit makes room for references below n, for these segments. No worker may be running. It
// keeps the memory if there is enough. Reused memory is empty.
func (s *spill) fit(n uint64, of Segments) {
	s.n, s.shift = (n+63)&^63, of.shift
	if words := int(s.n / 64); words > len(s.words) {
		s.words = make([]word, words)
	}
	segments := int((s.n + 1<<of.shift - 1) >> of.shift)
	s.stride = 1 + (segments+63)/64 + spillPad
	if need := s.stride * int(of.owners); need > len(s.summary) {
		s.summary = make([]word, need)
	}
}

// add puts a reference of owner's segments into the set. It reports whether the reference
// was not there before. The reference is below n. Any active worker may call it.
func (s *spill) add(ref uint32, owner uint32) bool {
	if bit := uint64(1) << (ref % 64); s.words[ref/64].Or(bit)&bit != 0 {
		return false
	}
	// The bit comes first, the summary second: see overflow.Pending.
	s.flag(ref>>s.shift, owner)
	return true
}

// flag says that a segment has something in it.
func (s *spill) flag(segment, owner uint32) {
	any, summary := s.of(owner)
	word, bit := &summary[segment/64], uint64(1)<<(segment%64)
	if word.Load()&bit == 0 {
		word.Or(bit)
	}
	if any.Load() == 0 {
		any.Store(1)
	}
}

// empty reports whether there is nothing for an owner. Any worker may call it. While the
// owner takes something, true may be wrong.
func (s *spill) empty(owner uint32) bool {
	any, _ := s.of(owner)
	return any.Load() == 0
}

// of returns the summary of an owner, and the word that says whether it is worth reading.
func (s *spill) of(owner uint32) (any *word, summary []word) {
	all := s.summary[int(owner)*s.stride:][:s.stride-spillPad]
	return &all[0], all[1:]
}

// take moves references of one segment of owner to buf, which has room for at least 64. It
// returns how many; 0 means that it has found none. Only the owner may call it.
func (s *spill) take(owner uint32, buf []uint32) int {
	any, summary := s.of(owner)
	if any.Load() == 0 {
		return 0
	}
	any.Store(0) // before the summary is read
	for i := range summary {
		for flagged := summary[i].Load(); flagged != 0; flagged = summary[i].Load() {
			segment := uint32(i*64 + bits.TrailingZeros64(flagged))
			summary[i].And(^(flagged & -flagged)) // before the words are read
			if n := s.gather(segment, owner, buf); n > 0 {
				any.Store(1) // there may be more
				return n
			}
		}
	}
	return 0
}

// gather moves references of one segment to buf. If it leaves some, it flags the segment
// again before it returns.
func (s *spill) gather(segment, owner uint32, buf []uint32) (n int) {
	low := int(segment) << s.shift / 64
	high := min(low+1<<s.shift/64, int(s.n/64))
	for w := low; w < high; w++ {
		seen := s.words[w].Load()
		if seen == 0 {
			continue
		}
		if bits.OnesCount64(seen) > len(buf)-n {
			s.flag(segment, owner)
			break
		}
		for set := seen & s.words[w].And(^seen); set != 0; set &= set - 1 {
			buf[n] = uint32(w*64 + bits.TrailingZeros64(set))
			n++
		}
	}
	return n
}

// reset empties the set. No worker may be running. It visits the flagged segments only.
func (s *spill) reset() {
	for i := range s.summary {
		for set := s.summary[i].Load(); set != 0 && i%s.stride > 0; set &= set - 1 {
			segment := (i%s.stride-1)*64 + bits.TrailingZeros64(set)
			low := segment << s.shift / 64
			for w := low; w < min(low+1<<s.shift/64, len(s.words)); w++ {
				s.words[w].Store(0)
			}
		}
		s.summary[i].Store(0)
	}
}
