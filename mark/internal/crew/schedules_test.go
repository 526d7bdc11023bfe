//go:build interleave && !fullsize

package crew

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// long asks for every schedule of the long table; see docs/testing.md.
var long = os.Getenv("HALFMARK_LONG") != ""

func bound(preemptions int) interleave.Options {
	return interleave.Options{Search: interleave.Bounded, Preemptions: preemptions}
}

func boundOf(o interleave.Options) string {
	if o.Search == interleave.Bounded {
		return fmt.Sprintf("preemptions up to %d", o.Preemptions)
	}
	return o.Search.String()
}

// The detector and the lobby alone, in every schedule, among workers that do just
// what T1 to T3 and L1 ask of them. The marker's own workers do more: before one
// leaves it looks in every place where it has put something. It takes workers like
// these to show what the second look of Await is for.

// A detectorScene has workers who share a number of items and, in order of their
// letters, as long as they have any, do with what they take:
//
//	. scan it, which leads to nothing
//	p scan it, publish two more, and go on
//	l scan it, publish one more, and leave although that one is there
//	x scan it, and take the exclusive bit if no other is active and nothing is there
//	s scan it, and set the closing bit if another one is active
//
// A worker that publishes clears the exclusive bit first, if it holds it, and the closing bit then. It counts what it scans a
// second time: with a plain load and a plain store if it holds the bit.
type detectorScene struct {
	items            int64
	scripts          []string
	trustEarlierLook bool // a control: no look between Quiet and Finish
	exclusive        bool // worker 0 begins with the exclusive bit
	wrong            wrongExclusive
}

// story is the scene in words. The letters are those of detectorScene.
func (s detectorScene) story() string {
	bit := ""
	if s.exclusive {
		bit = ", worker 0 begins with the exclusive bit"
	}
	return fmt.Sprintf("%d items, workers %q%s", s.items, s.scripts, bit)
}

// wrongExclusive are controls: wrong forms of the exclusive bit.
type wrongExclusive uint8

const (
	joinsBlindly    wrongExclusive = iota + 1 // Join does not look at the bit
	leavesTheBit                              // Leave does not clear the bit
	excludesBlindly                           // the bit is set without a second look at the word
)

// join is Join of the detector, or the wrong one.
func (s detectorScene) join(d *Detector) Joining {
	outcome := d.Join()
	if s.wrong == joinsBlindly && outcome == Refused {
		d.state.Add(activation + 1)
		return Joined
	}
	return outcome
}

// reopen comes after something was published. Only scenes in which a worker shuts need it.
func (s detectorScene) reopen(d *Detector) {
	if s.shuts() {
		d.Reopen()
	}
}

// shuts reports whether some worker sets the closing bit.
func (s detectorScene) shuts() bool { return strings.Contains(strings.Join(s.scripts, ""), "s") }

// exclude takes the bit if it may.
func (s detectorScene) exclude(d *Detector, items *interleave.Int64) bool {
	state, ok := d.Lone()
	if !ok || items.Load() > 0 {
		return false
	}
	if s.wrong == excludesBlindly {
		d.state.Or(exclusiveBit)
		return true
	}
	return d.Exclude(state)
}

func (s detectorScene) run(w *interleave.World) func() {
	var d Detector
	var items, scanned, plainly interleave.Int64
	d.Name(w)
	w.Name("items", &items, nil)
	w.Name("scanned", &scanned, nil)
	w.Name("counted plainly", &plainly, nil)
	published := s.items
	items.Store(s.items)
	d.Reset()
	if s.exclusive {
		d.Begin(true)
	}
	spells, shut := 0, 0
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
			alone := s.exclusive && i == 0
			for begun := alone; ; begun = false {
				outcome := Joined
				if !begun {
					outcome = s.join(&d)
				}
				if outcome == Ended {
					return
				}
				for leave := outcome == Refused; !leave && take(); {
					scanned.Add(1)
					if alone {
						plainly.Store(plainly.Load() + 1)
					} else {
						plainly.Add(1)
					}
					op := byte('.')
					if script != "" {
						op, script = script[0], script[1:]
					}
					switch op {
					case 'p':
						if alone {
							d.Clear()
							alone = false
						}
						published += 2
						items.Add(2)
						s.reopen(&d)
					case 'l':
						published++
						items.Add(1)
						s.reopen(&d)
						leave = true
					case 's':
						if d.Shut() {
							shut++
							if items.Load() > 0 {
								d.Reopen()
							}
						}
					case 'x':
						if !alone && s.exclude(&d, &items) {
							alone = true
							spells++
							if d.Active() != 1 {
								w.Failf("the holder is one of %d active workers", d.Active())
							}
						}
					}
				}
				if outcome == Joined {
					d.Leave(alone && s.wrong != leavesTheBit)
					alone = false
				}
				if finished += s.await(&d, &items); d.Done() {
					return
				}
			}
		})
	}
	return func() {
		if plainly.Load() != scanned.Load() {
			w.Failf("%d scanned, and %d counted plainly", scanned.Load(), plainly.Load())
		}
		if finished != 1 || items.Load() != 0 || scanned.Load() != published {
			w.Failf("finished %d times, with %d items left, %d published and %d scanned", finished, items.Load(), published, scanned.Load())
		}
		if spells+shut > 0 {
			w.Outcomef("%d joined, %d spells, shut %d times", d.Joins(), spells, shut)
			return
		}
		w.Outcomef("%d joined", d.Joins())
	}
}

