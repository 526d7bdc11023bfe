package papers

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// stealHalf are the claims of Hendler and Shavit.
func stealHalf(k *stealq.Kind, simulate balanceFunc) claims.Paper {
	return claims.Paper{
		Title:    "Non-blocking steal-half work queues",
		Citation: "D. Hendler and N. Shavit, \"Non-Blocking Steal-Half Work Queues\", PODC 2002",
		Claims:   slices.Concat(extendedDeque(k), []claims.Claim{poolClaim(k)}, balance(simulate)),
	}
}

// extendedDeque are their claims about one deque.
func extendedDeque(k *stealq.Kind) []claims.Claim {
	return []claims.Claim{{
		Text: "k pushes in a row, or k pops, with m thefts among them cost the owner O(log k + m) compare-and-swaps. " +
			"The paper writes \"at most Θ(log(k) + m)\". One must add one more: a single push into an empty deque has k = 1 and m = 0, and costs one.",
		Section: "theorem 4.3",
		Bound:   "c·(log2 k + m + 1), c = 2, for k up to 65,536 and thefts between operations. A theft is noticed once, and takes the owner across one power of two again. A theft within an operation can add a failed compare-and-swap",
		Measure: func(e claims.Effort) claims.Finding { return swapsOfSequences(k, e) },
	}, {
		Text:    "Without thefts, pushes and pops between powers of two perform no compare-and-swap.",
		Section: "sections 1.1 and 2.1",
		Bound:   "none but where the length reaches a power of two (push) or leaves one (pop), each length up to 65,536",
		Measure: func(claims.Effort) claims.Finding { return swapsWithoutThefts(k) },
	}, {
		Text:    "After a push whose compare-and-swap succeeded, 2·len(range) <= len(deque) < 4·len(range), a deque of one item excepted.",
		Section: "section 2.2.2",
		Bound:   "no exception but length 1, where the range holds the item",
		Measure: func(e claims.Effort) claims.Finding { return rangeAfter(k, e, push) },
	}, {
		Text:    "After a pop whose compare-and-swap succeeded, 2·len(range) <= len(deque) <= 4·len(range), a deque of one item excepted.",
		Section: "section 2.2.3, note 15",
		Bound:   "no exception but length 1, where the range holds the item",
		Measure: func(e claims.Effort) claims.Finding { return rangeAfter(k, e, pop) },
	}, {
		Text: "After a theft the victim's range holds at most half and at least an eighth of what is left. " +
			"The printed max(1, ...) is wrong when the theft empties the deque: a second thief would take a slot that was never written. Then the range must be empty.",
		Section: "section 2.2.4",
		Bound:   "len(deque)/8 <= len(range) <= len(deque)/2, a deque of one item excepted",
		Measure: func(e claims.Effort) claims.Finding { return rangeAfterTheft(k, e) },
	}, {
		Text: "At least an eighth of a deque can be stolen at once. The paper says at all times. It holds after every completed operation, " +
			"but not inside one: an item is in the deque before the range is raised.",
		Section: "theorem 3.10",
		Bound:   "len(range) >= len(deque)/8 after every operation",
		Measure: func(e claims.Effort) claims.Finding { return anEighth(k, e) },
	}, {
		Text:    "A steal takes at most half of a deque. A single item is the exception.",
		Section: "sections 1.1 and 2.2.3",
		Bound:   "items taken <= len(deque)/2, or 1 of 1",
		Measure: func(e claims.Effort) claims.Finding { return atMostHalf(k, e) },
	}, {
		Text:    "Two thefts from 95 items: of a range of 32, a thief with 36 items takes 14 and leaves a range of 16. The next thief takes these 16 and leaves 16.",
		Section: "section 3.3, figure 8",
		Bound:   "exactly (32, 14, 16, 16), then 16",
		Measure: func(claims.Effort) claims.Finding { return figure8(k) },
	}}
}

// poolClaim is that the deques lose nothing.
func poolClaim(k *stealq.Kind) claims.Claim {
	return claims.Claim{
		Text: "StealHalf is a correct pool: every item pushed is taken exactly once. As printed it is not. popBottom must publish the lower bottom before it reads the range, " +
			"and it must not go back to 0. An item is stolen if top has passed it. And tryToSteal must leave no range after the last item.",
		Section: "theorem 4.2, figures 5 and 7",
		Bound:   "no item twice or never, an owner and three thieves at once, capacities 2, 16 and 1,024",
		Measure: func(e claims.Effort) claims.Finding { return isPool(k, e) },
	}
}
