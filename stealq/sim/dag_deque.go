package sim

// nodeDeque is the split deque of Rito and Paulino, algorithm 2. One processor at a
// time uses it. The nodes below public are shared. The nodes from public on belong to
// the owner alone.
//
//	entries   . . . a b c d e f g . . .
//	                ^     ^       ^
//	              top   public   private
//
//	thieves take a; an answered notification shares d; the owner pops g
//
// A conventional deque (Arora, Blumofe and Plaxton) is one whose public is always equal to
// private.
//
// Invariant: top <= public <= private. popBottom breaks it for a moment if it finds the
// deque stolen empty, and then it sets all three to 0.
type nodeDeque struct {
	entries []node
	top     int // age.top
	public  int // officialBottom
	private int // privateBottom
}

// charge is what an operation costs.
type charge struct{ cas, fences uint64 }

// shared returns the number of nodes that thieves see.
func (d *nodeDeque) shared() int { return d.public - d.top }

func (d *nodeDeque) push(v node) {
	if d.private == len(d.entries) {
		d.entries = append(d.entries, v)
	}
	d.entries[d.private] = v
	d.private++
}

// pop takes the newest private node. ok is false if there is none.
func (d *nodeDeque) pop() (v node, ok bool) {
	if d.private == d.public {
		return node{}, false
	}
	d.private--
	return d.entries[d.private], true
}

// updateBottom shares the oldest private node. It returns false if there is none.
func (d *nodeDeque) updateBottom() bool {
	if d.private == d.public {
		return false
	}
	d.public++
	return true
}

// popBottom takes the newest shared node. ok is false if there is none. There is no
// private node. The owner acts before the thieves of a step, so its CAS succeeds.
//
// Private is lowered with public. As printed it stays, and a node is taken twice. The
// second take:
//
//  1. Two nodes are shared and none is private: top 0, public 2, private 2.
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

// popTop takes the oldest shared node. The caller has seen that there is one.
func (d *nodeDeque) popTop() node {
	d.top++
	return d.entries[d.top-1]
}
