package main

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

const (
	inList = -1
	ever   = math.MaxInt
)

// place says where a block is.
type place struct {
	worker int // or inList
	since  int // in the list: when Put returned; ever: it has not
}

// stay is a time during which a block was in the list: from the return of Put to the call of
// the Take that took it.
type stay struct {
	block       uint64
	from, until int
}

// ledger knows where each block is, and checks what Put and Take do.
type ledger struct {
	w     *interleave.World
	list  *answer.List
	at    []place // by block
	clock int     // calls and returns so far
	stays []stay
	empty []stay // calls of Take that found nothing; the block is the worker
}

// newLedger makes a list, in which all blocks are said to be.
func newLedger(w *interleave.World, blocks int) *ledger {
	l := &ledger{w: w, list: newList(w, blocks), at: make([]place, blocks+1)}
	for b := range l.at {
		l.at[b] = place{worker: inList}
	}
	return l
}

func (l *ledger) now() int {
	l.clock++
	return l.clock
}

// work is what a worker does.
func (l *ledger) work(me int, script string, mine []uint64) {
	for _, op := range script {
		switch {
		case op == 't':
			if b, ok := l.take(me); ok {
				mine = append(mine, b)
			}
		case op == 'p' && len(mine) > 0:
			l.put(mine[0])
			mine = mine[1:]
		case op == 'q' && len(mine) > 0:
			l.put(mine[len(mine)-1])
			mine = mine[:len(mine)-1]
		}
	}
}

func (l *ledger) put(b uint64) {
	l.at[b] = place{inList, ever} // before: others may take it at once
	l.list.Put(b)
	if l.at[b] == (place{inList, ever}) {
		l.at[b].since = l.now()
	}
}

func (l *ledger) take(me int) (b uint64, ok bool) {
	called := l.now()
	b, ok = l.list.Take()
	if !ok {
		l.empty = append(l.empty, stay{uint64(me), called, l.now()})
		return 0, false
	}
	l.had(b, me)
	l.stays = append(l.stays, stay{b, l.at[b].since, called})
	l.at[b] = place{worker: me}
	return b, true
}

// had checks that a block that was taken was in the list.
func (l *ledger) had(b uint64, me int) {
	switch blocks := uint64(len(l.at) - 1); {
	case b < 1 || b > blocks:
		l.w.Failf("Take returns block %d: there are the blocks 1 to %d", b, blocks)
	case l.at[b].worker == me:
		l.w.Failf("worker %c takes block %d, and has it already", 'a'+me, b)
	case l.at[b].worker != inList:
		l.w.Failf("two workers have block %d: worker %c, and now worker %c", b, 'a'+l.at[b].worker, 'a'+me)
	}
}

// close takes what is left. Then each block has been somewhere, once.
func (l *ledger) close() {
	left := map[uint64]bool{}
	for range len(l.at) {
		b, ok := l.list.Take()
		switch {
		case !ok:
			l.requireAll(left)
			l.requireTrulyEmpty()
			return
		case b < 1 || b >= uint64(len(l.at)):
			l.w.Failf("Take returns block %d: there are the blocks 1 to %d", b, len(l.at)-1)
			return
		case l.at[b].worker != inList:
			l.w.Failf("two workers have block %d: worker %c, and the next one that takes", b, 'a'+l.at[b].worker)
			return
		case left[b]:
			l.w.Failf("the list has no end: block %d comes twice", b)
			return
		}
		left[b] = true
	}
	l.w.Failf("the list has no end")
}

// requireAll checks that no block is lost.
func (l *ledger) requireAll(left map[uint64]bool) {
	for b := 1; b < len(l.at); b++ {
		if l.at[b].worker == inList && !left[uint64(b)] {
			l.w.Failf("block %d is lost: it was put on the list, and no worker can take it", b)
			return
		}
	}
}

// requireTrulyEmpty checks that no block was in the list all the time while a Take found
// nothing.
func (l *ledger) requireTrulyEmpty() {
	for b, p := range l.at {
		if b > 0 && p.worker == inList {
			l.stays = append(l.stays, stay{uint64(b), p.since, ever})
		}
	}
	for _, e := range l.empty {
		for _, s := range l.stays {
			if s.from < e.from && s.until > e.until {
				l.w.Failf("worker %c is told that the list is empty, but block %d was in it all the time", 'a'+e.block, s.block)
				return
			}
		}
	}
}
