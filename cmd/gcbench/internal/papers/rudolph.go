package papers

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// rudolph are the claims of Hendler and Shavit about the scheme that they compare
// with.
func rudolph(k, half *stealq.Kind) Paper {
	return Paper{
		Title:    "A strong operation for every push and pop",
		Citation: "L. Rudolph, M. Slivkin-Allalouf and E. Upfal, \"A Simple Load Balancing Scheme for Task Allocation in Parallel Machines\", SPAA 1991",
		Claims:   []Claim{strongEachTime(k), exponentiallyFewer(k, half)},
	}
}

// strongEachTime is about the price of an operation.
func strongEachTime(k *stealq.Kind) Claim {
	return Claim{
		Text:    "The owner needs a strong operation (a compare-and-swap, or another read-modify-write) for every push and every pop. So k of them take Θ(k).",
		Section: "as characterized by Hendler and Shavit, PODC 2002, sections 1 and 1.1",
		Bound:   "at least k for k pushes, and for k pops; per operation the same at k = 16 and k = 65,536 within a factor of 1.25",
		Measure: func(Effort) Finding { return linear(k) },
	}
}

// linear divides by the operations.
func linear(kind *stealq.Kind) Finding {
	least, most := math.Inf(1), 0.0
	for k := leastRun; k <= largestRun; k *= 2 {
		pushes, pops := strongOperations(kind, k)
		least = min(least, pushes/float64(k), pops/float64(k))
		most = max(most, pushes/float64(k), pops/float64(k))
	}
	return finding(least >= 1 && most <= 1.25*least, "from %.2f to %.2f an operation", least, most)
}

// exponentiallyFewer compares it with StealHalf's.
func exponentiallyFewer(k, half *stealq.Kind) Claim {
	return Claim{
		Text:    "StealHalf needs exponentially fewer: the ratio grows as k / log k.",
		Section: "as characterized by Hendler and Shavit, PODC 2002, section 1.1",
		Bound:   "ratio·(log2 k + 1)/k the same from k = 16 to k = 65,536 within a factor of 1.25",
		Measure: func(Effort) Finding { return ratioToHalf(k, half) },
	}
}

// ratioToHalf divides by what StealHalf takes.
func ratioToHalf(kind, half *stealq.Kind) Finding {
	least, most := math.Inf(1), 0.0
	var text []string
	for k := leastRun; k <= largestRun; k *= 2 {
		pushes, _ := strongOperations(kind, k)
		halfs, _ := strongOperations(half, k)
		ratio := pushes / halfs
		scaled := ratio * (math.Log2(float64(k)) + 1) / float64(k)
		least, most = min(least, scaled), max(most, scaled)
		if k == leastRun || k == 1024 || k == largestRun {
			text = append(text, fmt.Sprintf("%.1f at k = %d", ratio, k))
		}
	}
	return finding(most <= 1.25*least, "ratio %s; scaled from %.2f to %.2f", strings.Join(text, ", "), least, most)
}

const leastRun, largestRun = 16, stealq.MaxCapacity

// strongOperations counts what k pushes and then k pops cost the owner, each
// alone.
func strongOperations(kind *stealq.Kind, k int) (pushes, pops float64) {
	d := kind.New(1, stealq.MaxCapacity)[0]
	count := func() float64 { return float64(d.Counters().CAS + d.Counters().RMW) }
	for i := range k {
		d.Push(uint64(i))
	}
	pushes = count()
	for range k {
		d.Pop()
	}
	return pushes, count() - pushes
}
