package overflow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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

var allScripts = []script{"", "0", "1", "t", "tt", "0t", "t1", "3", "20", "t3"}

// explore runs all scenarios: every multiset of three scripts from every
// starting set, with and without a stale summary bit. Of the faults that it
// meets, at most one in each scenario, it returns the one with fewest steps.
func explore(o order, scripts []script) (states, ends int, fault string) {
	steps := 1 << 30
	for a := range scripts {
		for b := a; b < len(scripts); b++ {
			for c := b; c < len(scripts); c++ {
				for start := range 17 { // 16: empty, but flagged
					e := explorer{order: o, scripts: [3]script{scripts[a], scripts[b], scripts[c]}, seen: map[world]bool{}}
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

func TestProtocolRightOrder(t *testing.T) {
	states, ends, fault := explore(rightOrder, allScripts[:rounds(7, len(allScripts))])
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
