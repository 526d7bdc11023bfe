package stage

import (
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// What runs in the levels of StealHalf.
var (
	aPop       = scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}, ItemsOnly: true}
	aPopOfTwo  = scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"-", "h"}, ItemsOnly: true}
	aPush      = scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"+", "h"}, ItemsOnly: true}
	twoThieves = scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"-", "h", "h"}, ItemsOnly: true}
)

// asPrinted are the mistakes of StealHalf's figures, as levels: those with few steps first.
var asPrinted = []Scene{
	wrongLine(printed.NarrowIndex, aPush, "item 1 is lost", About{
		Name: "full", Winning: "a5b", Title: "Full looks like empty",
		Goal: "Lose item 1.",
		Lesson: "The deque has two slots. With two items in it, bottom is equal to top, as in an empty deque. So items 1 and 2 are both out of reach: whoever looks from then on takes the deque for empty, and whoever looked before fails. " +
			"The repair: count indices modulo twice the number of slots, or leave a slot free (section 2.1).",
	}),
	wrongLine(printed.NeverEmptyRange, scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"", "h", "h"}, ItemsOnly: true}, "which was never pushed", About{
		Name: "phantom", Winning: "b4c4", Title: "An item that nobody pushed",
		Goal: "Two thieves steal from a deque with one item. Make one of them take an item that was never pushed.",
		Lesson: "The first thief takes the last item, and leaves a range of one slot all the same: max(1, ...). The second thief takes what lies there. " +
			"The repair: a thief that empties the deque leaves an empty range (figure 7, newSRlen).",
	}),
	wrongLine(printed.LateTheftTest, aPop, "item 1 is taken twice", About{
		Name: "theft", Winning: "a3b4a", Title: "One item, two owners",
		Goal: "Make two workers take item 1.",
		Lesson: "The thief takes the item and leaves an empty range. The owner asks first whether its item lies outside the range. It does, for the range is empty, and the owner takes the stolen item. " +
			"The repair: ask first whether top has passed the item (figure 5, section 2).",
	}),
	wrongLine(printed.EmptyMeansTheft, aPopOfTwo, "is lost", About{
		Name: "no-proof", Winning: "a3b4a2", Title: "Empty is no proof",
		Goal: "Make the owner give up item 2, which nobody has stolen.",
		Lesson: "The thief takes item 1, and leaves an empty range, because it counts item 2 as popped. The owner takes the empty range for a theft of its item. Now nobody has item 2. " +
			"The repair: an item was stolen if top has passed it (figure 5, section 2, ELSE IF).",
	}),
	wrongLine(printed.BottomToZero, scene.Scene{Capacity: 2, Start: 1, Fill: []int{1}, Ops: []string{"-", "h"}, ItemsOnly: true}, "item 1 is taken twice", About{
		Name: "to-zero", Winning: "a3b4a2", Title: "Back to index 0",
		Goal: "Let the thief take item 1, and make it come back into the owner's deque.",
		Lesson: "After the theft the owner puts bottom to 0, as printed. But top is 2. In a circular array the slots from index 2 up to index 0 count as full, and item 1 still lies in one of them. " +
			"The repair: bottom goes back to top (figure 5, \"bot=0\").",
	}),
	wrongLine(printed.PushTriesOnce, scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"+", "h"}}, "the range's length is 0, the deque's 1", About{
		Name: "unseen", Winning: "b3a4ba", Title: "Out of sight",
		Goal: "Leave an item in A outside the steal range, so that no thief will ever see it.",
		Lesson: "A thief swaps the range just before the owner does. The owner's compare-and-swap fails, and the owner goes on as printed. The range stays empty, with an item below it. No item is lost, but no thief helps any more. " +
			"The repair: look again until the range fits (figure 3; theorem 3.10).",
	}),
	wrongLine(printed.LateCopy, scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"++", "h"}, ItemsOnly: true}, "is taken twice", About{
		Name: "late-copy", Winning: "b3a6b", Title: "Paid before it was packed",
		Goal: "Make the thief win item 1, and then copy an item that is not its own.",
		Lesson: "The thief wins with its compare-and-swap, and copies later. Meanwhile the slot is free, and the owner pushes another item into it. The thief takes the new item, and the old one is gone. " +
			"The repair: copy first, and forget the copy if the compare-and-swap fails (figure 7).",
	}),
	wrongLine(printed.RangeReadAgain, aPop, "item 1 is taken twice", About{
		Name: "read-twice", Winning: "a4b5a2", Title: "Two reads of one word",
		Goal: "Make two workers take item 1.",
		Lesson: "A worker reads the range, decides, and reads the range once more for its compare-and-swap. If somebody swaps between the two reads, the compare-and-swap compares with the new range and succeeds. " +
			"The repair: one read serves the tests and the compare-and-swap (figures 3, 5 and 7).",
	}),
	wrongLine(printed.SilentCrossing, twoThieves, "item 2 is taken twice", About{
		Name: "silent", Winning: "b3a4bc4", Title: "The same range is not the same",
		Goal: "Make two workers take item 2.",
		Lesson: "From two items to one, the range keeps its length. So the owner thinks that it need not swap. But a thief that has read the old range then succeeds, and leaves a range that holds item 2. " +
			"The repair: swap at each power of two, for the new tag makes old thieves fail (figure 5, section 1).",
	}),
	wrongLine(printed.BottomFirst, twoThieves, "item 2 is taken twice", About{
		Name: "old-bottom", Winning: "ba5b3c4", Title: "An old bottom",
		Goal: "Make two workers take item 2.",
		Lesson: "A thief reads bottom, and later the range. Between the reads the owner pops item 2. The thief counts an item too many, and so leaves a range that holds item 2. A second thief takes it. " +
			"The repair: read the range first, then bottom (figure 7, rangeLen and oldLen).",
	}),
	wrongLine(printed.ThiefTriesOnce, scene.Scene{Capacity: 2, Fill: []int{1, 1}, Ops: []string{"h", "", "h"}}, "the range's length is 0, the deque's 1", About{
		Name: "unseen-loot", Winning: "c3a8ca", Title: "Loot out of sight",
		Goal: "The owner of A steals from B, and a thief steals from A. Leave an item in A that no thief will ever see.",
		Lesson: "A thief that has stolen makes the range of its own deque fit. This compare-and-swap fails if somebody steals from the thief at that moment, and the printed thief goes on. " +
			"The repair: look again, as in a push (figure 7, section 2.2.4).",
	}),
	wrongLine(printed.ShortTag, scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-+", "h"}, ItemsOnly: true}, "item 1 is taken twice", About{
		Name: "short-tag", Winning: "b3a10b", Title: "A tag of one bit",
		Goal: "The owner pops item 1 and pushes item 2. Make the thief take item 1 after that.",
		Lesson: "Each replacement of the range changes the tag. A tag of one bit is the same again after two replacements, and a pop and a push are two. The sleeping thief cannot tell. " +
			"The repair: a tag as wide as fits, here 42 bits (section 2.1, note 4).",
	}),
	wrongLine(printed.RangeFirst, twoThieves, "item 2 is taken twice", About{
		Name: "range-first", Winning: "a3b3a3bc4", Title: "The range before bottom",
		Goal: "Make two workers take item 2. This mistake stands in the paper, and all other repairs leave it.",
		Lesson: "The owner makes the range fit, and lowers bottom afterwards. Between the two, a thief sees the new range with the old bottom. It counts an item too many, and so leaves a range that holds item 2. " +
			"The repair: lower bottom first (figure 5, section 1 before section 2).",
	}),
}

// wrongLine is a level of StealHalf.
func wrongLine(wrong printed.Lines, s scene.Scene, wins string, a About) Scene {
	a.Group, a.Chapter = "StealHalf as printed (Hendler and Shavit, PODC 2002)", stealHalfChapter
	return level("stealhalf", uint32(wrong), s, wins, a)
}
