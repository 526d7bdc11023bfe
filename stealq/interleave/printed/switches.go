package printed

import (
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This file says what is wrong with each line that a switch makes wrong. Tests and gcbench
// play show these sentences.

// Switch is a line of a transcript that can be wrong.
type Switch struct {
	Bit    uint32
	Flag   string // the word with which the code asks whether the line is wrong: has(Flag), slips&Flag, or a field
	Letter string // of the departure in the file of stealq; "" if there is none
	Says   string // what the wrong line does: a sentence without a full stop
}

func (s Switch) String() string {
	if s.Letter == "" {
		return s.Says
	}
	return s.Letter + ": " + s.Says
}

// Transcript is a form of this package with its switches.
type Transcript struct {
	Name     string // in links of gcbench play
	Switches []Switch
	Deques   func(wrong uint32) scene.Form           // nil if it is a range
	Range    func(wrong uint32) func() scene.Indices // nil if it is a deque
}

// Link is the form with these lines wrong, as links of gcbench play begin.
func (t Transcript) Link(wrong uint32) string {
	return linked(strings.TrimPrefix(t.Name, "printed."), wrong)
}

// Transcripts returns all forms of this package.
func Transcripts() []Transcript {
	return []Transcript{
		{Name: "printed.stealhalf", Switches: stealHalfSwitches, Deques: func(wrong uint32) scene.Form { return StealHalf(Lines(wrong)) }},
		{Name: "printed.halfbyoneswap", Deques: func(uint32) scene.Form { return HalfByOneSwap() }},
		{Name: "printed.chaselev", Switches: chaseLevSwitches, Deques: func(wrong uint32) scene.Form { return ChaseLev(ChaseLevSlips(wrong)) }},
		{Name: "printed.abp", Switches: abpSwitches, Deques: func(wrong uint32) scene.Form { return ABP(ABPSlips(wrong)) }},
		{Name: "printed.split", Switches: splitSwitches, Deques: func(wrong uint32) scene.Form { return Split(SplitSlips(wrong)) }},
		{Name: "printed.rudolph", Switches: rudolphSwitches, Deques: func(wrong uint32) scene.Form { return Rudolph(RudolphSlips(wrong)) }},
		{Name: "printed.central", Switches: centralSwitches, Deques: func(wrong uint32) scene.Form { return Central(CentralSlips(wrong)) }},
		{Name: "printed.workrange", Switches: workRangeSwitches, Range: func(wrong uint32) func() scene.Indices { return WorkRange(RangeSlips(wrong)) }},
		{Name: "printed.pagerange", Switches: pageRangeSwitches, Range: func(wrong uint32) func() scene.Indices { return PageRange(wrong&pagePacked == 0) }},
	}
}

// Find returns the form of this name, if it has all lines that are to be wrong.
func Find(name string, wrong uint32) (Transcript, bool) {
	for _, t := range Transcripts() {
		if t.Name == name {
			return t, bits.Len32(wrong) <= len(t.Switches)
		}
	}
	return Transcript{}, false
}

var stealHalfSwitches = []Switch{
	{uint32(LateTheftTest), "LateTheftTest", "a", "Pop asks whether its item is safe before it asks whether it was stolen"},
	{uint32(EmptyMeansTheft), "EmptyMeansTheft", "a", "Pop takes an empty range for a theft of its item"},
	{uint32(BottomToZero), "BottomToZero", "b", "Pop puts bottom to 0 after a theft"},
	{uint32(NeverEmptyRange), "NeverEmptyRange", "c", "a steal leaves a range of at least one, max(1, ...)"},
	{uint32(RangeFirst), "RangeFirst", "d", "Pop makes the range fit (sectionOne) before it lowers bottom"},
	{uint32(PushTriesOnce), "PushTriesOnce", "e", "Push goes on after a compare-and-swap that failed"},
	{uint32(ThiefTriesOnce), "ThiefTriesOnce", "f", "Steal goes on after the compare-and-swap of the thief's own range failed"},
	{uint32(RangeReadAgain), "RangeReadAgain", "g", "the tests read the range, and the compare-and-swap reads it again"},
	{uint32(BottomFirst), "BottomFirst", "h", "a steal reads bottom before the range"},
	{uint32(SilentCrossing), "SilentCrossing", "i", "Pop swaps nothing at a crossing where the range's length stays"},
	{uint32(NarrowIndex), "NarrowIndex", "j", "N items lie in N slots, with indices modulo N"},
	{uint32(ShortTag), "ShortTag", "k", "the tag has one bit"},
	{uint32(MissedJump), "MissedJump", "", "a thief replaces its own range only where its length becomes a power of two, as Push does"},
	{uint32(LateCopy), "LateCopy", "", "a steal copies the items after its compare-and-swap"},
}

var chaseLevSwitches = []Switch{
	{uint32(ChaseLevTopFirst), "ChaseLevTopFirst", "", "Pop reads top before it publishes bottom"},
	{uint32(ChaseLevBottomFirst), "ChaseLevBottomFirst", "", "a thief reads bottom before top"},
	{uint32(ChaseLevLateRead), "ChaseLevLateRead", "", "a thief reads the slot after its swap"},
	{uint32(ChaseLevRingFirst), "ChaseLevRingFirst", "", "a thief reads the ring before top"},
	{uint32(ChaseLevKeepsRing), "ChaseLevKeepsRing", "", "a Push that grows the ring stores its item in the old one"},
	{uint32(ChaseLevReusesRing), "ChaseLevReusesRing", "", "the old ring is wiped as soon as the new one is published"},
	{uint32(ChaseLevEarlyRing), "ChaseLevEarlyRing", "", "the new ring is published before its items are copied"},
	{uint32(ChaseLevFromBelow), "ChaseLevFromBelow", "", "Pop takes the last item from below, as abp does, with no tag"},
	{uint32(ChaseLevLastUnswapped), "ChaseLevLastUnswapped", "", "Pop takes the last item like every other, without a swap"},
}

var abpSwitches = []Switch{
	{uint32(ABPNoTag), "ABPNoTag", "", "there is no tag: age is top alone"},
	{uint32(ABPThiefNoTag), "ABPThiefNoTag", "d", "a thief's swap leaves the tag, as in the paper"},
	{uint32(ABPShortTag), "ABPShortTag", "f", "the tag has one bit"},
	{uint32(ABPAgeFirst), "ABPAgeFirst", "", "Pop reads age before it publishes bottom"},
	{uint32(ABPBottomFirst), "ABPBottomFirst", "", "a thief reads bottom before age"},
	{uint32(ABPLateRead), "ABPLateRead", "", "a thief reads the slot after its swap"},
	{uint32(ABPNarrowIndex), "ABPNarrowIndex", "c", "indices run modulo N"},
	{uint32(ABPToZero), "ABPToZero", "b", "an emptied deque goes back to index 0"},
	{uint32(ABPHasty), "ABPHasty", "e", "a thief that sees no item does not look again"},
	{uint32(ABPBottomStays), "ABPBottomStays", "", "Pop leaves bottom below top when the last item was stolen"},
}

var splitSwitches = []Switch{
	{uint32(SplitBottomStays), "SplitBottomStays", "a", "popBottom leaves bottom where it was"},
	{uint32(SplitUntaggedTop), "SplitUntaggedTop", "c", "indices run modulo 2N, and there is no tag"},
	{uint32(SplitClearLate), "SplitClearLate", "e", "the flag is cleared after the item is shown"},
	{uint32(SplitTopFirst), "SplitTopFirst", "", "popBottom reads top once, before it lowers official"},
	{uint32(SplitLastUnswapped), "SplitLastUnswapped", "", "the owner takes the last public item without a swap"},
	{uint32(SplitPublicAsOwn), "SplitPublicAsOwn", "", "Pop takes public items as it takes private ones"},
	{uint32(SplitOfficialFirst), "SplitOfficialFirst", "", "a thief reads official before top"},
	{uint32(SplitLateSlot), "SplitLateSlot", "", "a thief reads the slot after its swap"},
	{uint32(SplitOfficialBefore), "SplitOfficialBefore", "", "an item is announced before it is in its slot"},
}

var rudolphSwitches = []Switch{
	{uint32(RudolphPopReadsFirst), "RudolphPopReadsFirst", "", "Pop reads its item before its swap"},
	{uint32(RudolphPushSwapsFirst), "RudolphPushSwapsFirst", "", "Push swaps before it writes its item"},
	{uint32(RudolphUnclaimedSteal), "RudolphUnclaimedSteal", "", "a thief copies, then takes with one swap, without a claim"},
	{uint32(RudolphGiftAtBottom), "RudolphGiftAtBottom", "", "gifts go where the owner pushes"},
	{uint32(RudolphGiftFillsAll), "RudolphGiftFillsAll", "", "gifts may take the slot at bottom"},
	{uint32(RudolphGiftToClosed), "RudolphGiftToClosed", "", "gifts go to owners that have found nothing"},
	{uint32(RudolphClaimWaits), "RudolphClaimWaits", "", "a thread that holds a claim waits for the second claim"},
	{uint32(RudolphGiverFirst), "RudolphGiverFirst", "", "the giver's length is reduced before the receiver's is raised"},
}

var centralSwitches = []Switch{
	{uint32(CentralTrusting), "CentralTrusting", "", "Pop trusts the length that it saw before it had the lock"},
	{uint32(CentralUnlocked), "CentralUnlocked", "", "nobody takes the lock"},
}

var workRangeSwitches = []Switch{
	{uint32(RangeUntagged), "RangeUntagged", "a", "a replacement of the range keeps the tag"},
	{uint32(RangeOneBitTag), "RangeOneBitTag", "a", "the tag has one bit"},
	{uint32(RangeLowFirst), "RangeLowFirst", "", "Steal reads low before the word"},
	{uint32(RangeReserveLate), "RangeReserveLate", "", "Take reads the word before it reserves the index"},
	{uint32(RangeOwnerTriesOnce), "RangeOwnerTriesOnce", "c", "Take keeps the index when its compare-and-swap fails"},
	{uint32(RangeOwnerComesClose), "RangeOwnerComesClose", "", "Take makes no compare-and-swap outside the steal range"},
	{uint32(RangeLengthOfAll), "RangeLengthOfAll", "", "Steal leaves all that is left as the steal range"},
	{uint32(RangeTagStartsAnew), "RangeTagStartsAnew", "d", "the tag is 0 at each opening"},
}

// pagePacked is the only switch of PageRange.
const pagePacked = 1

var pageRangeSwitches = []Switch{
	{pagePacked, "identity", "a", "pairs are packed without a tag, so equal pairs are the same"},
}
