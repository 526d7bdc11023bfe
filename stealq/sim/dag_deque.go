package sim

// The split deque of Rito and Paulino, algorithm 2, as one processor at a time
// sees it. The nodes below public are shared, those from public on are the
// owner's alone.
//
//	entries   . . . a b c d e f g . . .
//	                ^     ^       ^
//	              top   public   private
//
//	thieves take a; an answered notification shares d; the owner pops g
//
// A conventional deque (Arora, Blumofe and Plaxton) is one whose public is always
// equal to private.
//
// Invariants: top <= public <= private, but for a deque found stolen empty, which
// popBottom resets; the indices are 0 after that.
type nodeDeque struct {
	entries []node
	top     int // age.top
	public  int // officialBottom
	private int // privateBottom
}

// charge is what an operation costs.
type charge struct{ cas, fences uint64 }

// shared is the number of nodes that thieves see.
func (d *nodeDeque) shared() int { return d.public - d.top }

func (d *nodeDeque) push(v node) {
	if d.private == len(d.entries) {
		d.entries = append(d.entries, v)
	}
	d.entries[d.private] = v
	d.private++
}

// pop takes the newest private node; there may be none.
func (d *nodeDeque) pop() (node, bool) {
	if d.private == d.public {
		return node{}, false
	}
	d.private--
	return d.entries[d.private], true
}

// updateBottom shares the oldest private node, if there is one.
func (d *nodeDeque) updateBottom() bool {
	if d.private == d.public {
		return false
	}
	d.public++
	return true
}

// popBottom takes the newest shared node; there may be none. No node is private.
// The owner acts before the thieves of a step, so its CAS succeeds.
//
// Private is lowered with public. As printed it stays, and the second take:
//
//  1. Two nodes are shared, none private: top 0, public 2, private 2.
//  2. popBottom sets public to 1 and returns entries[1]. private is still 2.
//  3. pop finds private above public, and returns entries[1] again.
func (d *nodeDeque) popBottom() (v node, ok bool, cost charge) {
	if d.public == 0 {
		return node{}, false, charge{}
	}
	d.public--
	d.private = d.public
	at, top := d.public, d.top
	v = d.entries[at]
	if at > top {
		return v, true, charge{fences: 1}
	}
	d.top, d.public, d.private = 0, 0, 0
	if at == top {
		return v, true, charge{cas: 1, fences: 1}
	}
	return node{}, false, charge{fences: 1}
}

// popTop takes the oldest shared node, of which there is one.
func (d *nodeDeque) popTop() node {
	d.top++
	return d.entries[d.top-1]
}
