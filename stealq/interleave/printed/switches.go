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
	{uint32(LateTheftTest), "a", "popBottom asks whether its item is safe before it asks whether it was stolen"},
	{uint32(EmptyMeansTheft), "a", "popBottom takes an empty range for a theft of its item"},
	{uint32(BottomToZero), "b", "popBottom puts bot to 0 after a theft"},
	{uint32(NeverEmptyRange), "c", "tryToSteal leaves a range of at least one, max(1, ...)"},
	{uint32(RangeFirst), "d", "popBottom replaces the range (section 1) before it decrements bot (section 2)"},
	{uint32(PushTriesOnce), "e", "pushBottom goes on after a compare-and-swap that failed"},
	{uint32(ThiefTriesOnce), "f", "tryToSteal goes on after the compare-and-swap of its own range failed"},
	{uint32(RangeReadAgain), "g", "the tests read the range, and the compare-and-swap reads it again"},
	{uint32(BottomFirst), "h", "tryToSteal reads bot before the range"},
	{uint32(SilentCrossing), "i", "popBottom swaps nothing at a crossing where the range's length stays"},
	{uint32(NarrowIndex), "j", "N items lie in N slots, with indices modulo N"},
	{uint32(ShortTag), "k", "the tag has one bit"},
	{uint32(MissedJump), "", "a thief replaces its own range only where its length becomes a power of two, as pushBottom does"},
	{uint32(LateCopy), "", "tryToSteal copies the items after its compare-and-swap"},
}

var chaseLevSwitches = []Switch{
	{uint32(ChaseLevTopFirst), "", "pop reads top before it publishes bottom"},
	{uint32(ChaseLevBottomFirst), "", "a thief reads bottom before top"},
	{uint32(ChaseLevLateRead), "", "a thief reads the slot after its swap"},
	{uint32(ChaseLevRingFirst), "", "a thief reads the ring before top"},
	{uint32(ChaseLevKeepsRing), "", "a push that grows the ring stores its item in the old one"},
	{uint32(ChaseLevReusesRing), "", "the old ring is wiped as soon as the new one is published"},
	{uint32(ChaseLevEarlyRing), "", "the new ring is published before its items are copied"},
	{uint32(ChaseLevFromBelow), "", "the owner takes its last item from below, as abp does, with no tag"},
	{uint32(ChaseLevLastUnswapped), "", "the owner takes its last item like every other, without a swap"},
}

var abpSwitches = []Switch{
	{uint32(ABPNoTag), "", "there is no tag: age is top alone"},
	{uint32(ABPThiefNoTag), "d", "a thief's swap leaves the tag, as in the paper"},
	{uint32(ABPShortTag), "f", "the tag has one bit"},
	{uint32(ABPAgeFirst), "", "pop reads age before it publishes bottom"},
	{uint32(ABPBottomFirst), "", "a thief reads bottom before age"},
	{uint32(ABPLateRead), "", "a thief reads the slot after its swap"},
	{uint32(ABPNarrowIndex), "c", "indices run modulo N"},
	{uint32(ABPToZero), "b", "an emptied deque goes back to index 0"},
	{uint32(ABPHasty), "e", "a thief that sees no item does not look again"},
	{uint32(ABPBottomStays), "", "pop leaves bottom below top when the last item was stolen"},
}

var splitSwitches = []Switch{
	{uint32(SplitBottomStays), "a", "popBottom leaves bottom where it was"},
	{uint32(SplitUntaggedTop), "c", "indices run modulo 2N, and there is no tag"},
	{uint32(SplitClearLate), "e", "the flag is cleared after the item is shown"},
	{uint32(SplitTopFirst), "", "popBottom reads top once, before it lowers official"},
	{uint32(SplitLastUnswapped), "", "the owner takes the last public item without a swap"},
	{uint32(SplitPublicAsOwn), "", "pop takes public items as it takes private ones"},
	{uint32(SplitOfficialFirst), "", "a thief reads official before top"},
	{uint32(SplitLateSlot), "", "a thief reads the slot after its swap"},
	{uint32(SplitOfficialBefore), "", "an item is announced before it is in its slot"},
}

var rudolphSwitches = []Switch{
	{uint32(RudolphPopReadsFirst), "", "pop reads its item before its swap"},
	{uint32(RudolphPushSwapsFirst), "", "push swaps before it writes its item"},
	{uint32(RudolphUnclaimedSteal), "", "a thief copies, then takes with one swap, without a claim"},
	{uint32(RudolphGiftAtBottom), "", "gifts go where the owner pushes"},
	{uint32(RudolphGiftFillsAll), "", "gifts may take the slot at bottom"},
	{uint32(RudolphGiftToClosed), "", "gifts go to owners that have found nothing"},
	{uint32(RudolphClaimWaits), "", "a thread that holds a claim waits for the second claim"},
	{uint32(RudolphGiverFirst), "", "the giver's length is reduced before the receiver's is raised"},
}

var centralSwitches = []Switch{
	{uint32(CentralTrusting), "", "a pop trusts the length that it saw before it had the lock"},
	{uint32(CentralUnlocked), "", "nobody takes the lock"},
}

var workRangeSwitches = []Switch{
	{uint32(RangeUntagged), "a", "a replacement keeps the tag"},
	{uint32(RangeOneBitTag), "a", "the tag has one bit"},
	{uint32(RangeLowFirst), "", "a thief reads low before the word"},
	{uint32(RangeReserveLate), "", "the owner reads the word before it reserves the index"},
	{uint32(RangeOwnerTriesOnce), "c", "the owner keeps the index when its compare-and-swap fails"},
	{uint32(RangeOwnerComesClose), "", "the owner makes no compare-and-swap outside the steal range"},
	{uint32(RangeLengthOfAll), "", "a thief leaves all that is left as the steal range"},
	{uint32(RangeTagStartsAnew), "d", "the tag is 0 at each opening"},
}

// pagePacked is the only switch of PageRange.
const pagePacked = 1

var pageRangeSwitches = []Switch{
	{pagePacked, "a", "pairs are packed without a tag, so equal pairs are the same"},
}
