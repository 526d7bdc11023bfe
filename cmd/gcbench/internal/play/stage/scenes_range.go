package stage

import (
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// ranges are scenes over the work-stealing range.
func ranges() []Scene {
	const group, chapter = "A range of indices", stealHalfChapter
	all := []Scene{
		rangeLevel("workrange", uint32(printed.RangeUntagged), scene.Range{Low: 1, Indices: 2, Owner: "t", Thieves: []string{"ss"}, IndicesOnly: true}, "index 1 of opening 1 is claimed twice", About{
			Name: "untagged", Winning: "b3a6b5", Group: group, Chapter: chapter, Title: "A range without a tag",
			Goal: "Indices 1 and 2 are to be handed out. Make both workers claim index 1.",
			Lesson: "The owner takes index 1, and replaces the steal range by an equal one. The thief has read the old range and the old low. Its compare-and-swap succeeds, and it leaves a range that holds index 1. " +
				"The repair: a tag in the word, which each replacement changes.",
		}),
		rangeLevel("pagerange", 1, scene.Range{Low: 1, Indices: 7, Owner: "tttt", Thieves: []string{"s"}, IndicesOnly: true}, "is lost", About{
			Name: "equal-pairs", Winning: "b2a14ba", Group: group, Chapter: chapter, Title: "Equal, and not the same",
			Goal: "Seven indices are to be handed out. Lose one of them.",
			Lesson: "The article compares pairs of numbers by their identity: an equal pair that was made later is another one. Packed into a word, equal pairs are the same. So a thief that has read an old low succeeds, and leaves a range that is too low. " +
				"The repair: identity, or a tag.",
		}),
	}
	const safe = "range"
	if made, ok := productionRange(); !ok {
		elsewhere = append(elsewhere, safe)
	} else {
		s := scene.Range{Make: made, Low: 1, Indices: 3, Owner: "tt", Thieves: []string{"s", "s"}}
		all = append(all, Scene{Wins: never, Shows: showsRange, Program: func(uint32) interleave.Program { return s.Run }, About: About{
			Name: safe, Winning: "b3c3bca12", Group: group, Chapter: chapter, Title: "A range with a tag", Story: s.Story(), Runs: runsProduction, Safe: true,
			Goal: "The owner takes two indices, and two thieves steal. Try to hand out an index twice, or to lose one.",
			Lesson: "You cannot. The owner stores low before it reads the range, and near the steal range it makes a compare-and-swap. Each replacement changes the tag. " +
				"So whoever has an old view fails.",
		}})
	}
	return all
}
