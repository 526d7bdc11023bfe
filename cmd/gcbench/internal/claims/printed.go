package claims

import "fmt"

// printed are the failures of Hendler and Shavit's figures taken at their word. Each
// row has one line as printed, or as it may be read, and all others as they must be.
func printed(right form) Paper {
	p := Paper{
		Title:    "Steal-half work queues as printed",
		Citation: "D. Hendler and N. Shavit, \"Non-Blocking Steal-Half Work Queues\", PODC 2002",
	}
	for _, r := range printedRows {
		p.Claims = append(p.Claims, Claim{
			Text:    r.text,
			Section: r.section,
			Bound: fmt.Sprintf("as printed it fails, ours in no schedule: %v; all steal from a, and a from b. "+
				"Fewest steps, and of these fewest preemptions; a3b is three steps of a and one of b", r.scene),
			Measure: func(Effort) Finding { return printedFails(r.scene, r.lines.form, right) },
		})
	}
	return p
}

// printedRow is a line as printed, and a scene in which it is wrong.
type printedRow struct {
	text, section string
	lines         departure
	scene         scene
}

var printedRows = []printedRow{{
	text: "popBottom as printed returns a stolen item: \"IF oldStealRange does not contain bot return e\" comes before the test for theft, and a stolen last item passes it. " +
		"Read as: after bot is decremented, e was stolen exactly if the range's top is where bot was, and this is asked first.",
	section: "figure 5, section 2, first IF",
	lines:   lateTheftTest,
	scene:   scene{capacity: 2, fill: []int{1}, ops: []string{"-", "s"}},
}, {
	text: "To swap popBottom's two tests is not enough: \"ELSE IF oldStealRange is empty (the last item - e - was already stolen)\" loses an item, for a thief that sees the decremented bot may take all but e, and leaves no range. " +
		"Read as: top past e, not an empty range, tells that e was stolen.",
	section: "figure 5, section 2, ELSE IF",
	lines:   emptyMeansTheft,
	scene:   scene{capacity: 2, fill: []int{2}, ops: []string{"-", "s"}},
}, {
	text: "popBottom as printed makes phantom items: \"bot=0\" after the last item was stolen leaves top where it was, and in a cyclic array the slots between count as items. " +
		"Read as: bot goes back to top, and likewise after the last compare-and-swap has failed.",
	section: "figure 5, section 2, \"bot=0\"",
	lines:   bottomToZero,
	scene:   scene{capacity: 2, start: 1, fill: []int{1}, ops: []string{"-", "s"}},
}, {
	text: "tryToSteal as printed lets a second thief take a slot that was never written: \"newSRlen = max(1,2^(i-2))\" is a range of one under no item after the theft of the last. " +
		"Read as: no range if the theft empties the deque.",
	section: "figure 7, first newSRlen",
	lines:   neverEmptyRange,
	scene:   scene{capacity: 2, fill: []int{1}, ops: []string{"", "s", "s"}},
}, {
	text: "popBottom as printed takes an item that a thief has in its range: section 1 replaces the range and section 2 then does \"Decrement bot\", so a thief may see the new range with the old bot. It survives the repairs of all other rows. " +
		"Read as: bot is decremented before the range is read and replaced.",
	section: "figure 5, section 1 before section 2",
	lines:   rangeFirst,
	scene:   scene{capacity: 2, fill: []int{2}, ops: []string{"-", "s", "s"}},
}, {
	text: "pushBottom as printed can leave an item that no thief sees until the owner's next operation: \"Try to CAS-update the stealRange\" has no branch for failure. No item is lost by it, but theorem 3.10 is false at rest. " +
		"Read as: look again until a compare-and-swap succeeds or none is needed.",
	section: "figure 3, both \"Try to CAS-update\"",
	lines:   pushTriesOnce,
	scene:   scene{capacity: 2, fill: []int{1}, ops: []string{"+", "s"}, ranges: true},
}, {
	text: "tryToSteal as printed can leave what it stole where no thief sees it: \"CAS-update local stealRange\" has no branch for failure, as when a third steals from the thief. No item is lost by it, but theorem 3.10 is false at rest. " +
		"Read as: look again, as in pushBottom.",
	section: "figure 7, \"CAS-update local stealRange\"; section 2.2.4",
	lines:   thiefTriesOnce,
	scene:   scene{capacity: 4, fill: []int{1, 4}, ops: []string{"s", "", "s"}, ranges: true},
}, {
	text: "The figures name stealRange in the tests and again in the compare-and-swap. If that is two reads, an item is taken twice. " +
		"Read as: one snapshot for the tests and for the value that the compare-and-swap expects.",
	section: "figures 3, 5 and 7, each CAS-update",
	lines:   rangeReadAgain,
	scene:   scene{capacity: 2, fill: []int{1}, ops: []string{"-", "s"}},
}, {
	text: "\"oldLen = length of d.deque\" reads the victim's bot, and the figure does not say that the order of its first two lines matters. With bot read before the range an item is taken twice. " +
		"Read as: the range, then bot, then the slots.",
	section: "figure 7, rangeLen and oldLen",
	lines:   bottomFirst,
	scene:   scene{capacity: 2, fill: []int{2}, ops: []string{"-", "s", "s"}},
}, {
	text: "\"IF (deq length now equals 2^i) Try to CAS-update the stealRange\" must not be left out where the range's length stays the same, as from two items to one: an item is taken twice. " +
		"Read as: the new tag is the point, and it changes at every crossing of a power of two.",
	section: "figure 5, section 1, first CAS-update",
	lines:   silentCrossing,
	scene:   scene{capacity: 2, fill: []int{2}, ops: []string{"-", "s", "s"}},
}, {
	text: "\"If bot and top are equal, the extended deque is empty\", but \"IF deq is full\" is not defined. With N items in N slots and indices modulo N full is empty, and items are lost. " +
		"Read as: at most N-1 items, or, as here, indices modulo 2N.",
	section: "section 2.1; figure 3, first IF",
	lines:   narrowIndex,
	scene:   scene{capacity: 2, fill: []int{1}, ops: []string{"+", "s"}},
}, {
	text: "The tag has no width in the paper (it may be the bounded tags of Moir, its reference 11). One of w bits lets a thief win that slept while the range was replaced 2^w times: an item is taken twice, with one bit after a pop and a push. " +
		"Read as: as wide as fits, here 42 bits.",
	section: "section 2.1, note 4",
	lines:   shortTag,
	scene:   scene{capacity: 2, fill: []int{1}, ops: []string{"-+", "s"}},
}}
