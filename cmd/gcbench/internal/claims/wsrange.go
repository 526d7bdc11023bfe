package claims

import (
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// workRange is stealq.WorkRange, or what stands for it.
type workRange interface {
	Open(over uint64, low, high uint32, c *stealq.Counters)
	Take(c *stealq.Counters) (stealq.Part, bool)
	Steal(c *stealq.Counters) (stealq.Part, stealq.Outcome)
}

// partitioner are the claims of the page about work-stealing ranges.
func partitioner(open func() workRange, tagged bool) Paper {
	return Paper{
		Title:    "Work-stealing range",
		Citation: "\"Load-balancing partitioner with work stealing, part one\"",
		Claims: []Claim{{
			Text:    "Each index is handed out exactly once, to the owner or to a thief.",
			Section: "TryTakeOne and TryStealRange",
			Bound:   "no index twice or never: every order of takes and thefts of up to 9 indices; random orders of more; three thieves at once",
			Measure: func(e Effort) Finding { return exactlyOnce(open, e) },
		}, {
			Text: "The owner takes one item at a time without a compare-and-swap unless the steal range is near. " +
				"The page replaces the range at every such step; where its length is a power of two, once for each power is enough.",
			Section: "\"Owner must be able to take one item at a time without heavy synchronization\"",
			Bound:   "at most log2 n + 2 in n takes, n to 4,096 and powers of two to 8,388,608",
			Measure: func(e Effort) Finding { return swapsNearThieves(open, e) },
		}, {
			Text: "Thieves steal contiguous chunks, \"ideally half of the available items\". The page's chunk is a quarter of what was left when it was set; " +
				"here it is a power of two, a quarter to a half of what is left when it is stolen.",
			Section: "\"Thieves must be able to steal work items in contiguous chunks\"",
			Bound:   "a quarter to a half of what is left, or the only index",
			Measure: func(e Effort) Finding { return shareOfTheft(open, e) },
		}, {
			Text: "The page's compare-and-swap compares the identity of an immutable pair. " +
				"Read as: a range packed into a word needs a tag. Without one an equal range is the same word, a thief that slept wins with an old lower bound, and the range it leaves ends what nobody has taken.",
			Section: "m_stealRange",
			Bound:   "all schedules of an owner and two thieves, ranges of up to 8 indices: no index twice or lost with the tag, some without",
			Measure: func(Effort) Finding { return untaggedLoses(tagged) },
		}},
	}
}
