package printed

import "testing"

// TestWrongFormsAreCaught: the forms that stealhalf.go names.
func TestWrongFormsAreCaught(t *testing.T) {
	right := StealHalf(0)
	requireCaught(t, []control{
		{"a: theft asked after the range test", program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "h"}}, StealHalf(LateTheftTest), right, items},
		{"a: empty range taken for theft", program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h"}}, StealHalf(EmptyMeansTheft), right, items},
		{"b: bottom to 0", program{Capacity: 2, Start: 1, Fill: fill{1}, Ops: ops{"-", "h"}}, StealHalf(BottomToZero), right, items},
		{"c: thief never empties the range", program{Capacity: 2, Fill: fill{1}, Ops: ops{"", "h", "h"}}, StealHalf(NeverEmptyRange), right, items},
		{"d: range before bottom", program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, StealHalf(RangeFirst), right, items},
		{"e: push tries once", program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "h"}}, StealHalf(PushTriesOnce), right, laws},
		{"f: thief tries its own range once", program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"h", "", "h"}}, StealHalf(ThiefTriesOnce), right, laws},
		{"g: expected range read again", program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "h"}}, StealHalf(RangeReadAgain), right, items},
		{"h: bottom before range", program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, StealHalf(BottomFirst), right, items},
		{"i: no swap where the length stays", program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, StealHalf(SilentCrossing), right, items},
		{"j: N items, indices modulo N", program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "h"}}, StealHalf(NarrowIndex), right, items},
		{"k: tag of one bit", program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+-+", "h"}}, StealHalf(ShortTag), right, items},
		{"a theft jumps over a power of two", program{Capacity: 4, Fill: fill{1, 4}, Ops: ops{"h", "h"}}, StealHalf(MissedJump), right, laws},
		{"copy after the swap", program{Capacity: 2, Fill: fill{2}, Ops: ops{"++", "h"}}, StealHalf(LateCopy), right, items},
		{"one swap moves top by half", program{Capacity: 4, Fill: fill{3}, Ops: ops{"--", "h"}}, HalfByOneSwap(), right, items},
	})
}

// TestWrongSinglesAreCaught: those of the deques from which a thief takes one item.
func TestWrongSinglesAreCaught(t *testing.T) {
	abp, cl := ABP(0), ChaseLev(0)
	requireCaught(t, []control{
		{"abp: no tag", program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, ABP(ABPNoTag), abp, items},
		{"abp: d: thieves leave the tag", program{Capacity: 2, Fill: fill{2}, Ops: ops{"++", "oooo", "o"}}, ABP(ABPThiefNoTag), abp, items},
		{"abp: f: tag of one bit", program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+-+", "o"}}, ABP(ABPShortTag), abp, items},
		{"abp: age before bottom in pop", program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, ABP(ABPAgeFirst), abp, items},
		{"abp: bottom before age in a thief", program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, ABP(ABPBottomFirst), abp, items},
		{"abp: slot read after the swap", program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o"}}, ABP(ABPLateRead), abp, items},
		{"abp: c: indices modulo N", program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "o"}}, ABP(ABPNarrowIndex), abp, items},
		{"abp: b: back to index 0", program{Capacity: 2, Start: 1, Fill: fill{1}, Ops: ops{"-", "oo"}}, ABP(ABPToZero), abp, items},
		{"abp: e: a hasty Empty", program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o", "o"}}, ABP(ABPHasty), abp, laws},
		{"abp: bottom left below top", program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, ABP(ABPBottomStays), abp, items},

		{"chaselev: top before bottom in pop", program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, ChaseLev(ChaseLevTopFirst), cl, items},
		{"chaselev: bottom before top in a thief", program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, ChaseLev(ChaseLevBottomFirst), cl, items},
		{"chaselev: slot read after the swap", program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o"}}, ChaseLev(ChaseLevLateRead), cl, items},
		{"chaselev: ring read before top", program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "oo", "o"}}, ChaseLev(ChaseLevRingFirst), cl, items},
		{"chaselev: push into the old ring", program{Capacity: 4, Fill: fill{2}, Ops: ops{"+"}}, ChaseLev(ChaseLevKeepsRing), cl, items},
		{"chaselev: the old ring is used again", program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "o"}}, ChaseLev(ChaseLevReusesRing), cl, items},
		{"chaselev: the new ring shown too early", program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "o"}}, ChaseLev(ChaseLevEarlyRing), cl, items},
		{"chaselev: last item from below", program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, ChaseLev(ChaseLevFromBelow), cl, items},
		{"chaselev: last item without a swap", program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "o"}}, ChaseLev(ChaseLevLastUnswapped), cl, items},
	})
}

