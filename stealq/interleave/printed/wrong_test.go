package printed

import "testing"

// TestWrongFormsAreCaught: the forms that stealhalf.go names.
func TestWrongFormsAreCaught(t *testing.T) {
	requireCaught(t, []control{
		{"stealhalf", uint32(LateTheftTest), program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "h"}}, items},
		{"stealhalf", uint32(EmptyMeansTheft), program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h"}}, items},
		{"stealhalf", uint32(BottomToZero), program{Capacity: 2, Start: 1, Fill: fill{1}, Ops: ops{"-", "h"}}, items},
		{"stealhalf", uint32(NeverEmptyRange), program{Capacity: 2, Fill: fill{1}, Ops: ops{"", "h", "h"}}, items},
		{"stealhalf", uint32(RangeFirst), program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, items},
		{"stealhalf", uint32(PushTriesOnce), program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "h"}}, laws},
		{"stealhalf", uint32(ThiefTriesOnce), program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"h", "", "h"}}, laws},
		{"stealhalf", uint32(RangeReadAgain), program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "h"}}, items},
		{"stealhalf", uint32(BottomFirst), program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, items},
		{"stealhalf", uint32(SilentCrossing), program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, items},
		{"stealhalf", uint32(NarrowIndex), program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "h"}}, items},
		{"stealhalf", uint32(ShortTag), program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+-+", "h"}}, items},
		{"stealhalf", uint32(MissedJump), program{Capacity: 4, Fill: fill{1, 4}, Ops: ops{"h", "h"}}, laws},
		{"stealhalf", uint32(LateCopy), program{Capacity: 2, Fill: fill{2}, Ops: ops{"++", "h"}}, items},
		{"halfbyoneswap", 0, program{Capacity: 4, Fill: fill{3}, Ops: ops{"--", "h"}}, items},
	})
}

// TestWrongSinglesAreCaught: those of the deques from which a thief takes one item.
func TestWrongSinglesAreCaught(t *testing.T) {
	requireCaught(t, []control{
		{"abp", uint32(ABPNoTag), program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, items},
		{"abp", uint32(ABPThiefNoTag), program{Capacity: 2, Fill: fill{2}, Ops: ops{"++", "oooo", "o"}}, items},
		{"abp", uint32(ABPShortTag), program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+-+", "o"}}, items},
		{"abp", uint32(ABPAgeFirst), program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, items},
		{"abp", uint32(ABPBottomFirst), program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, items},
		{"abp", uint32(ABPLateRead), program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o"}}, items},
		{"abp", uint32(ABPNarrowIndex), program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "o"}}, items},
		{"abp", uint32(ABPToZero), program{Capacity: 2, Start: 1, Fill: fill{1}, Ops: ops{"-", "oo"}}, items},
		{"abp", uint32(ABPHasty), program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o", "o"}}, laws},
		{"abp", uint32(ABPBottomStays), program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, items},

		{"chaselev", uint32(ChaseLevTopFirst), program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, items},
		{"chaselev", uint32(ChaseLevBottomFirst), program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, items},
		{"chaselev", uint32(ChaseLevLateRead), program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o"}}, items},
		{"chaselev", uint32(ChaseLevRingFirst), program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "oo", "o"}}, items},
		{"chaselev", uint32(ChaseLevKeepsRing), program{Capacity: 4, Fill: fill{2}, Ops: ops{"+"}}, items},
		{"chaselev", uint32(ChaseLevReusesRing), program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "o"}}, items},
		{"chaselev", uint32(ChaseLevEarlyRing), program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "o"}}, items},
		{"chaselev", uint32(ChaseLevFromBelow), program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, items},
		{"chaselev", uint32(ChaseLevLastUnswapped), program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "o"}}, items},
	})
}

// TestSplitWrongFormsAreCaught: the forms that split.go names.
func TestSplitWrongFormsAreCaught(t *testing.T) {
	requireCaught(t, []control{
		{"split", uint32(SplitBottomStays), program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"--"}}, items},
		{"split", uint32(SplitUntaggedTop), program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-r+-r+-r+-r+", "o"}}, items},
		{"split", uint32(SplitClearLate), program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 0, Asked: true}, Ops: ops{"e", "o", "o"}}, laws},
		{"split", uint32(SplitTopFirst), program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"-", "oo"}}, items},
		{"split", uint32(SplitLastUnswapped), program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-", "o"}}, items},
		{"split", uint32(SplitPublicAsOwn), program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-", "o"}}, items},
		{"split", uint32(SplitOfficialFirst), program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"--", "o"}}, items},
		{"split", uint32(SplitLateSlot), program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 1, Asked: true}, Ops: ops{"e+re", "o"}}, items},
		{"split", uint32(SplitOfficialBefore), program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 0, Asked: true}, Ops: ops{"e", "o"}}, items},
	})
}

// TestRudolphWrongFormsAreCaught: the forms that rudolph.go says it must not have.
func TestRudolphWrongFormsAreCaught(t *testing.T) {
	requireCaught(t, []control{
		{"rudolph", uint32(RudolphPopReadsFirst), program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"-", "oB"}}, items},
		{"rudolph", uint32(RudolphPushSwapsFirst), program{Capacity: 2, Fill: fill{0, 0}, Ops: ops{"+", "o-"}}, items},
		{"rudolph", uint32(RudolphUnclaimedSteal), program{Capacity: 2, Fill: fill{1, 0}, Ops: ops{"-+", "o"}}, items},
		{"rudolph", uint32(RudolphGiftAtBottom), program{Capacity: 4, Fill: fill{1, 3}, Ops: ops{"+", "B"}}, items},
		{"rudolph", uint32(RudolphGiftFillsAll), program{Capacity: 2, Others: 4, Fill: fill{1, 3}, Ops: ops{"+", "B"}}, items},
		{"rudolph", uint32(RudolphGiftToClosed), program{Capacity: 2, Fill: fill{1, 2}, Ops: ops{"--", "B"}}, laws},
		{"rudolph", uint32(RudolphClaimWaits), program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"h", "h"}}, items},
		{"rudolph", uint32(RudolphGiverFirst), program{Capacity: 2, Fill: fill{1, 0}, Ops: ops{"w", "o"}}, laws},
	})
}

// TestCentralWrongFormsAreCaught: without the lock, and with a look before the lock
// in place of one with it, an item is lost or taken twice.
func TestCentralWrongFormsAreCaught(t *testing.T) {
	p := program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "-"}}
	requireCaught(t, []control{
		{"central", uint32(CentralTrusting), p, items},
		{"central", uint32(CentralUnlocked), p, items},
	})
}
