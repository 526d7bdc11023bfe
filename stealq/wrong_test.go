package stealq

import "testing"

// TestWrongFormsAreCaught: the forms that stealhalf.go names.
func TestWrongFormsAreCaught(t *testing.T) {
	right := stealHalfForm(0)
	requireCaught(t, []control{
		{"a: theft asked after the range test", scene{capacity: 2, setup: []string{"+"}, ops: []string{"-", "h"}}, stealHalfForm(lateTheftTest), right},
		{"a: empty range taken for theft", scene{capacity: 2, setup: []string{"++"}, ops: []string{"-", "h"}}, stealHalfForm(emptyMeansTheft), right},
		{"b: bottom to 0", scene{capacity: 2, start: 1, setup: []string{"+"}, ops: []string{"-", "h"}}, stealHalfForm(bottomToZero), right},
		{"c: thief never empties the range", scene{capacity: 2, setup: []string{"+"}, ops: []string{"", "h", "h"}}, stealHalfForm(neverEmptyRange), right},
		{"d: range before bottom", scene{capacity: 2, setup: []string{"++"}, ops: []string{"-", "h", "h"}}, stealHalfForm(rangeFirst), right},
		{"e: push tries once", scene{capacity: 2, setup: []string{"+"}, ops: []string{"+", "h"}, rest: true}, stealHalfForm(pushTriesOnce), right},
		{"f: thief tries its own range once", scene{capacity: 2, setup: []string{"+", "+"}, ops: []string{"h", "", "h"}, rest: true}, stealHalfForm(thiefTriesOnce), right},
		{"g: expected range read again", scene{capacity: 2, setup: []string{"+"}, ops: []string{"-", "h"}}, stealHalfForm(expectReread), right},
		{"h: bottom before range", scene{capacity: 2, setup: []string{"++"}, ops: []string{"-", "h", "h"}}, stealHalfForm(bottomFirst), right},
		{"i: no swap where the length stays", scene{capacity: 2, setup: []string{"++"}, ops: []string{"-", "h", "h"}}, stealHalfForm(silentCrossing), right},
		{"j: N items, indices modulo N", scene{capacity: 2, setup: []string{"+"}, ops: []string{"+", "h"}}, stealHalfForm(narrowIndex), right},
		{"k: tag of one bit", scene{capacity: 2, setup: []string{"+"}, ops: []string{"-+-+", "h"}}, stealHalfForm(shortTag), right},
		{"a theft jumps over a power of two", scene{capacity: 4, setup: []string{"+", "++++"}, ops: []string{"h", "h"}, rest: true}, stealHalfForm(missedJump), right},
		{"copy after the swap", scene{capacity: 2, setup: []string{"++"}, ops: []string{"++", "h"}}, stealHalfForm(lateCopy), right},
		{"one swap moves top by half", scene{capacity: 4, setup: []string{"+++"}, ops: []string{"--", "h"}}, halfByOneSwapForm, right},
	})
}

// TestWrongSinglesAreCaught: those of the deques from which a thief takes one item.
func TestWrongSinglesAreCaught(t *testing.T) {
	abp, cl := abpForm(0), chaseLevForm(0)
	requireCaught(t, []control{
		{"abp: no tag", scene{capacity: 2, setup: []string{"+"}, ops: []string{"-+", "o"}}, abpForm(abpNoTag), abp},
		{"abp: d: thieves leave the tag", scene{capacity: 2, setup: []string{"++"}, ops: []string{"++", "oooo", "o"}}, abpForm(abpThiefNoTag), abp},
		{"abp: f: tag of one bit", scene{capacity: 2, setup: []string{"+"}, ops: []string{"-+-+", "o"}}, abpForm(abpShortTag), abp},
		{"abp: age before bottom in pop", scene{capacity: 2, setup: []string{"++"}, ops: []string{"-", "o", "o"}}, abpForm(abpAgeFirst), abp},
		{"abp: bottom before age in a thief", scene{capacity: 2, setup: []string{"++"}, ops: []string{"-", "o", "o"}}, abpForm(abpBottomFirst), abp},
		{"abp: slot read after the swap", scene{capacity: 2, setup: []string{"++"}, ops: []string{"+", "o"}}, abpForm(abpLateRead), abp},
		{"abp: c: indices modulo N", scene{capacity: 2, setup: []string{"+"}, ops: []string{"+", "o"}}, abpForm(abpNarrowIndex), abp},
		{"abp: b: back to index 0", scene{capacity: 2, start: 1, setup: []string{"+"}, ops: []string{"-", "oo"}}, abpForm(abpToZero), abp},
		{"abp: e: a hasty Empty", scene{capacity: 2, setup: []string{"++"}, ops: []string{"+", "o", "o"}, never: true}, abpForm(abpHasty), abp},
		{"abp: bottom left below top", scene{capacity: 2, setup: []string{"+"}, ops: []string{"-+", "o"}}, abpForm(abpBottomStays), abp},

		{"chaselev: top before bottom in pop", scene{capacity: 2, setup: []string{"++"}, ops: []string{"-", "o", "o"}}, chaseLevForm(clTopFirst), cl},
		{"chaselev: bottom before top in a thief", scene{capacity: 2, setup: []string{"++"}, ops: []string{"-", "o", "o"}}, chaseLevForm(clBottomFirst), cl},
		{"chaselev: slot read after the swap", scene{capacity: 2, setup: []string{"++"}, ops: []string{"+", "o"}}, chaseLevForm(clLateRead), cl},
		{"chaselev: ring read before top", scene{capacity: 4, setup: []string{"++"}, ops: []string{"+", "oo", "o"}}, chaseLevForm(clRingFirst), cl},
		{"chaselev: push into the old ring", scene{capacity: 4, setup: []string{"++"}, ops: []string{"+"}}, chaseLevForm(clKeepsRing), cl},
		{"chaselev: the old ring is used again", scene{capacity: 4, setup: []string{"++"}, ops: []string{"+", "o"}}, chaseLevForm(clReusesRing), cl},
		{"chaselev: the new ring shown too early", scene{capacity: 4, setup: []string{"++"}, ops: []string{"+", "o"}}, chaseLevForm(clEarlyRing), cl},
		{"chaselev: last item from below", scene{capacity: 2, setup: []string{"+"}, ops: []string{"-+", "o"}}, chaseLevForm(clFromBelow), cl},
	})
}