// await is what a worker does that has left, as in await.go: it returns 1 if it ends
// the mark.
func (s detectorScene) await(d *Detector, items *interleave.Int64) int {
	for !d.Done() {
		if !d.Refuses() && items.Load() > 0 {
			return 0
		}
		if state, ok := d.Quiet(); ok {
			if (s.trustEarlierLook || items.Load() == 0) && d.Finish(state) {
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
		{detectorScene{items: 1, scripts: []string{"", ""}}, reduced, false},
		{detectorScene{items: 1, scripts: []string{"l", ""}}, bound(3), false},
		{detectorScene{items: 2, scripts: []string{"pl", "l"}}, bound(2), false},
		{detectorScene{items: 1, scripts: []string{"l", "l", ""}}, bound(2), false},
		{detectorScene{items: 1, scripts: []string{"p", ""}}, reduced, true},
		{detectorScene{items: 2, scripts: []string{"pl", "l"}}, bound(4), true},
		{detectorScene{items: 2, scripts: []string{"l", "l", "p"}}, bound(3), true},
		{detectorScene{items: 1, scripts: []string{"p", "", ""}}, bound(3), true},
		{detectorScene{items: 2, scripts: []string{"p", ""}, exclusive: true}, bound(3), false},
		{detectorScene{items: 2, scripts: []string{".l", ""}, exclusive: true}, bound(3), false},
		{detectorScene{items: 1, scripts: []string{"pxl", "x"}, exclusive: true}, bound(2), false},
		{detectorScene{items: 2, scripts: []string{"xp", "xl"}}, bound(2), false},
		{detectorScene{items: 2, scripts: []string{"xp", "xl"}}, bound(4), true},
		{detectorScene{items: 1, scripts: []string{"pxl", "x", "x"}, exclusive: true}, bound(3), true},
		{detectorScene{items: 2, scripts: []string{"pl", "s"}}, bound(2), false},
		{detectorScene{items: 2, scripts: []string{"sxp", "sl"}}, bound(2), false},
		{detectorScene{items: 2, scripts: []string{"pl", "s", "sx"}}, bound(1), false},
		{detectorScene{items: 2, scripts: []string{"sxp", "sl"}}, bound(4), true},
		{detectorScene{items: 2, scripts: []string{"pl", "s", "sx"}}, bound(3), true},
	} {
		if b.long && !long {
			continue
		}
		rep := interleave.Explore(b.scene.run, b.o)
		tagged.Passes(t, rep, "%s", b.scene.story())
		require.True(t, rep.Complete)
		t.Logf("| detector, items: %d, workers %q | 1 | %s | %d | %d |", b.scene.items, b.scene.scripts, boundOf(b.o), rep.Executions, rep.Longest)
		require.Greater(t, len(rep.Outcomes), 1)
		happened := ""
		for outcome, n := range rep.Outcomes {
			if n > 0 {
				happened += outcome
			}
		}
		if strings.Contains(b.scene.scripts[0], "x") {
			require.Regexp(t, "[1-9] spells", happened, "nobody has taken the bit")
		}
		if b.scene.shuts() {
			require.Regexp(t, "shut [1-9]", happened, "nobody has shut")
		}
	}
}

// TestWrongExclusive: each wrong form of the exclusive bit loses something, or the mark
// does not end.
func TestWrongExclusive(t *testing.T) {
	for _, c := range []struct {
		scene detectorScene
		says  string
	}{
		{detectorScene{items: 2, scripts: []string{".", ""}, exclusive: true, wrong: joinsBlindly}, "counted plainly"},
		{detectorScene{items: 1, scripts: []string{"l", ""}, exclusive: true, wrong: leavesTheBit}, "steps"},
		{detectorScene{items: 2, scripts: []string{"x", "."}, wrong: excludesBlindly}, "one of 2 active workers"},
	} {
		o := bound(3)
		o.Steps = 300
		rep := interleave.Explore(c.scene.run, o)
		require.ErrorContains(t, rep.Err(), c.says, c.scene.story())
	}
}

// TestEarlierLookIsNotEnough is the losing interleaving of detector.go.
func TestEarlierLookIsNotEnough(t *testing.T) {
	rep := interleave.Explore(detectorScene{items: 1, scripts: []string{"l", ""}, trustEarlierLook: true}.run, bound(3))
	require.ErrorContains(t, rep.Err(), "1 items left")
	t.Log(rep.Failure)
}

// A lobbyScene has as many items as sleepers, published one by one by publishers.
// Every sleeper takes one and goes home. If one can sleep beside an item, no worker
// goes on in the end, and the explorer says so.
type lobbyScene struct {
	sleepers   int
	publishers []int // how many each publishes
}

func (s lobbyScene) run(w *interleave.World) func() {
	l := NewLobby(s.sleepers)
	var items interleave.Int64
	l.Name(w)
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
				l.Park(id, func() bool { return items.Load() > 0 })
			}
		})
	}
	for i, n := range s.publishers {
		w.Go(fmt.Sprint("publisher ", i), func() {
			for range n {
				items.Add(1)
				woken += l.Wake(1)
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

// TestLobby: in every schedule no worker sleeps beside an item.
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
		tagged.Passes(t, rep, "lobby, %d sleepers, publishers of %v", s.sleepers, s.publishers)
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
