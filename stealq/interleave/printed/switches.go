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
	Bit    Lines
	Flag   string // its name in the code, as in has(Flag)
	Letter string // that of the difference from the paper in the file of stealq; "" if there is none
	Says   string // a sentence without a full stop: the effect of the wrong line
}

// Transcript is a form of this package with its switches.
type Transcript struct {
	Name     string // in links of gcbench play, such as "printed.abp"
	Switches []Switch
	Deques   func(wrong Lines) scene.Form           // nil if it is a range
	Range    func(wrong Lines) func() scene.Indices // nil if it is a deque
}

// Link returns the beginning of a link of gcbench play: the form with these lines wrong.
func (t Transcript) Link(wrong Lines) string {
	return linked(strings.TrimPrefix(t.Name, "printed."), wrong)
}

// transcripts are the forms of this package that gcbench play knows. Tests have two more.
var transcripts = []Transcript{
	{Name: "printed.stealhalf", Switches: stealHalfSwitches, Deques: StealHalf},
	{Name: "printed.halfbyoneswap", Deques: func(uint32) scene.Form { return HalfByOneSwap() }},
	{Name: "printed.chaselev", Switches: chaseLevSwitches, Deques: ChaseLev},
	{Name: "printed.abp", Switches: abpSwitches, Deques: ABP},
	{Name: "printed.central", Switches: centralSwitches, Deques: Central},
	{Name: "printed.workrange", Switches: workRangeSwitches, Range: WorkRange},
	{Name: "printed.pagerange", Switches: pageRangeSwitches, Range: PageRange},
}

// Find returns the form of this name, such as "printed.abp". It returns false if there is no such
// form, or if the form does not have all lines that are to be wrong.
func Find(name string, wrong Lines) (Transcript, bool) {
	for _, t := range transcripts {
		if t.Name == name {
			return t, bits.Len32(wrong) <= len(t.Switches)
		}
	}
	return Transcript{}, false
}

var stealHalfSwitches = []Switch{
	{LateTheftTest, "LateTheftTest", "a", "Pop asks whether its item is safe before it asks whether it was stolen"},
	{EmptyMeansTheft, "EmptyMeansTheft", "a", "Pop takes an empty range for a theft of its item"},
	{BottomToZero, "BottomToZero", "b", "Pop puts bottom to 0 after a theft"},
	{NeverEmptyRange, "NeverEmptyRange", "c", "a steal leaves a range of at least one, max(1, ...)"},
	{RangeFirst, "RangeFirst", "d", "Pop makes the range fit (sectionOne) before it lowers bottom"},
	{PushTriesOnce, "PushTriesOnce", "e", "Push goes on after a compare-and-swap that failed"},
	{ThiefTriesOnce, "ThiefTriesOnce", "f", "Steal goes on after the compare-and-swap of the thief's own range failed"},
	{RangeReadAgain, "RangeReadAgain", "g", "the tests read the range, and the compare-and-swap reads it again"},
	{BottomFirst, "BottomFirst", "h", "a steal reads bottom before the range"},
	{SilentCrossing, "SilentCrossing", "i", "Pop swaps nothing at a crossing where the range's length stays"},
	{NarrowIndex, "NarrowIndex", "j", "N items lie in N slots, with indices modulo N"},
	{ShortTag, "ShortTag", "k", "the tag has one bit"},
	{MissedJump, "MissedJump", "", "a thief replaces its own range only where its length becomes a power of two, as Push does"},
	{LateCopy, "LateCopy", "", "a steal copies the items after its compare-and-swap"},
}

var chaseLevSwitches = []Switch{
	{ChaseLevTopFirst, "ChaseLevTopFirst", "", "Pop reads top before it publishes bottom"},
	{ChaseLevBottomFirst, "ChaseLevBottomFirst", "", "a thief reads bottom before top"},
	{ChaseLevLateRead, "ChaseLevLateRead", "", "a thief reads the slot after its swap"},
	{ChaseLevRingFirst, "ChaseLevRingFirst", "", "a thief reads the ring before top"},
	{ChaseLevKeepsRing, "ChaseLevKeepsRing", "", "a Push that grows the ring stores its item in the old one"},
	{ChaseLevReusesRing, "ChaseLevReusesRing", "", "the old ring is wiped as soon as the new one is published"},
	{ChaseLevEarlyRing, "ChaseLevEarlyRing", "", "the new ring is published before its items are copied"},
	{ChaseLevFromBelow, "ChaseLevFromBelow", "", "Pop takes the last item from below, as abp does, with no tag"},
	{ChaseLevLastUnswapped, "ChaseLevLastUnswapped", "", "Pop takes the last item like every other, without a swap"},
}

var abpSwitches = []Switch{
	{ABPNoTag, "ABPNoTag", "", "there is no tag: age is top alone"},
	{ABPThiefNoTag, "ABPThiefNoTag", "d", "a thief's swap leaves the tag, as in the paper"},
	{ABPShortTag, "ABPShortTag", "f", "the tag has one bit"},
	{ABPAgeFirst, "ABPAgeFirst", "", "Pop reads age before it publishes bottom"},
	{ABPBottomFirst, "ABPBottomFirst", "", "a thief reads bottom before age"},
	{ABPLateRead, "ABPLateRead", "", "a thief reads the slot after its swap"},
	{ABPNarrowIndex, "ABPNarrowIndex", "c", "indices run modulo N"},
	{ABPToZero, "ABPToZero", "b", "an emptied deque goes back to index 0"},
	{ABPHasty, "ABPHasty", "e", "a thief that sees no item does not look again"},
	{ABPBottomStays, "ABPBottomStays", "", "Pop leaves bottom below top when the last item was stolen"},
}

var centralSwitches = []Switch{
	{CentralTrusting, "CentralTrusting", "", "Pop trusts the length that it saw before it had the lock"},
	{CentralUnlocked, "CentralUnlocked", "", "no worker takes the lock"},
}

var workRangeSwitches = []Switch{
	{RangeUntagged, "RangeUntagged", "a", "a replacement of the range keeps the tag"},
	{RangeOneBitTag, "RangeOneBitTag", "a", "the tag has one bit"},
	{RangeLowFirst, "RangeLowFirst", "", "Steal reads low before the word"},
	{RangeReserveLate, "RangeReserveLate", "", "Take reads the word before it reserves the index"},
	{RangeOwnerTriesOnce, "RangeOwnerTriesOnce", "c", "Take keeps the index when its compare-and-swap fails"},
	{RangeOwnerComesClose, "RangeOwnerComesClose", "", "Take makes no compare-and-swap outside the steal range"},
	{RangeLengthOfAll, "RangeLengthOfAll", "", "Steal leaves all that is left as the steal range"},
	{RangeTagStartsAnew, "RangeTagStartsAnew", "d", "the tag is 0 at each opening"},
}

var pageRangeSwitches = []Switch{
	{PagePacked, "PagePacked", "a", "pairs are packed without a tag, so equal pairs are the same"},
}
