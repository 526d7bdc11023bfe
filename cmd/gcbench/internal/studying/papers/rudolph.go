package papers

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// rudolph are the claims of Hendler and Shavit about the scheme that they compare
// with.
func rudolph(k, half *stealq.Kind) claims.Paper {
	return claims.Paper{
		Title:    "A strong operation for every push and pop",
		Citation: "L. Rudolph, M. Slivkin-Allalouf and E. Upfal, \"A Simple Load Balancing Scheme for Task Allocation in Parallel Machines\", SPAA 1991",
		Claims: []claims.Claim{{
			Text:    "The owner needs a strong operation (a compare-and-swap, or another read-modify-write) for every push and every pop. So k of them take Θ(k).",
			Section: "as characterized by Hendler and Shavit, PODC 2002, sections 1 and 1.1",
			Bound:   "at least k for k pushes, and for k pops; per operation the same at k = 16 and k = 65,536 within a factor of 1.25",
			Measure: func(claims.Effort) claims.Finding { return linear(k) },
		}, {
			Text:    "StealHalf needs exponentially fewer: the ratio grows as k / log k.",
			Section: "as characterized by Hendler and Shavit, PODC 2002, section 1.1",
			Bound:   "ratio·(log2 k + 1)/k the same from k = 16 to k = 65,536 within a factor of 1.25",
			Measure: func(claims.Effort) claims.Finding { return ratioToHalf(k, half) },
		}},
	}
}

const leastRun, largestRun = 16, stealq.MaxCapacity

// linear divides by the operations.
func linear(kind *stealq.Kind) claims.Finding {
	least, most := math.Inf(1), 0.0
	for k := leastRun; k <= largestRun; k *= 2 {
		pushes, pops := fillAndEmpty(kind, k)
		least = min(least, strong(pushes)/float64(k), strong(pops)/float64(k))
		most = max(most, strong(pushes)/float64(k), strong(pops)/float64(k))
	}
	return claims.Found(least >= 1 && most <= 1.25*least, "from %.2f to %.2f an operation", least, most)
}

// ratioToHalf divides by what StealHalf takes.
func ratioToHalf(kind, half *stealq.Kind) claims.Finding {
	least, most := math.Inf(1), 0.0
	var text []string
	for k := leastRun; k <= largestRun; k *= 2 {
		pushes, _ := fillAndEmpty(kind, k)
		halfs, _ := fillAndEmpty(half, k)
		ratio := strong(pushes) / strong(halfs)
		scaled := ratio * (math.Log2(float64(k)) + 1) / float64(k)
		least, most = min(least, scaled), max(most, scaled)
		if k == leastRun || k == 1024 || k == largestRun {
			text = append(text, fmt.Sprintf("%.1f at k = %d", ratio, k))
		}
	}
	return claims.Found(most <= 1.25*least, "ratio %s; scaled from %.2f to %.2f", strings.Join(text, ", "), least, most)
}

// fillAndEmpty counts what k pushes cost the owner where there is no thief, and what k pops cost then.
func fillAndEmpty(kind *stealq.Kind, k int) (pushes, pops stealq.Counters) {
	d := kind.New(1, stealq.MaxCapacity)[0]
	for i := range k {
		d.Push(uint64(i))
	}
	pushes = *d.Counters()
	*d.Counters() = stealq.Counters{}
	for range k {
		d.Pop()
	}
	return pushes, *d.Counters()
}

// strong is the number of compare-and-swaps and other read-modify-writes.
func strong(c stealq.Counters) float64 { return float64(c.CAS + c.RMW) }
