package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Better says on how many heaps which way is faster, owners of mark bits or shared bits, for each number of workers.
func Better(all []columns.Both) string {
	var words []string
	for _, n := range workersOf(all) {
		heaps, owner, shared := 0, 0, 0
		for i := range all {
			if all[i].Workers != n {
				continue
			}
			heaps++
			switch ratio := all[i].Ratio(); {
			case ratio > 1+estimate.DefaultMargin:
				owner++
			case ratio < 1-estimate.DefaultMargin:
				shared++
			}
		}
		if words == nil {
			words = append(words, fmt.Sprintf("with %s owners of mark bits are faster on %d of %s and shared bits on %d",
				numeral.Plural(uint64(n), "worker"), owner, numeral.Plural(uint64(heaps), "heap"), shared))
			continue
		}
		words = append(words, fmt.Sprintf("with %d on %d of %d and %d", n, owner, heaps, shared))
	}
	return strings.Join(words, ", ")
}

func workersOf(all []columns.Both) (numbers []int) {
	for _, b := range all {
		numbers = append(numbers, b.Workers)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// apart is by how much two ways must differ to count as a difference that a prediction should have seen.
const apart = 0.05

// Agreement holds the curves against what was measured, in a sentence: how often they name the faster way, and how far their
// ratios are off. It is "" if they have none of these marks.
func Agreement(all []columns.Both, curves schema.MarkCurves) string {
	right, differ, known, away := 0, 0, 0, 0.0
	for i := range all {
		owner, shared := Predicted(curves, all[i].Owner), Predicted(curves, all[i].Shared)
		if owner == 0 || shared == 0 {
			continue
		}
		predicted, measured := math.Log(owner/shared), math.Log(all[i].Ratio())
		known++
		away += math.Abs(predicted - measured)
		if math.Abs(measured) > math.Log(1+apart) {
			differ++
			if (predicted > 0) == (measured > 0) {
				right++
			}
		}
	}
	if known == 0 {
		return ""
	}
	return fmt.Sprintf("Where both differ by more than %.0f %%, the prediction names the faster one in %d of %s. Its ratio is off by %.0f %% on average.",
		100*apart, right, numeral.Plural(uint64(differ), "row"), 100*(math.Exp(away/float64(known))-1))
}