// TestSplitWrongFormsAreCaught: the forms that split.go names.
func TestSplitWrongFormsAreCaught(t *testing.T) {
	right := splitForm(0)
	requireCaught(t, []control{
		{"a: privateBottom stays behind", scene{capacity: 2, setup: []string{"a+a+"}, ops: []string{"--"}}, splitForm(bottomStays), right},
		{"c: top without a tag", scene{capacity: 2, setup: []string{"a+"}, ops: []string{"-a+-a+-a+-a+", "s"}}, splitForm(untaggedTop), right},
		{"e: flag cleared last", scene{capacity: 2, setup: []string{"++a"}, ops: []string{"e", "s", "s"}, rest: true}, splitForm(clearLate), right},
		{"top is not read again", scene{capacity: 2, setup: []string{"a+a+"}, ops: []string{"-", "ss"}}, splitForm(topFirst), right},
		{"last item without a swap", scene{capacity: 2, setup: []string{"a+"}, ops: []string{"-", "s"}}, splitForm(lastUnswapped), right},
		{"public items taken for private", scene{capacity: 2, setup: []string{"a+"}, ops: []string{"-", "s"}}, splitForm(publicAsOwn), right},
		{"official read before top", scene{capacity: 2, setup: []string{"a+a+"}, ops: []string{"--", "s"}}, splitForm(officialFirst), right},
		{"slot read after the swap", scene{capacity: 2, setup: []string{"a++a"}, ops: []string{"e+ae", "s"}}, splitForm(lateSlot), right},
		{"announced before it is there", scene{capacity: 2, setup: []string{"+a"}, ops: []string{"e", "s"}}, splitForm(officialBefore), right},
	})
}

// TestRudolphWrongFormsAreCaught: the forms that rudolph.go says it must not have.
func TestRudolphWrongFormsAreCaught(t *testing.T) {
	right := rudolphForm(0)
	requireCaught(t, []control{
		{"pop reads before its swap", scene{capacity: 2, setup: []string{"+", "+"}, ops: []string{"-", "oe"}}, rudolphForm(popReadsFirst), right},
		{"push swaps before it writes", scene{capacity: 2, setup: []string{"", ""}, ops: []string{"+", "o-"}}, rudolphForm(pushSwapsFirst), right},
		{"a thief without a claim", scene{capacity: 2, setup: []string{"+", ""}, ops: []string{"-+", "o"}}, rudolphForm(unclaimedSteal), right},
		{"gifts at the bottom", scene{capacity: 4, setup: []string{"+", "+++"}, ops: []string{"+", "e"}}, rudolphForm(giftAtBottom), right},
		{"gifts fill the slot at bottom", scene{capacity: 2, others: 4, setup: []string{"+", "+++"}, ops: []string{"+", "e"}}, rudolphForm(giftFillsAll), right},
		{"gifts to who has found nothing", scene{capacity: 2, setup: []string{"+", "++"}, ops: []string{"--", "e"}, rest: true}, rudolphForm(giftToClosed), right},
		{"a claim that waits", scene{capacity: 2, setup: []string{"+", "+"}, ops: []string{"h", "h"}}, rudolphForm(claimWaits), right},
		{"giver released first", scene{capacity: 2, setup: []string{"+", ""}, ops: []string{"w", "o"}}, rudolphForm(giverFirst), right},
	})
}
