package stealq_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/anishathalye/porcupine"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// recorder records histories of one family of deques after the other.
type recorder struct {
	deques []stealq.Deque
	kind   *stealq.Kind
	clock  atomic.Int64 // a total order of calls and returns
	ready  atomic.Int64 // players at the start
	logs   [histDeques][]entry
	starts [histDeques]chan script
	done   sync.WaitGroup
}

// script is what one player does in a history.
type script struct {
	players int64
	calls   []action
}

type action struct {
	what   stepKind // push, pop, take or balance
	victim int
	amount stealq.Amount
}

// entry is a call and what came of it.
type entry struct {
	call, back int64
	step
}

func newRecorder(k *stealq.Kind, deques []stealq.Deque) *recorder {
	r := &recorder{kind: k, deques: deques}
	for who := range r.starts {
		r.starts[who] = make(chan script)
		go func() {
			for s := range r.starts[who] {
				r.play(who, s)
				r.done.Done()
			}
		}()
	}
	return r
}

func (r *recorder) close() {
	for _, start := range r.starts {
		close(start)
	}
}

// record has two or three players play the scripts of a seed at once and returns
// what happened.
func (r *recorder) record(seed uint64) []porcupine.Operation {
	for _, d := range r.deques {
		d.Reset()
	}
	r.clock.Store(0)
	r.ready.Store(0)
	rng := rand.New(rand.NewPCG(seed, 0))
	players := 2 + rng.IntN(histDeques-1)
	for who := range r.logs {
		r.logs[who] = r.logs[who][:0]
	}
	r.done.Add(players)
	for who := range players {
		r.starts[who] <- r.script(who, players, rng)
	}
	r.done.Wait()
	for who := range r.logs {
		for r.pop(who) {
		}
	}
	return r.history()
}

func (r *recorder) script(who, players int, rng *rand.Rand) script {
	s := script{players: int64(players)}
	for range 3 + rng.IntN(4) {
		a := action{victim: (who + 1 + rng.IntN(histDeques-1)) % histDeques, amount: r.kind.Amounts[rng.IntN(len(r.kind.Amounts))]}
		switch roll := rng.IntN(10); {
		case roll < 4:
			a.what = stepPush
		case roll < 6:
			a.what = stepPop
		case roll < 8:
			a.what = stepTake
		default:
			a.what = stepBalance
		}
		s.calls = append(s.calls, a)
	}
	return s
}

// play follows a script. The players begin at once, which on several processors
// takes a loop that does not give way at first.
func (r *recorder) play(who int, s script) {
	r.ready.Add(1)
	for looks := 0; r.ready.Load() < s.players; looks++ {
		if looks > 10_000 {
			runtime.Gosched()
		}
	}
	item := uint8(50 * who)
	for _, a := range s.calls {
		switch a.what {
		case stepPush:
			item++
			r.push(who, item)
		case stepPop:
			r.pop(who)
		default:
			r.rob(who, a)
		}
	}
}

func (r *recorder) log(call int64, s step) {
	r.logs[s.who] = append(r.logs[s.who], entry{call, r.clock.Add(1), s})
}

func (r *recorder) push(who int, item uint8) {
	call := r.clock.Add(1)
	ok := r.deques[who].Push(uint64(item))
	r.log(call, step{what: stepPush, who: who, item: item, ok: ok})
}

func (r *recorder) pop(who int) bool {
	call := r.clock.Add(1)
	item, ok := r.deques[who].Pop()
	if !ok {
		item = 0
	}
	r.log(call, step{what: stepPop, who: who, item: uint8(item), ok: ok})
	return ok
}

// rob steals, or balances if it is to and the kind can.
func (r *recorder) rob(who int, a action) {
	if d, ok := r.deques[who].(stealq.Balancer); ok && a.what == stepBalance {
		call := r.clock.Add(1)
		n, o := d.Balance(r.deques[a.victim])
		r.log(call, step{what: stepBalance, who: who, victim: a.victim, n: n, outcome: o})
		return
	}
	call := r.clock.Add(1)
	n, o := r.deques[who].Steal(r.deques[a.victim], a.amount)
	r.log(call, step{what: stepTake, who: who, victim: a.victim, amount: a.amount, n: n, outcome: o})
}

// history is what the logs say. A theft that took something is two steps.
func (r *recorder) history() (history []porcupine.Operation) {
	for _, log := range r.logs {
		for _, e := range log {
			op := porcupine.Operation{ClientId: e.who, Input: e.step, Call: e.call, Return: e.back}
			history = append(history, op)
			if e.what == stepTake && e.outcome == stealq.Took {
				op.Input = step{what: stepPut, who: e.who, n: e.n}
				history = append(history, op) // at some instant of the same time
			}
		}
	}
	return history
}

// witnessed counts what the histories have shown.
type witnessed struct{ histories, overlapping, took, lost, empty, full int }

func (w *witnessed) count(history []porcupine.Operation) {
	w.histories++
	overlaps := false
	for _, op := range history {
		overlaps = overlaps || meets(op, history)
		switch s := op.Input.(step); {
		case s.what == stepPush && !s.ok:
			w.full++
		case s.what != stepTake && s.what != stepBalance:
		case s.outcome == stealq.Took:
			w.took++
		case s.outcome == stealq.Lost:
			w.lost++
		default:
			w.empty++
		}
	}
	if overlaps {
		w.overlapping++
	}
}

// meets reports whether op ran at the same time as one of another goroutine.
func meets(op porcupine.Operation, history []porcupine.Operation) bool {
	return slices.ContainsFunc(history, func(other porcupine.Operation) bool {
		return other.ClientId != op.ClientId && other.Call < op.Return && op.Call < other.Return
	})
}

// verdict says what is wrong with a history, or "".
func (m spec) verdict(history []porcupine.Operation) string {
	if !porcupine.CheckOperations(m.model(), history) {
		return "has no order in which a sequential deque answers the same"
	}
	for _, op := range history {
		if s := op.Input.(step); s.outcome == stealq.Lost && !meets(op, history) {
			return fmt.Sprintf("loses a race against nobody: %v", s)
		}
	}
	return ""
}

// written lists a history by the clock.
func written(history []porcupine.Operation) string {
	var b strings.Builder
	slices.SortStableFunc(history, func(a, c porcupine.Operation) int { return int(a.Call - c.Call) })
	for _, op := range history {
		fmt.Fprintf(&b, "  %3d to %3d  %v\n", op.Call, op.Return, op.Input)
	}
	return b.String()
}
