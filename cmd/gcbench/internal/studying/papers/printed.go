package papers

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// asPrinted are the failures of Hendler and Shavit's figures taken at their word. Each
// row has one line as printed, or as it may be read, and all others as they must be.
// Ours is the same text with no line as printed. A test of package printed holds it to
// the deque that we run.
func asPrinted(ours scene.Form) claims.Paper {
	p := claims.Paper{
		Title:    "Steal-half work queues as printed",
		Citation: "D. Hendler and N. Shavit, \"Non-Blocking Steal-Half Work Queues\", PODC 2002",
	}
	for _, r := range printedRows {
		p.Claims = append(p.Claims, claims.Claim{
			Text:    r.text,
			Section: r.section,
			Bound: fmt.Sprintf("the printed form fails, and ours fails in no schedule: %s. All steal from a, and a steals from b. "+
				"The schedule has the fewest steps, and of these the fewest preemptions. In a schedule, a3b is three steps of a and one of b", inWords(r.scene)),
			Measure: func(claims.Effort) claims.Finding { return r.measure(printed.StealHalf(r.wrong), ours) },
		})
	}
	return p
}

// printedRow is a line as printed, and a scene in which it is wrong.
type printedRow struct {
	text, section string
	wrong         printed.Lines
	scene         scene.Scene
	ranges        bool // no item is wrong, only the steal ranges at rest are
}

// measure finds the wrong form's shortest failure, replays it on both forms, and
// explores ours in full, with every law. A replay lets the first thread that can go on
// where a step of the schedule cannot be made.
func (r printedRow) measure(wrong, ours scene.Form) claims.Finding {
	theirs, right := r.scene, r.scene
	theirs.Form, theirs.ItemsOnly, right.Form = wrong, !r.ranges, ours
	found := theirs.Shortest()
	whole := interleave.Explore(right.Run, interleave.Options{})
	switch {
	case found.Failure == nil:
		return claims.Found(false, "the printed form does not fail in %d executions", found.Executions)
	case whole.Failure != nil:
		return played(whole.Failure, false, "ours fails: %v, schedule %s", whole.Failure.Err, whole.Failure.Schedule)
	}
	again := must(interleave.Replay(theirs.Within(math.MaxInt), found.Failure.Schedule))
	passed := must(interleave.Replay(right.Within(math.MaxInt), found.Failure.Schedule))
	items, note := r.itemsOnly(theirs)
	same := again.Err != nil && again.Err.Error() == found.Failure.Err.Error() && again.Schedule == found.Failure.Schedule
	return played(found.Failure, same && passed.Err == nil && whole.Complete && items,
		"printed: %v, %d steps, preemptions: %d, schedule %s, found in %d executions%s; ours passes it, and every schedule: %d executions",
		found.Failure.Err, found.Steps, found.Preemptions, found.Failure.Schedule, found.Executions, note, whole.Executions)
}

// itemsOnly explores a form whose ranges are wrong for what happens to items.
func (r printedRow) itemsOnly(s scene.Scene) (right bool, note string) {
	if !r.ranges {
		return true, ""
	}
	s.ItemsOnly = true
	rep := interleave.Explore(s.Within(math.MaxInt), interleave.Options{})
	if rep.Failure != nil {
		return false, fmt.Sprintf(", but also %v, schedule %s", rep.Failure.Err, rep.Failure.Schedule)
	}
	return rep.Complete, fmt.Sprintf(", %d in which no item is lost or taken twice", rep.Executions)
}

// inWords calls the threads of a scene, each with its deque, by the letters of schedules.
func inWords(s scene.Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "deques of %d slots", s.Capacity)
	if s.Start > 0 {
		fmt.Fprintf(&b, ", a's from index %d", s.Start)
	}
	for i, ops := range s.Ops {
		fill := 0
		if i < len(s.Fill) {
			fill = s.Fill[i]
		}
		does := []string{}
		for _, op := range ops {
			does = append(does, map[rune]string{'+': "push", '-': "pop", 'b': "steal"}[op])
		}
		if len(does) == 0 {
			does = []string{"nothing"}
		}
		fmt.Fprintf(&b, "; %c has %d and does: %s", 'a'+i, fill, strings.Join(does, ", "))
	}
	return b.String()
}

