package stealq_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/require"
)

// Linearizability (Herlihy and Wing, "Linearizability: A Correctness Condition for
// Concurrent Objects", TOPLAS 1990): whatever several goroutines have seen, there is
// an order of their calls that agrees with the clock and in which a sequential
// deque would have answered the same. Short histories are recorded and an order is
// searched for (Lowe, "Testing for linearizability", 2017; the search is porcupine's).
//
// Three goroutines each own a deque, push, pop and steal from the others. At the
// end each empties its own, so an item that was lost or doubled has no order.

// histories is how many histories of each kind are recorded: a few hundred, or in the
// long run HALFMARK_HISTORIES over all kinds.
func histories(t *testing.T) int {
	if text := os.Getenv("HALFMARK_HISTORIES"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err, "HALFMARK_HISTORIES is the number of histories over all kinds")
		return (n + len(stealq.Kinds()) - 1) / len(stealq.Kinds())
	}
	switch {
	case tagged.Perturbed():
		return 2000 // of which some tens of thefts are lost, with every kind that loses
	case testing.Short():
		return 150
	}
	return 800
}

// TestLinearizable: every recorded history of every kind has an order. How many of
// them have calls that met depends on the machine, except where atomics give way:
// there it is most of them, on a single processor too.
func TestLinearizable(t *testing.T) {
	s, n := seed(t), histories(t)
	for _, k := range stealq.Kinds() {
		t.Run("deque="+k.Name, func(t *testing.T) {
			began := time.Now()
			w, problem := judge(k, func(capacity int) []stealq.Deque { return k.New(histDeques, capacity) }, n, s)
			require.Empty(t, problem)
			t.Logf("%+v, %.0f histories/s", w, float64(w.histories)/time.Since(began).Seconds())
			require.Positive(t, w.full)
			require.Positive(t, w.empty)
			require.Equal(t, k.Shared, w.took == 0)
			if tagged.Perturbed() && !ofLocks(k) {
				require.Greater(t, w.overlapping, w.histories/2, "calls hardly ever met")
				require.Equal(t, k.Loses, w.lost > 0)
			}
		})
	}
}

// ofLocks says whether a kind's operations are atomic by a lock, and not by atomics.
func ofLocks(k *stealq.Kind) bool { return k.Name == "locked" || k.Shared }

// judge records and checks n histories, at the capacities 2 and 4 in turn, until one
// has something wrong with it.
func judge(k *stealq.Kind, family func(capacity int) []stealq.Deque, n int, seed uint64) (w witnessed, problem string) {
	for _, capacity := range []int{2, histCap} {
		m := spec{kind: k, capacity: capacity}
		r := newRecorder(k, family(capacity))
		defer r.close()
		for i := range uint64(n+1) / 2 {
			history := r.record(seed + i)
			w.count(history)
			if wrong := m.verdict(history); wrong != "" {
				return w, fmt.Sprintf("capacity %d, scripts of seed %d: the history %s:\n%s", capacity, seed+i, wrong, written(history))
			}
		}
	}
	return w, ""
}

// TestBrokenDequeIsRejected: the recorder and the model tell a deque that takes an
// item twice from one that does not.
func TestBrokenDequeIsRejected(t *testing.T) {
	k := &stealq.Kind{Name: "broken", Amounts: []stealq.Amount{stealq.One}, Loses: true}
	w, problem := judge(k, newBroken, 20_000, seed(t))
	require.Contains(t, problem, "has no order", "%+v", w)
	t.Logf("after %d histories: %s", w.histories, problem)
}

// TestWrongHistoriesAreRejected: a history by hand for each promise of the contract,
// broken, beside the same one kept.
func TestWrongHistoriesAreRejected(t *testing.T) {
	push := func(item uint8) step { return step{what: stepPush, item: item, ok: true} }
	full := step{what: stepPush, item: 9}
	pop := func(item uint8) step { return step{what: stepPop, item: item, ok: true} }
	none := step{what: stepPop}
	take := func(n int) step { return step{what: stepTake, who: 1, n: n, amount: stealq.Half} }
	put := func(n int) step { return step{what: stepPut, who: 1, n: n} }
	theirs := func(item uint8) step { return step{what: stepPop, who: 1, item: item, ok: true} }
	missed := func(o stealq.Outcome) step { return step{what: stepTake, who: 1, outcome: o} }
	m := spec{kind: stealq.Kinds()[0], capacity: 4}
	for _, c := range []struct {
		what        string
		good, wrong []step
	}{
		{"pushed last, popped first", []step{push(1), push(2), pop(2)}, []step{push(1), push(2), pop(1)}},
		{"popped once", []step{push(1), pop(1), none}, []step{push(1), pop(1), pop(1)}},
		{"empty only when empty", []step{none, push(1)}, []step{push(1), none}},
		{"full only when full", []step{push(1), push(2), push(3), push(4), full}, []step{push(1), push(2), push(3), full}},
		{"capacity", []step{push(1), push(2), push(3), push(4)}, []step{push(1), push(2), push(3), push(4), push(5)}},
		{"the oldest is stolen", []step{push(1), push(2), take(1), put(1), theirs(1)}, []step{push(1), push(2), take(1), put(1), theirs(2)}},
		{"half is stolen", []step{push(1), push(2), push(3), push(4), take(2), put(2)}, []step{push(1), push(2), push(3), take(2), put(2)}},
		{"what is stolen arrives", []step{push(1), take(1), put(1), theirs(1)}, []step{push(1), take(1), theirs(1), put(1)}},
		{"all of it", []step{push(1), take(1), put(1)}, []step{push(1), take(1), put(2)}},
		{"stolen is gone", []step{push(1), take(1), put(1), none}, []step{push(1), take(1), put(1), pop(1)}},
		{"empty is said of the empty", []step{missed(stealq.Empty), push(1)}, []step{push(1), missed(stealq.Empty)}},
	} {
		require.Empty(t, m.verdict(inTurn(c.good)), c.what)
		require.NotEmpty(t, m.verdict(inTurn(c.wrong)), c.what)
	}
	require.Contains(t, m.verdict(inTurn([]step{push(1), missed(stealq.Lost)})), "against nobody")
	locked := stealq.Locked
	require.NotEmpty(t, spec{kind: locked, capacity: 4}.verdict(inTurn([]step{missed(stealq.Lost)})), "this kind never loses")
}

// inTurn is a history of calls one after the other, by one goroutine for each deque.
func inTurn(steps []step) (history []porcupine.Operation) {
	for i, s := range steps {
		history = append(history, porcupine.Operation{ClientId: s.who, Input: s, Call: int64(2 * i), Return: int64(2*i + 1)})
	}
	return history
}
