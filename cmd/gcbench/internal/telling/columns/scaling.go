package columns

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Both is a mark of one heap by one number of workers, in both ways. Each is nil if it was not measured.
type Both struct {
	Heap          string
	Workers       int
	Owner, Shared *schema.Result
}

// BothWays are marks in both ways among the results, which differ in nothing else, in the order of the results. A heap of
// which no mark was measured in both ways has none. Of several reports the first one counts.
func BothWays(results []schema.Result) (all []Both) {
	type key struct {
		facts schema.Facts
		how   schema.How
	}
	names, at, known := heapNames(results), map[key]int{}, map[schema.Facts]bool{}
	for i := range results {
		r := &results[i]
		k := key{r.Facts, r.How()}
		k.how.Marking = ""
		if _, ok := at[k]; !ok {
			at[k] = len(all)
			all = append(all, Both{Heap: names[i], Workers: r.Workers})
		}
		b := &all[at[k]]
		switch {
		case r.Marking == tune.MarkingOwner.String() && b.Owner == nil:
			b.Owner = r
		case r.Marking == tune.MarkingShared.String() && b.Shared == nil:
			b.Shared = r
		}
		known[r.Facts] = known[r.Facts] || b.Owner != nil && b.Shared != nil
	}
	return slices.DeleteFunc(all, func(b Both) bool {
		return b.Owner == nil && b.Shared == nil || b.Owner != nil && !known[b.Owner.Facts] || b.Shared != nil && !known[b.Shared.Facts]
	})
}

// Ratio is the time with shared bits over the time with owners. Both must have been measured.
func (b *Both) Ratio() float64 { return b.Shared.MedianNS / b.Owner.MedianNS }

// Marking has a row for each mark in both ways. predicted is the speedup of a result in a simulation, 0 if there is none. If there
// is none of any, their columns are left out.
func Marking(all []Both, predicted func(*schema.Result) float64) Block {
	known := slices.ContainsFunc(all, func(b Both) bool { return predicted(b.Owner) > 0 && predicted(b.Shared) > 0 })
	b := Block{Columns: []Column{{Title: "heap", Left: true}, {Title: "workers"}, {Title: "owners"}, {Title: "shared"}, {Title: "ratio"}}, Keys: 2}
	if known {
		b.Columns = append(b.Columns, Column{Title: "owners predicted"}, Column{Title: "shared predicted"}, Column{Title: "ratio predicted"})
	}
	for i := range all {
		one := &all[i]
		row := []string{one.Heap, strconv.Itoa(one.Workers), SpeedupOf(one.Owner), SpeedupOf(one.Shared), hundredths(one.Ratio())}
		if owner, shared := predicted(one.Owner), predicted(one.Shared); owner > 0 && shared > 0 {
			row = append(row, hundredths(owner), hundredths(shared), hundredths(owner/shared))
		} else if known {
			row = append(row, "-", "-", "-")
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// heapNames are the names of the results' heaps, with more only where that is not enough to tell them apart.
func heapNames(results []schema.Result) (names []string) {
	heaps := map[string]schema.Facts{}
	for i := range results {
		r := &results[i]
		if same, known := heaps[r.Name()]; known && same != r.Facts {
			return each(PlacesOf(results), func(p Place) string { return p.Heap })
		}
		heaps[r.Name()] = r.Facts
		names = append(names, r.Name())
	}
	return names
}

// Scaling has a row for each heap, and a column for each number of workers: the speedups over one worker.
func Scaling(results []schema.Result) Block {
	all := BothWays(results)
	b := Block{Columns: []Column{{Title: "heap", Left: true}, {Title: "1"}}, Keys: 1}
	var workers []int
	for _, m := range all {
		if m.Workers > 1 && !slices.Contains(workers, m.Workers) {
			workers = append(workers, m.Workers)
		}
	}
	slices.Sort(workers)
	for _, n := range workers {
		b.Columns = append(b.Columns, Column{Title: strconv.Itoa(n)})
	}
	for _, m := range all {
		name := numeral.Shorten(m.Heap, MaxName)
		if len(b.Rows) == 0 || b.Rows[len(b.Rows)-1][0] != name {
			b.Rows = append(b.Rows, append([]string{name}, slices.Repeat([]string{"-"}, len(workers)+1)...))
		}
		row := b.Rows[len(b.Rows)-1]
		if i := slices.Index(workers, m.Workers); i >= 0 {
			row[2+i] = SpeedupOf(m.Owner) + " " + SpeedupOf(m.Shared)
		} else if m.Shared != nil {
			row[1] = numeral.Duration(m.Shared.MedianNS)
		}
	}
	return b
}

// SpeedupOf is a result's speedup with two decimals, a dash if it is not known.
func SpeedupOf(r *schema.Result) string {
	if r == nil || r.Speedup == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *r.Speedup)
}
