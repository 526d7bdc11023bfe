//go:build interleave && !fullsize

package mark

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// The detector and the lobby alone, in every schedule, among workers that do just
// what T1 to T3 and L1 ask of them. The marker's own workers do more: before one
// leaves it looks in every place where it has put something. So it takes workers
// like these to show what the second look of await is for.

// A detectorScene has workers who share a number of items and, in order of their
// letters, as long as they have any, do with what they take:
//
//	. scan it, which leads to nothing
//	p scan it, publish two more, and go on
//	l scan it, publish one more, and leave although that one is there
type detectorScene struct {
	items            int64
	scripts          []string
	trustEarlierLook bool // the control: no look between quiet and finish
}

func (s detectorScene) run(w *interleave.World) func() {
	var d detector
	var items, scanned interleave.Int64
	w.Name("detector", &d, func(_ string, v uint64) string {
		return fmt.Sprintf("done %v activations %d active %d", v&doneBit != 0, v&activations/activation, v&activeMask)
	})
	w.Name("items", &items, nil)
	published := s.items
	items.Store(s.items)
	d.reset()
	take := func() bool {
		n := items.Load()
		for ; n > 0; n = items.Load() {
			if items.CompareAndSwap(n, n-1) {
				return true
			}
		}
		return false
	}
	finished := 0
	for i, script := range s.scripts {
		w.Go(fmt.Sprint("worker ", i), func() {
			for d.join() {
				for leave := false; !leave && take(); {
					scanned.Add(1)
					op := byte('.')
					if script != "" {
						op, script = script[0], script[1:]
					}
					switch op {
					case 'p':
						published += 2
						items.Add(2)
					case 'l':
						published++
						items.Add(1)
						leave = true
					}
				}
				d.leave()
				if finished += s.await(&d, &items); d.done() {
					return
				}
			}
		})
	}
	return func() {
		if finished != 1 || items.Load() != 0 || scanned.Load() != published {
			w.Failf("finished %d times, with %d items left, %d published and %d scanned", finished, items.Load(), published, scanned.Load())
		}
		w.Outcomef("%d joined", d.state.Load()&activations/activation)
	}
}

// await is what a worker does that has left, as in idle.go: it returns 1 if it ends
// the mark.
func (s detectorScene) await(d *detector, items *interleave.Int64) int {
	for !d.done() {
		if items.Load() > 0 {
			return 0
		}
		if state, ok := d.quiet(); ok {
			if (s.trustEarlierLook || items.Load() == 0) && d.finish(state) {
				return 1
			}
			continue
		}
		interleave.Gosched()
	}
	return 0
}

// TestDetectorSchedules: in every schedule within the bounds one worker ends the mark, and then
// no item is left and none is in anybody's hands. Most of these scenes
// have too many schedules unless preemptions are bounded.
func TestDetectorSchedules(t *testing.T) {
	reduced := interleave.Options{}
	type batch struct {
		scene detectorScene
		o     interleave.Options
		long  bool
	}
	for _, b := range []batch{
		{detectorScene{1, []string{"", ""}, false}, reduced, false},
		{detectorScene{1, []string{"l", ""}, false}, bound(3), false},
		{detectorScene{2, []string{"pl", "l"}, false}, bound(2), false},
		{detectorScene{1, []string{"l", "l", ""}, false}, bound(2), false},
		{detectorScene{1, []string{"p", ""}, false}, reduced, true},
		{detectorScene{2, []string{"pl", "l"}, false}, bound(4), true},
		{detectorScene{2, []string{"l", "l", "p"}, false}, bound(3), true},
		{detectorScene{1, []string{"p", "", ""}, false}, bound(3), true},
	} {
		if b.long && !long {
			continue
		}
		rep := interleave.Explore(b.scene.run, b.o)
		require.Nil(t, rep.Failure, "%+v", b.scene)
		require.True(t, rep.Complete)
		t.Logf("| detector, items: %d, workers %q | 1 | %s | %d | %d |", b.scene.items, b.scene.scripts, boundOf(b.o), rep.Executions, rep.Longest)
		require.Greater(t, len(rep.Outcomes), 1)
	}
}

// TestEarlierLookIsNotEnough is the losing interleaving of terminate.go.
func TestEarlierLookIsNotEnough(t *testing.T) {
	rep := interleave.Explore(detectorScene{1, []string{"l", ""}, true}.run, bound(3))
	require.ErrorContains(t, rep.Failure, "1 items left")
	t.Log(rep.Failure)
}

// A lobbyScene has as many items as sleepers, published one by one by publishers.
// Every sleeper takes one and goes home. If one can sleep beside an item, nobody
// goes on in the end, and the explorer says so.
type lobbyScene struct {
	sleepers   int
	publishers []int // how many each publishes
}

func (s lobbyScene) run(w *interleave.World) func() {
	l := newLobby(s.sleepers)
	var items interleave.Int64
	w.Name("lobby", l, nil)
	w.Name("items", &items, nil)
	parked, woken := 0, 0
	for id := range s.sleepers {
		w.Go(fmt.Sprint("sleeper ", id), func() {
			for {
				for n := items.Load(); n > 0; n = items.Load() {
					if items.CompareAndSwap(n, n-1) {
						return
					}
				}
				parked++
				l.park(id, func() bool { return items.Load() > 0 })
			}
		})
	}
	for i, n := range s.publishers {
		w.Go(fmt.Sprint("publisher ", i), func() {
			for range n {
				items.Add(1)
				woken += l.wake(1)
			}
		})
	}
	return func() {
		if items.Load() != 0 || len(l.parked) != 0 || l.awake != s.sleepers || l.sleepers.Load() != 0 {
			w.Failf("%d items are left, %v parked, %d awake", items.Load(), l.parked, l.awake)
		}
		w.Outcomef("parked %d, woken %d", parked, woken)
	}
}

// TestLobby: in every schedule nobody sleeps beside an item.
func TestLobby(t *testing.T) {
	type batch struct {
		scene lobbyScene
		o     interleave.Options
	}
	batches := []batch{{lobbyScene{1, []int{1}}, interleave.Options{}}, {lobbyScene{2, []int{2}}, interleave.Options{}},
		{lobbyScene{2, []int{1, 1}}, interleave.Options{}}, {lobbyScene{3, []int{3}}, bound(1)}}
	if long {
		batches = append(batches, batch{lobbyScene{3, []int{3}}, bound(2)}, batch{lobbyScene{3, []int{2, 1}}, bound(1)})
	}
	for _, b := range batches {
		s := b.scene
		rep := interleave.Explore(s.run, b.o)
		require.Nil(t, rep.Failure, "%+v", s)
		require.True(t, rep.Complete)
		t.Logf("| lobby, sleepers: %d, publishers of %v | 1 | %s | %d | %d |", s.sleepers, s.publishers, boundOf(b.o), rep.Executions, rep.Longest)
		woken := 0
		for outcome, n := range rep.Outcomes {
			if !strings.HasSuffix(outcome, "woken 0") {
				woken += n
			}
		}
		require.Positive(t, woken)
	}
}