// TestSplitWrongFormsAreCaught: the forms that split.go names.
func TestSplitWrongFormsAreCaught(t *testing.T) {
	right := Split(0)
	requireCaught(t, []control{
		{"a: privateBottom stays behind", program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"--"}}, Split(SplitBottomStays), right, items},
		{"c: top without a tag", program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-r+-r+-r+-r+", "o"}}, Split(SplitUntaggedTop), right, items},
		{"e: flag cleared last", program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 0, Asked: true}, Ops: ops{"e", "o", "o"}}, Split(SplitClearLate), right, laws},
		{"top is not read again", program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"-", "oo"}}, Split(SplitTopFirst), right, items},
		{"last item without a swap", program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-", "o"}}, Split(SplitLastUnswapped), right, items},
		{"public items taken for private", program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-", "o"}}, Split(SplitPublicAsOwn), right, items},
		{"official read before top", program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"--", "o"}}, Split(SplitOfficialFirst), right, items},
		{"slot read after the swap", program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 1, Asked: true}, Ops: ops{"e+re", "o"}}, Split(SplitLateSlot), right, items},
		{"announced before it is there", program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 0, Asked: true}, Ops: ops{"e", "o"}}, Split(SplitOfficialBefore), right, items},
	})
}

// TestRudolphWrongFormsAreCaught: the forms that rudolph.go says it must not have.
func TestRudolphWrongFormsAreCaught(t *testing.T) {
	right := Rudolph(0)
	requireCaught(t, []control{
		{"pop reads before its swap", program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"-", "oB"}}, Rudolph(RudolphPopReadsFirst), right, items},
		{"push swaps before it writes", program{Capacity: 2, Fill: fill{0, 0}, Ops: ops{"+", "o-"}}, Rudolph(RudolphPushSwapsFirst), right, items},
		{"a thief without a claim", program{Capacity: 2, Fill: fill{1, 0}, Ops: ops{"-+", "o"}}, Rudolph(RudolphUnclaimedSteal), right, items},
		{"gifts at the bottom", program{Capacity: 4, Fill: fill{1, 3}, Ops: ops{"+", "B"}}, Rudolph(RudolphGiftAtBottom), right, items},
		{"gifts fill the slot at bottom", program{Capacity: 2, Others: 4, Fill: fill{1, 3}, Ops: ops{"+", "B"}}, Rudolph(RudolphGiftFillsAll), right, items},
		{"gifts to who has found nothing", program{Capacity: 2, Fill: fill{1, 2}, Ops: ops{"--", "B"}}, Rudolph(RudolphGiftToClosed), right, laws},
		{"a claim that waits", program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"h", "h"}}, Rudolph(RudolphClaimWaits), right, items},
		{"giver released first", program{Capacity: 2, Fill: fill{1, 0}, Ops: ops{"w", "o"}}, Rudolph(RudolphGiverFirst), right, laws},
	})
}

// TestCentralWrongFormsAreCaught: without the lock, and with a look before the lock
// in place of one with it, an item is lost or taken twice.
func TestCentralWrongFormsAreCaught(t *testing.T) {
	p, right := program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "-"}}, Central(0)
	requireCaught(t, []control{
		{"length seen before the lock", p, Central(CentralTrusting), right, items},
		{"no lock", p, Central(CentralUnlocked), right, items},
	})
}
