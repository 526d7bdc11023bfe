package stage

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// first are scenes for somebody who has never seen a schedule: one queue that two workers
// share.
func first() []Scene {
	one := scene.Scene{Form: scene.Form{Shared: true}, Capacity: 2, Fill: []int{1}, Ops: []string{"-", "-"}, ItemsOnly: true}
	const group, chapter = "First steps", "04-deques.md"
	return []Scene{
		level("central", uint32(printed.CentralUnlocked), one, "item 1 is taken twice", About{
			Name: "no-lock", Winning: "a2b4a2", Group: group, Chapter: chapter, Title: "One item, no lock",
			Story: "The queue A holds one item: A.n is 1. Workers a and b pop once each. The code says d.lock(). But here this lock does nothing: the line that takes it is left out.",
			Goal:  "Make both workers take item 1.",
			Lesson: "Each pop reads how many items there are, and then writes a smaller number. Between the read and the write the other worker reads the same number. " +
				"The repair: take the lock. Then a worker reads and writes while nobody else does.",
		}),
		level("central", uint32(printed.CentralTrusting), one, "item 1 is taken twice", About{
			Name: "early-look", Winning: "a2ba3b4", Group: group, Chapter: chapter, Title: "A look before the lock",
			Story:  "The queue A holds one item: A.n is 1. Workers a and b pop once each. A worker that finds the lock taken has to wait.",
			Goal:   "Now there is a lock. Make both workers take item 1 all the same.",
			Lesson: "A worker looks at the length first, and then waits for the lock. When it has the lock, the length that it knows is old. The repair: with the lock, look again.",
		}),
	}
}

// single are scenes over deques from which a thief takes one item.
func single() []Scene {
	const group, chapter = "One item at a time", "04-deques.md"
	two := scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"-", "o", "o"}, ItemsOnly: true}
	return slices.Concat([]Scene{
		level("chaselev", uint32(printed.ChaseLevLastUnswapped), scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-", "o"}, ItemsOnly: true}, "item 1 is taken twice", About{
			Name: "last-item", Winning: "b4a4b", Group: group, Chapter: chapter, Title: "The last item",
			Goal: "The deque holds one item. Make the owner and the thief take it.",
			Lesson: "The owner takes an item without a compare-and-swap, because thieves take items from the other end. But the last item lies at both ends. " +
				"The repair: for the last item the owner makes the compare-and-swap of a thief, and only one of them succeeds (Chase and Lev, SPAA 2005, section 2).",
		}),
	}, safe("chaselev", scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-", "o"}}, About{
		Name: "last-item-right", Winning: "b5a5ba", Group: group, Chapter: chapter, Title: "The last item, done right",
		Goal: "Try to make both workers take item 1, or to lose the item.",
		Lesson: "You cannot. Owner and thief both move top from 0 to 1 with a compare-and-swap, and only one of two such swaps succeeds. " +
			"The other worker goes away without an item. The explorer has tried all schedules.",
	}), []Scene{
		level("abp", uint32(printed.ABPNoTag), scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-+", "o"}, ItemsOnly: true}, "item 1 is taken twice", About{
			Name: "no-tag", Winning: "b3a5b", Group: group, Chapter: chapter, Title: "The same number again",
			Goal: "The owner pops item 1, and pushes item 2. Make the thief take item 1 after that.",
			Lesson: "A compare-and-swap asks whether a word has its old value, and not whether it has changed. The owner takes its item from below, so top stays. After the push, all looks as before. " +
				"The repair: a tag in the same word, which each swap changes (Arora, Blumofe and Plaxton, SPAA 1998, section 3). This mistake is known as ABA.",
		}),
		level("chaselev", uint32(printed.ChaseLevTopFirst), two, "is taken twice", About{
			Name: "late-bottom", Winning: "a2b5c5a2", Group: group, Chapter: chapter, Title: "Announce, then look",
			Goal: "The deque holds items 1 and 2, and there are two thieves. Make two workers take item 2.",
			Lesson: "The owner reads top, and believes that item 2 is not the last one. Then both thieves steal, and the second one takes item 2. The owner takes it without a compare-and-swap. " +
				"The repair: lower bottom first, then read top. So thieves see what the owner is about to take.",
		}),
		level("chaselev", uint32(printed.ChaseLevRingFirst), scene.Scene{Capacity: 4, Fill: []int{2}, Ops: []string{"+", "oo", "o"}, ItemsOnly: true}, "is taken twice", About{
			Name: "old-ring", Winning: "ca9b10c4", Group: group, Chapter: chapter, Title: "An array that has grown",
			Goal: "The array has two slots and is full, so the push makes a larger one. Make a thief take an item out of the old array that somebody else has taken.",
			Lesson: "A thief holds the old array, and reads top only later. By then top means a slot of the new array. In the old one this slot holds an item that was taken long ago. " +
				"The repair: read top, and then which array there is.",
		}),
	})
}
