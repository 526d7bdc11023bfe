package printed

import "testing"

// TestWrongFormsAreCaught: the forms that stealhalf.go names.
func TestWrongFormsAreCaught(t *testing.T) {
	requireCaught(t, []control{
		{"stealhalf", LateTheftTest, program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "h"}}, items},
		{"stealhalf", EmptyMeansTheft, program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h"}}, items},
		{"stealhalf", BottomToZero, program{Capacity: 2, Start: 1, Fill: fill{1}, Ops: ops{"-", "h"}}, items},
		{"stealhalf", NeverEmptyRange, program{Capacity: 2, Fill: fill{1}, Ops: ops{"", "h", "h"}}, items},
		{"stealhalf", RangeFirst, program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, items},
		{"stealhalf", PushTriesOnce, program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "h"}}, laws},
		{"stealhalf", ThiefTriesOnce, program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"h", "", "h"}}, laws},
		{"stealhalf", RangeReadAgain, program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "h"}}, items},
		{"stealhalf", BottomFirst, program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, items},
		{"stealhalf", SilentCrossing, program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "h", "h"}}, items},
		{"stealhalf", NarrowIndex, program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "h"}}, items},
		{"stealhalf", ShortTag, program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+-+", "h"}}, items},
		{"stealhalf", MissedJump, program{Capacity: 4, Fill: fill{1, 4}, Ops: ops{"h", "h"}}, laws},
		{"stealhalf", LateCopy, program{Capacity: 2, Fill: fill{2}, Ops: ops{"++", "h"}}, items},
		{"halfbyoneswap", 0, program{Capacity: 4, Fill: fill{3}, Ops: ops{"--", "h"}}, items},
	})
}

// TestWrongSinglesAreCaught: those of the deques from which a thief takes one item.
func TestWrongSinglesAreCaught(t *testing.T) {
	requireCaught(t, []control{
		{"abp", ABPNoTag, program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, items},
		{"abp", ABPThiefNoTag, program{Capacity: 2, Fill: fill{2}, Ops: ops{"++", "oooo", "o"}}, items},
		{"abp", ABPShortTag, program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+-+", "o"}}, items},
		{"abp", ABPAgeFirst, program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, items},
		{"abp", ABPBottomFirst, program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, items},
		{"abp", ABPLateRead, program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o"}}, items},
		{"abp", ABPNarrowIndex, program{Capacity: 2, Fill: fill{1}, Ops: ops{"+", "o"}}, items},
		{"abp", ABPToZero, program{Capacity: 2, Start: 1, Fill: fill{1}, Ops: ops{"-", "oo"}}, items},
		{"abp", ABPHasty, program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o", "o"}}, laws},
		{"abp", ABPBottomStays, program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, items},

		{"chaselev", ChaseLevTopFirst, program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, items},
		{"chaselev", ChaseLevBottomFirst, program{Capacity: 2, Fill: fill{2}, Ops: ops{"-", "o", "o"}}, items},
		{"chaselev", ChaseLevLateRead, program{Capacity: 2, Fill: fill{2}, Ops: ops{"+", "o"}}, items},
		{"chaselev", ChaseLevRingFirst, program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "oo", "o"}}, items},
		{"chaselev", ChaseLevKeepsRing, program{Capacity: 4, Fill: fill{2}, Ops: ops{"+"}}, items},
		{"chaselev", ChaseLevReusesRing, program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "o"}}, items},
		{"chaselev", ChaseLevEarlyRing, program{Capacity: 4, Fill: fill{2}, Ops: ops{"+", "o"}}, items},
		{"chaselev", ChaseLevFromBelow, program{Capacity: 2, Fill: fill{1}, Ops: ops{"-+", "o"}}, items},
		{"chaselev", ChaseLevLastUnswapped, program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "o"}}, items},
	})
}

// TestSplitWrongFormsAreCaught: the forms that split.go names.
func TestSplitWrongFormsAreCaught(t *testing.T) {
	requireCaught(t, []control{
		{"split", SplitBottomStays, program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"--"}}, items},
		{"split", SplitUntaggedTop, program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-r+-r+-r+-r+", "o"}}, items},
		{"split", SplitClearLate, program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 0, Asked: true}, Ops: ops{"e", "o", "o"}}, laws},
		{"split", SplitTopFirst, program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"-", "oo"}}, items},
		{"split", SplitLastUnswapped, program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-", "o"}}, items},
		{"split", SplitPublicAsOwn, program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 1, Asked: false}, Ops: ops{"-", "o"}}, items},
		{"split", SplitOfficialFirst, program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 2, Asked: false}, Ops: ops{"--", "o"}}, items},
		{"split", SplitLateSlot, program{Capacity: 2, Fill: fill{2}, Division: &division{Shown: 1, Asked: true}, Ops: ops{"e+re", "o"}}, items},
		{"split", SplitOfficialBefore, program{Capacity: 2, Fill: fill{1}, Division: &division{Shown: 0, Asked: true}, Ops: ops{"e", "o"}}, items},
	})
}

// TestRudolphWrongFormsAreCaught: the forms that rudolph.go says it must not have.
func TestRudolphWrongFormsAreCaught(t *testing.T) {
	requireCaught(t, []control{
		{"rudolph", RudolphPopReadsFirst, program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"-", "oB"}}, items},
		{"rudolph", RudolphPushSwapsFirst, program{Capacity: 2, Fill: fill{0, 0}, Ops: ops{"+", "o-"}}, items},
		{"rudolph", RudolphUnclaimedSteal, program{Capacity: 2, Fill: fill{1, 0}, Ops: ops{"-+", "o"}}, items},
		{"rudolph", RudolphGiftAtBottom, program{Capacity: 4, Fill: fill{1, 3}, Ops: ops{"+", "B"}}, items},
		{"rudolph", RudolphGiftFillsAll, program{Capacity: 2, Others: 4, Fill: fill{1, 3}, Ops: ops{"+", "B"}}, items},
		{"rudolph", RudolphGiftToClosed, program{Capacity: 2, Fill: fill{1, 2}, Ops: ops{"--", "B"}}, laws},
		{"rudolph", RudolphClaimWaits, program{Capacity: 2, Fill: fill{1, 1}, Ops: ops{"h", "h"}}, items},
		{"rudolph", RudolphGiverFirst, program{Capacity: 2, Fill: fill{1, 0}, Ops: ops{"w", "o"}}, laws},
	})
}

// TestCentralWrongFormsAreCaught: without the lock, and with a look before the lock
// in place of one with it, an item is lost or taken twice.
func TestCentralWrongFormsAreCaught(t *testing.T) {
	p := program{Capacity: 2, Fill: fill{1}, Ops: ops{"-", "-"}}
	requireCaught(t, []control{
		{"central", CentralTrusting, p, items},
		{"central", CentralUnlocked, p, items},
	})
}
