package stage

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

const stealHalfChapter = "05-stealhalf.md"

// half are the shortcut that does not work, and StealHalf as the library runs it.
func half() []Scene {
	const group = "Half of a deque at once"
	return slices.Concat([]Scene{
		level("halfbyoneswap", 0, scene.Scene{Capacity: 4, Fill: []int{3}, Ops: []string{"--", "h"}, ItemsOnly: true}, "is taken twice", About{
			Name: "one-swap", Winning: "b4a6b", Group: group, Chapter: stealHalfChapter, Title: "Half with one swap",
			Goal: "The thief wants items 1 and 2 with one compare-and-swap. Make the owner take one of them, too.",
			Lesson: "The compare-and-swap asks whether top has changed. But the thief's plan also depends on bottom, and the owner lowers bottom without asking. " +
				"No single line repairs this. StealHalf does, with a steal range (Hendler and Shavit, PODC 2002, section 2.1).",
		}),
	}, safe("stealhalf", scene.Scene{Capacity: 4, Fill: []int{1}, Ops: []string{"+", "h"}}, About{
		Name: "push", Winning: "a4b6a3b3", Group: group, Chapter: stealHalfChapter, Title: "A push and a thief",
		Goal: "The owner pushes while a thief steals. Try to lose an item, or to make both take one.",
		Lesson: "You cannot. The push goes from one item to two, and so it replaces the steal range with a compare-and-swap. If the thief was faster, the owner looks again " +
			"(Hendler and Shavit, PODC 2002, section 2.2.2, figures 3 and 4).",
	}), safe("stealhalf", scene.Scene{Capacity: 2, Fill: []int{2}, Ops: []string{"-", "h"}}, About{
		Name: "pop", Winning: "b5a5b", Group: group, Chapter: stealHalfChapter, Title: "A pop and a thief",
		Goal: "The owner pops while a thief steals. Try to make both take the same item.",
		Lesson: "You cannot. The owner lowers bottom, and only then reads the range. Either the thief sees the new bottom, or one of their two compare-and-swaps fails " +
			"(section 2.2.3, figures 5 and 6).",
	}), safe("stealhalf", scene.Scene{Capacity: 4, Fill: []int{4}, Ops: []string{"-", "h", "h"}}, About{
		Name: "steal", Winning: "b7c7bca5b3", Group: group, Chapter: stealHalfChapter, Title: "Two thieves and an owner",
		Goal: "Two thieves steal, and the owner pops. Try to make two of them take the same item.",
		Lesson: "You cannot. A thief that succeeds leaves a new range with a new tag. So everybody who has read the old range fails, and copies that were made are forgotten " +
			"(section 2.2.4, figures 7 and 8).",
	}))
}
