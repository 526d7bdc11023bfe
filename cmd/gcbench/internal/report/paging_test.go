package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPaging: a line for each mapped heap, with the least and the greatest figure of its own results.
func TestPaging(t *testing.T) {
	result := func(file string, mapped bool, figures ...float64) Result {
		r := Result{Facts: Facts{Heap: file, Mapped: mapped}}
		if figures != nil {
			r.MajorFaults, r.ReadBytes = &figures[0], &figures[1]
		}
		return r
	}
	assert.Empty(t, Paging([]Result{result("a.heap", false)}))
	assert.Equal(t, "a.heap is mapped: page faults are in the times\n", Paging([]Result{result("a.heap", true), result("a.heap", true)}))
	assert.Equal(t, "a.heap is mapped: page faults are in the times (a mark reads 2.00 MiB from the disk and waits for it at 1 fault)\n"+
		"b.heap is mapped: page faults are in the times (a mark reads 1.00 MiB to 3.00 MiB from the disk and waits for it at 5 faults to 9 faults)\n",
		Paging([]Result{
			result("a.heap", true, 1, 2<<20), result("b.heap", true, 9, 1<<20), result("c.heap", false, 1, 1),
			result("a.heap", true, 1, 2<<20), result("b.heap", true, 5, 3<<20), result("b.heap", true, 7, 2<<20),
		}))
}
