package overflow_test

import (
	"fmt"
	"math/bits"
)

// A step machine of the protocol between Pending's Add and Take: one chunk of
// two words of two bits, up to three threads, every interleaving of their
// atomic steps. It is a model written by hand, so it shows that the order of
// steps is right, not that the code has that order. It cannot find anything that needs
// more than one chunk, three threads, or two operations each.

const (
	modelWords = 2
	modelRoom  = 2 // len(buf) of a Take: one word's worth, as minTake is
)

// order is a way to arrange the steps; only the first is right.
type order int

const (
	rightOrder        order = iota
	summaryBeforeBit        // Add sets the summary bit, then the bit
	lookBeforeBit           // Add reads the summary, sets the bit, sets the summary bit if it read 0
	clearAfterSweep         // Take clears the summary bit when it has swept
	noFlagAtEarlyStop       // Take leaves references and no summary bit
	flagAfterReturn         // Take sets the summary bit after it returned
	storeInsteadOfAnd       // Take writes 0 over the word that it read
)

func (o order) String() string {
	return [...]string{"right order", "summary before bit", "look before bit", "summary cleared after sweep",
		"no flag at early stop", "flag after return", "store instead of And"}[o]
}

// A script is a thread's operations: a digit adds that reference, t takes.
type script string

// thread is where a thread stands.
type thread struct {
	op, pc uint8 // operation of its script, step within it
	word   uint8 // Take: next word
	seen   uint8 // Take: what it read there
	room   uint8 // Take: what is left of its buffer
	looked bool  // lookBeforeBit: what the summary said
	inside bool  // between call and return
}

// world is a state of the machine, comparable.
type world struct {
	words  [modelWords]uint8
	flag   bool     // the chunk's summary bit
	added  [4]uint8 // Adds that found the bit clear, by reference
	taken  [4]uint8
	thread [3]thread
}

// step runs one atomic step of thread i; what says which, for the printed schedule.
func (w *world) step(o order, scripts [3]script, i int) (what string) {
	t := &w.thread[i]
	op := scripts[i][t.op]
	t.inside = true
	if op == 't' {
		return w.stepTake(o, t)
	}
	return w.stepAdd(o, t, op-'0')
}

func (t *thread) done() { *t = thread{op: t.op + 1} }

// addSteps lists the steps of Add: b (bit), l (look at the summary, end if it
// is set), s (set it), m (look and remember), c (set unless seen).
func addSteps(o order) string {
	switch o {
	case summaryBeforeBit:
		return "sb"
	case lookBeforeBit:
		return "mbc"
	}
	return "bls"
}

func (w *world) stepAdd(o order, t *thread, ref uint8) string {
	steps := addSteps(o)
	what, end := "", false
	switch steps[t.pc] {
	case 'b':
		what = "Add sets the bit"
		bit := uint8(1) << (ref % 2)
		end = w.words[ref/2]&bit != 0
		if !end {
			w.added[ref]++
		}
		w.words[ref/2] |= bit
	case 'l':
		what, end = "Add looks at the summary", w.flag
	case 'm':
		what, t.looked = "Add looks at the summary", w.flag
	case 's':
		what, w.flag = "Add sets the summary bit", true
	case 'c':
		what, w.flag = "Add sets the summary bit unless seen", w.flag || !t.looked
	}
	t.pc++
	if end || int(t.pc) == len(steps) {
		t.done()
	}
	return what
}

// Steps of Take.
const (
	tLook = iota
	tClaim
	tRead
	tClear
	tFlagLook
	tFlagSet
	tLateClear
)

func (w *world) stepTake(o order, t *thread) string {
	switch t.pc {
	case tLook:
		if !w.flag {
			t.done()
			return "Take looks at the summary: 0"
		}
		t.pc = tClaim
		return "Take looks at the summary: 1"
	case tClaim:
		was := w.flag
		w.flag = w.flag && o == clearAfterSweep
		t.pc, t.room = tRead, modelRoom
		if !was {
			t.done()
		}
		return "Take claims"
	case tRead:
		t.seen = w.words[t.word]
		switch {
		case t.seen == 0:
			w.nextWord(o, t)
		case bits.OnesCount8(t.seen) <= int(t.room):
			t.pc = tClear
		case o == noFlagAtEarlyStop:
			t.done()
		default:
			t.pc = tFlagLook
			t.inside = o != flagAfterReturn
		}
		return "Take reads a word"
	case tClear:
		w.clearWord(o, t)
		w.nextWord(o, t)
		return "Take clears what it read"
	case tFlagLook:
		t.pc, t.inside = tFlagSet, o != flagAfterReturn
		if w.flag {
			t.done()
		}
		return "Take, stopping early, looks at the summary"
	case tFlagSet:
		w.flag = true
		t.done()
		return "Take sets the summary bit again"
	default: // tLateClear
		w.flag = false
		t.done()
		return "Take clears the summary bit"
	}
}

func (w *world) clearWord(o order, t *thread) {
	got := w.words[t.word] & t.seen
	w.words[t.word] &^= t.seen
	if o == storeInsteadOfAnd {
		got, w.words[t.word] = t.seen, 0
	}
	for ; got != 0; got &= got - 1 {
		w.taken[t.word*2+uint8(bits.TrailingZeros8(got))]++
		t.room--
	}
}

func (w *world) nextWord(o order, t *thread) {
	t.word++
	t.pc = tRead
	switch {
	case t.word < modelWords:
	case o == clearAfterSweep:
		t.pc = tLateClear
	default:
		t.done()
	}
}

// wrong says what is wrong with a state, or "".
func (w *world) wrong() string {
	present := false
	for r := range w.added {
		in := w.words[r/2] >> (r % 2) & 1
		present = present || in != 0
		switch out := w.taken[r] + in; {
		case out > w.added[r]:
			return fmt.Sprintf("reference %d handed out twice", r)
		case out < w.added[r]:
			return fmt.Sprintf("reference %d lost: neither taken nor there", r)
		}
	}
	for _, t := range w.thread {
		if t.inside {
			return ""
		}
	}
	if present && !w.flag {
		return "reference hidden: nobody is inside, a bit is set, and the summary says empty"
	}
	return ""
}