var printedRows = []printedRow{{
	text: "popBottom as printed returns a stolen item: \"IF oldStealRange does not contain bot return e\" comes before the test for theft. A stolen last item passes it. " +
		"Read as: first ask for theft. After bot is decremented, e was stolen exactly if the range's top is where bot was.",
	section: "figure 5, section 2, first IF",
	wrong:   printed.LateTheftTest,
	scene:   scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-", "b"}},
}, {
	text: "To swap popBottom's two tests is not enough: \"ELSE IF oldStealRange is empty (the last item - e - was already stolen)\" loses an item. A thief that sees the decremented bot may take all but e, and leaves no range. " +
		"Read as: e was stolen if top is past e. An empty range is no proof.",
	section: "figure 5, section 2, ELSE IF",
	wrong:   printed.EmptyMeansTheft,
	scene:   scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"-", "b"}},
}, {
	text: "popBottom as printed makes phantom items: \"bot=0\" after the last item was stolen leaves top where it was. In a cyclic array the slots between them count as items. " +
		"Read as: bot goes back to top. It also does so after the last compare-and-swap has failed.",
	section: "figure 5, section 2, \"bot=0\"",
	wrong:   printed.BottomToZero,
	scene:   scene.Scene{Capacity: 2, Start: 1, Fill: []int{1}, Ops: []string{"-", "b"}},
}, {
	text: "tryToSteal as printed lets a second thief take a slot that was never written: \"newSRlen = max(1,2^(i-2))\" leaves a range of one after the theft of the last item. " +
		"Read as: no range if the theft empties the deque.",
	section: "figure 7, first newSRlen",
	wrong:   printed.NeverEmptyRange,
	scene:   scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"", "b", "b"}},
}, {
	text: "popBottom as printed takes an item that a thief has in its range: section 1 replaces the range and section 2 then does \"Decrement bot\", so a thief may see the new range with the old bot. This mistake survives the repairs of all other rows. " +
		"Read as: bot is decremented before the range is read and replaced.",
	section: "figure 5, section 1 before section 2",
	wrong:   printed.RangeFirst,
	scene:   scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"-", "b", "b"}},
}, {
	text: "pushBottom as printed can leave an item that no thief sees until the owner's next operation: \"Try to CAS-update the stealRange\" has no branch for failure. No item is lost, but theorem 3.10 is false at rest. " +
		"Read as: look again until a compare-and-swap succeeds or none is needed.",
	section: "figure 3, both \"Try to CAS-update\"",
	wrong:   printed.PushTriesOnce,
	scene:   scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"+", "b"}},
	ranges:  true,
}, {
	text: "tryToSteal as printed can leave what it stole where no thief sees it: \"CAS-update local stealRange\" has no branch for failure. It fails when a third steals from the thief. No item is lost, but theorem 3.10 is false at rest. " +
		"Read as: look again, as in pushBottom.",
	section: "figure 7, \"CAS-update local stealRange\"; section 2.2.4",
	wrong:   printed.ThiefTriesOnce,
	scene:   scene.Scene{Capacity: 4, Fill: []int{1, 4}, Ops: []string{"b", "", "b"}},
	ranges:  true,
}, {
	text: "The figures name stealRange in the tests and again in the compare-and-swap. If these are two reads, an item is taken twice. " +
		"Read as: one snapshot for the tests and for the value that the compare-and-swap expects.",
	section: "figures 3, 5 and 7, each CAS-update",
	wrong:   printed.RangeReadAgain,
	scene:   scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-", "b"}},
}, {
	text: "\"oldLen = length of d.deque\" reads the victim's bot, and the figure does not say that the order of its first two lines matters. If bot is read before the range, an item is taken twice. " +
		"Read as: the range, then bot, then the slots.",
	section: "figure 7, rangeLen and oldLen",
	wrong:   printed.BottomFirst,
	scene:   scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"-", "b", "b"}},
}, {
	text: "\"IF (deq length now equals 2^i) Try to CAS-update the stealRange\" must not be left out where the range's length stays the same, as from two items to one. Otherwise an item is taken twice. " +
		"Read as: the new tag is the point, and it changes at every crossing of a power of two.",
	section: "figure 5, section 1, first CAS-update",
	wrong:   printed.SilentCrossing,
	scene:   scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"-", "b", "b"}},
}, {
	text: "\"If bot and top are equal, the extended deque is empty\", but \"IF deq is full\" is not defined. With N items in N slots and indices modulo N, a full deque looks empty, and items are lost. " +
		"Read as: at most N-1 items, or, as here, indices modulo 2N.",
	section: "section 2.1; figure 3, first IF",
	wrong:   printed.NarrowIndex,
	scene:   scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"+", "b"}},
}, {
	text: "The tag has no width in the paper (it may be the bounded tags of Moir, its reference 11). A thief may sleep while the range is replaced 2^w times. With a tag of w bits it then wins, and an item is taken twice. With one bit, a pop and a push are enough. " +
		"Read as: as wide as fits, here 42 bits.",
	section: "section 2.1, note 4",
	wrong:   printed.ShortTag,
	scene:   scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-+", "b"}},
}}
