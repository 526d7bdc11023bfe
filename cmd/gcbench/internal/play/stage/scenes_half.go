package stage

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

const stealHalfChapter = "05-stealhalf.md"

// half are the shortcut that does not work, and StealHalf as the library runs it.
func half() []Scene {
	const group = "Half of a deque at once (Hendler and Shavit, PODC 2002)"
	return slices.Concat([]Scene{
		level("halfbyoneswap", 0, scene.Scene{Capacity: 4, Fill: []int{3}, Ops: []string{"--", "h"}, ItemsOnly: true}, "is taken twice", About{
			Name: "one-swap", Winning: "b4a6b", Group: group, Chapter: stealHalfChapter, Title: "Half with one swap",
			Goal: "The thief wants items 1 and 2 with one compare-and-swap. Make the owner take one of them, too.",
			Lesson: "The compare-and-swap asks whether top has changed. But the thief's plan also depends on bottom, and the owner lowers bottom without asking. " +
				"No single line repairs this. StealHalf does, with a steal range (section 2.1).",
		}),
	}, safe("stealhalf", scene.Scene{Capacity: 16, Others: 4, Fill: []int{15}, Ops: []string{"+", "h"}}, About{
		Name: "push", Winning: "b11a5b", Group: group, Chapter: stealHalfChapter, Title: "A push and a thief",
		Goal: "The owner pushes the 16th item while a thief steals. Try to lose an item, or to make both take one.",
		Lesson: "You cannot. The scene is figure 4 of the paper: with the 16th item the length is a power of two, and the steal range grows from 4 items to 8. " +
			"The owner replaces the range with a compare-and-swap. If the thief was faster, it fails, and the owner looks again (section 2.2.2).",
	}), safe("stealhalf", scene.Scene{Capacity: 16, Others: 8, Fill: []int{16}, Ops: []string{"-", "h"}}, About{
		Name: "pop", Winning: "b19a5b", Group: group, Chapter: stealHalfChapter, Title: "A pop and a thief",
		Goal: "The owner pops the 16th item while a thief steals. Try to make both take the same item.",
		Lesson: "You cannot. The scene is figure 6 of the paper: before the pop the steal range has 8 items of 16, and after it 4 of 15. " +
			"The owner lowers bottom, and only then reads the range. Either the thief sees the new bottom, or one of their two compare-and-swaps fails (section 2.2.3).",
	}), safe("stealhalf", scene.Scene{Capacity: 16, Others: 8, Fill: []int{10, 4}, Ops: []string{"-", "b", "hh"}}, About{
		Name: "steal", Winning: "c11b10c12a5", Group: group, Chapter: stealHalfChapter, Title: "Two thieves and an owner",
		Goal: "Two thieves steal, and the owner pops. Try to make two of them take the same item.",
		Lesson: "You cannot. A thief that succeeds leaves a new range with a new tag. So everybody who has read the old range fails, and copies that were made are forgotten (section 2.2.4). " +
			"If b steals first and then c, the scene is figure 8 of the paper, with an eighth of the items. There a thief takes 14 items of a range of 32, and the next one all 16 that are left in the range. " +
			"Here b takes 2 of a range of 4, and leaves a range of 2. Then c takes these 2, and leaves a range of 2 again.",
	}))
}
