package sim

import "slices"

// points is the number of spans of time of a curve.
const points = 32

// BalanceResult is the result of the runs. A load here is relative to the average load
// at the same time. While no process has items, every load is 1.
type BalanceResult struct {
	// Expected is the measured alpha_u of the paper. For each process, its load is averaged
	// over the runs and over the second half of the steps. Expected is the largest of these
	// averages.
	Expected float64

	// Samples holds the load of this process in each run. Their mean is Expected.
	Samples []float64

	// Largest is the load of the process that has most at the time, averaged over the runs
	// and the second half of the steps. The theorems say nothing about it.
	Largest float64

	// These three are values at the end, averaged over the runs.
	Last    float64 // largest load of a process, as in Expected
	Average float64 // items for each process
	Gap     float64 // items above the average, of the process that has most

	Curve []BalancePoint // the loads in up to 32 equal spans of time

	// These three are numbers for each step, averaged over steps and runs.
	Attempts   float64 // attempts that could have moved items
	Balancings float64 // attempts that moved items
	Moved      float64 // items moved
}

// BalancePoint is one span of time. Its values are averages over the span's steps
// and the runs.
type BalancePoint struct {
	Step     int     // the last step of the span, counted from 1
	Average  float64 // items for each process
	Expected float64 // load of the process whose average load is largest
	Largest  float64 // load of the process that has most at the time
}

// loadRecord gathers a BalanceResult. It has a sum of loads for each process.
type loadRecord struct {
	*BalanceOptions
	result BalanceResult
	spans  [points][]float64
	seen   [points]int // steps in each span
	late   [][]float64 // sums over the second half of the steps, by run
	last   []float64   // sums of the loads at the end
}

func newLoadRecord(o *BalanceOptions) *loadRecord {
	r := &loadRecord{BalanceOptions: o, last: make([]float64, o.Processes)}
	r.result.Curve = make([]BalancePoint, points)
	for i := range r.spans {
		r.spans[i] = make([]float64, o.Processes)
	}
	return r
}

// begin takes note of the beginning of a run.
func (r *loadRecord) begin() { r.late = append(r.late, make([]float64, r.Processes)) }

// observe takes note of the loads at the beginning of step t.
func (r *loadRecord) observe(t int, load []int, items int) {
	span := t * points / r.Steps
	most := addLoads(r.spans[span], load, items)
	if t >= r.Steps/2 {
		addLoads(r.late[len(r.late)-1], load, items)
		r.result.Largest += most / float64((r.Steps-r.Steps/2)*r.Runs)
	}
	c := &r.result.Curve[span]
	c.Step = t + 1
	c.Average += float64(items) / float64(r.Processes)
	c.Largest += most
	r.seen[span]++
}

// addLoads adds the relative loads to sums and returns the largest. It rounds products
// before it adds them, so the result is the same on every processor.
func addLoads(sums []float64, load []int, items int) float64 {
	scale, base := float64(len(load))/float64(items), 0.0
	if items == 0 {
		scale, base = 0, 1
	}
	most := 0
	for p, n := range load {
		sums[p] += base + float64(float64(n)*scale)
		most = max(most, n)
	}
	return base + float64(float64(most)*scale)
}

// finish takes note of the end of a run.
func (r *loadRecord) finish(s *system) {
	addLoads(r.last, s.load, s.items)
	average, runs, steps := float64(s.items)/float64(s.Processes), float64(s.Runs), float64(s.Runs*s.Steps)
	r.result.Average += average / runs
	r.result.Gap += (float64(slices.Max(s.load)) - average) / runs
	r.result.Attempts += float64(s.attempts) / steps
	r.result.Balancings += float64(s.balancings) / steps
	r.result.Moved += float64(s.moved) / steps
}

// conclude turns sums into averages.
func (r *loadRecord) conclude() BalanceResult {
	for i := range r.result.Curve {
		c, seen := &r.result.Curve[i], float64(r.seen[i])
		c.Average, c.Largest, c.Expected = c.Average/seen, c.Largest/seen, slices.Max(r.spans[i])/seen
	}
	r.result.Curve = slices.DeleteFunc(r.result.Curve, func(c BalancePoint) bool { return c.Step == 0 }) // fewer steps than spans
	total := make([]float64, r.Processes)
	for _, run := range r.late {
		for p, sum := range run {
			total[p] += sum
		}
	}
	most := slices.Max(total)
	heaviest, lateSteps := slices.Index(total, most), float64(r.Steps-r.Steps/2)
	for _, run := range r.late {
		r.result.Samples = append(r.result.Samples, run[heaviest]/lateSteps)
	}
	r.result.Expected = most / lateSteps / float64(r.Runs)
	r.result.Last = slices.Max(r.last) / float64(r.Runs)
	return r.result
}
