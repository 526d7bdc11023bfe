package overflow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// explorer visits each state of one scenario once, depth first.
type explorer struct {
	order    order
	scripts  [3]script
	seen     map[world]bool
	fault    string
	schedule []string // steps to the fault, last first
	ends     int
}

func (e *explorer) visit(w world) bool {
	if e.fault = w.wrong(); e.fault != "" {
		return false
	}
	if e.seen[w] {
		return true
	}
	e.seen[w] = true
	stuck := true
	for i := range w.thread {
		if int(w.thread[i].op) == len(e.scripts[i]) {
			continue
		}
		stuck = false
		next := w
		what := next.step(e.order, e.scripts, i)
		if !e.visit(next) {
			e.schedule = append(e.schedule, fmt.Sprintf("thread %d: %s", i, what))
			return false
		}
	}
	if stuck {
		e.ends++
	}
	return true
}

// allScripts begins with those that go furthest in few scenarios.
var allScripts = []script{"", "0", "t", "0t", "t1", "t3", "20", "1", "tt", "3"}

// explore runs all scenarios: every multiset of three scripts from every
// starting set, with and without a stale summary bit. Of the faults that it
// meets, at most one in each scenario, it returns the one with fewest steps.
func explore(o order, scripts []script) (states, ends int, fault string) {
	steps, seen := 1<<30, map[world]bool{}
	for a := range scripts {
		for b := a; b < len(scripts); b++ {
			for c := b; c < len(scripts); c++ {
				for start := range 17 { // 16: empty, but flagged
					clear(seen)
					e := explorer{order: o, scripts: [3]script{scripts[a], scripts[b], scripts[c]}, seen: seen}
					if !e.visit(startWorld(start)) && len(e.schedule) < steps {
						steps = len(e.schedule)
						slices.Reverse(e.schedule)
						fault = fmt.Sprintf("start %04b, scripts %q: %s\n%s", start&15, e.scripts, e.fault, strings.Join(e.schedule, "\n"))
					}
					states, ends = states+len(e.seen), ends+e.ends
				}
			}
		}
	}
	return states, ends, fault
}

// startWorld holds the references whose bits are set in start.
func startWorld(start int) world {
	w := world{words: [2]uint8{uint8(start & 3), uint8(start >> 2 & 3)}, flag: start > 0}
	for r := range w.added {
		w.added[r] = uint8(start >> r & 1)
	}
	return w
}

// TestProtocolRightOrder takes most scripts.
func TestProtocolRightOrder(t *testing.T) { rightOrderHolds(t, allScripts[:rounds(6, 7)]) }

// TestSlowProtocolRightOrder takes all scripts.
func TestSlowProtocolRightOrder(t *testing.T) {
	tagged.Slow(t)
	rightOrderHolds(t, allScripts)
}

func rightOrderHolds(t *testing.T, scripts []script) {
	states, ends, fault := explore(rightOrder, scripts)
	require.Empty(t, fault)
	require.Greater(t, states, 100_000)
	require.Positive(t, ends)
	t.Logf("%d states, %d final ones", states, ends)
}

// TestProtocolBrokenOrders: negative controls, each must be caught, and for the
// reason that its name says.
func TestProtocolBrokenOrders(t *testing.T) {
	for o, reason := range map[order]string{
		summaryBeforeBit:  "hidden",
		lookBeforeBit:     "hidden",
		clearAfterSweep:   "hidden",
		noFlagAtEarlyStop: "hidden",
		flagAfterReturn:   "hidden",
		storeInsteadOfAnd: "lost",
	} {
		t.Run(strings.ReplaceAll(o.String(), " ", "-"), func(t *testing.T) {
			_, _, fault := explore(o, allScripts[:6])
			require.Contains(t, fault, reason)
			t.Log(fault)
		})
	}
}
