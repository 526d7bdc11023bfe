package printed

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// cell is a shared variable of a transcript.
type cell = interleave.Uint64

func cells(n uint64) []cell { return make([]cell, n) }

// Ranges are packed as tag<<16 | top<<8 | length. The length has no code, so a wrong
// form may leave any length.
func pack(tag, top, length uint64) uint64 { return tag<<16 | top<<8 | length }
func tagOf(r uint64) uint64               { return r >> 16 }
func topOf(r uint64) uint64               { return r >> 8 & 0xff }
func lengthOf(r uint64) uint64            { return r & 0xff }

// ownerRange returns the length of the range that an owner sets for n items. From two
// items on, it is the power of two for which 2*length <= n < 4*length.
func ownerRange(n uint64) uint64 {
	if n < 2 {
		return n
	}
	return 1 << bits.Len64(n) >> 2
}

// crosses says whether one number is below a power of two that the other has reached.
func crosses(from, to uint64) bool { return bits.Len64(from) != bits.Len64(to) }

// share returns how many of n items a thief asks for. The thief itself has own items.
func share(amount rune, n, own uint64) uint64 {
	switch {
	case n == 0 || amount == 'b' && own > 2*n-2:
		return 0
	case amount == 'o':
		return 1
	case amount == 'b':
		return n - own/2
	}
	return n
}

// Lines is a set of lines of a transcript that are wrong: a bit for each of its switches.
type Lines = uint32

// lines are the wrong lines of one deque or range.
type lines struct{ wrong Lines }

func (l lines) has(line Lines) bool { return l.wrong&line != 0 }

// Show has no words for the values of variables. Those that have hide it.
func (lines) Show(string, uint64) string { return "" }

// form has what is common to all forms whose deques are made one by one. The set bits of
// wrong are its lines that are wrong.
func form[D scene.Deque](name, amounts string, wrong Lines, build func(capacity, start uint64) D) scene.Form {
	return scene.Form{Name: name, Link: linked(name, wrong), Amounts: amounts, AtRest: eachAtRest, Make: func(deques, capacity int, start uint64) (all []scene.Deque) {
		for range deques {
			all = append(all, build(uint64(capacity), start))
		}
		return all
	}}
}

// linked is the name of a form in links. Deques of package stealq have the same names without
// the prefix.
func linked(name string, wrong Lines) string {
	link := "printed." + strings.ReplaceAll(name, " ", "")
	if wrong != 0 {
		link += fmt.Sprintf("/wrong=%d", wrong)
	}
	return link
}

// A lawful deque has a law that holds while no thread is in a method.
type lawful interface{ atRest() error }

func eachAtRest(deques []scene.Deque) error {
	for i, d := range deques {
		if d, ok := d.(lawful); ok {
			if err := d.atRest(); err != nil {
				return fmt.Errorf("%c: %w", 'A'+i, err)
			}
		}
	}
	return nil
}

// single is a deque from which thieves take one item at a time.
type single interface {
	full() bool
	add(item uint64)
	popTop() (item uint64, o outcome)
}

// steal moves an item to the deque of a thief.
func steal(thief single, victim scene.Deque) (n int, none bool) {
	if thief.full() {
		return 0, true
	}
	item, o := victim.(single).popTop()
	if o == took {
		thief.add(item)
		return 1, false
	}
	return 0, o == empty
}

// take gives an item to a thief that has no deque and keeps it.
func take(victim single) (items []uint64, none bool) {
	item, o := victim.popTop()
	if o == took {
		return []uint64{item}, false
	}
	return nil, o == empty
}

// push adds an item, if there is room.
func push(d single, item uint64) bool {
	if d.full() {
		return false
	}
	d.add(item)
	return true
}

// outcome is how a steal of one item ended.
type outcome int

const (
	took outcome = iota
	empty
	lost
)
