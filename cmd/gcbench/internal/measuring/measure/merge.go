package measure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Merge returns the results of one heap that several processes have measured, each of them
// all settings in the same order. They must have marked the same objects.
func Merge(processes [][]schema.Result) ([]schema.Result, error) {
	merged := slices.Clone(processes[0])
	for i := range merged {
		same := make([]*schema.Result, len(processes))
		for k, results := range processes {
			if len(results) != len(merged) || results[i].Digest != merged[i].Digest || results[i].How() != merged[i].How() {
				return nil, fmt.Errorf("%s: process %d did not measure what process %d did: %v, digest %s, and not %v, digest %s", merged[i].Name(),
					pidOf(results), pidOf(merged), results[min(i, len(results)-1)].How(), results[min(i, len(results)-1)].Digest, merged[i].How(), merged[i].Digest)
			}
			same[k] = &results[i]
		}
		merged[i] = merge(same)
	}
	setSpeedups(merged)
	return merged, nil
}

func pidOf(results []schema.Result) int { return results[0].Invocations[0].PID }

// merge joins what several processes measured of one setting. The statistics are of the
// process that comes nearest to the whole.
func merge(same []*schema.Result) schema.Result {
	r := *same[0]
	r.Invocations = nil
	for _, s := range same {
		r.Invocations = append(r.Invocations, s.Invocations...)
	}
	Settle(&r)
	away := func(s *schema.Result) float64 { return math.Abs(math.Log(s.MedianNS / r.MedianNS)) }
	nearest := slices.MinFunc(same, func(a, b *schema.Result) int { return cmp.Compare(away(a), away(b)) })
	r.Stats, r.MarksPerSample = nearest.Stats, nearest.MarksPerSample
	r.MajorFaults, r.ReadBytes = middle(same, func(s *schema.Result) *float64 { return s.MajorFaults }), middle(same, func(s *schema.Result) *float64 { return s.ReadBytes })
	r.FloorMinNS = overAll(same, func(s *schema.Result) *float64 { return s.FloorMinNS }, slices.Min)
	r.FloorNS, r.OverFloor = middle(same, func(s *schema.Result) *float64 { return s.FloorNS }), middle(same, func(s *schema.Result) *float64 { return s.OverFloor })
	r.Counters = mergeCounts(same)
	return r
}

// middle is the median of what is known in every process, nil if one does not know it.
func middle(same []*schema.Result, of func(*schema.Result) *float64) *float64 {
	return overAll(same, of, func(all []float64) float64 { return Summarize(all).Median })
}

// overAll is a figure of what is known in every process, nil if one does not know it.
func overAll(same []*schema.Result, of func(*schema.Result) *float64, figure func([]float64) float64) *float64 {
	var all []float64
	for _, s := range same {
		if of(s) == nil {
			return nil
		}
		all = append(all, *of(s))
	}
	return schema.Known(figure(all))
}

// mergeCounts are the means over the processes, of what each of them counted.
func mergeCounts(same []*schema.Result) *schema.Counts {
	if same[0].Counters == nil {
		return nil
	}
	mean := &schema.Counts{}
	for i, into := range mean.Each() {
		*into = overAll(same, func(r *schema.Result) *float64 { return *cmp.Or(r.Counters, &schema.Counts{}).Each()[i] }, stats.Mean)
	}
	return mean
}
