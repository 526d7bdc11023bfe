package timing

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestVaryingInWords: the sentence agrees with its number.
func TestVaryingInWords(t *testing.T) {
	of := func(cv float64) schema.Result {
		return schema.Result{Facts: schema.Facts{Shape: "tree"}, Workers: 1, CV: cv}
	}
	assert.Empty(t, varying([]schema.Result{of(0.1)}))
	assert.Equal(t, []string{"1 of 1 row varies by more than 10 % (cv), most of all tree with 1 worker: 20 %"}, varying([]schema.Result{of(0.2)}))
	assert.Equal(t, []string{"2 of 3 rows vary by more than 10 % (cv), most of all tree with 1 worker: 30 %"}, varying([]schema.Result{of(0.2), of(0.1), of(0.3)}))
}

// varied is a result with so much variation within a process and between processes.
func varied(shape string, within float64, between ...float64) (r schema.Result) {
	r.Shape, r.Workers, r.CV = shape, 2, within
	if between != nil {
		r.CVBetween = &between[0]
	}
	return r
}

// TestFailCV: either variation crosses the threshold, with a separate status.
func TestFailCV(t *testing.T) {
	steady := varied("list", 0.05, 0.05)
	assert.NoError(t, failCV(0.05, []schema.Result{steady, varied("grid", 0.01)}))
	assert.NoError(t, failCV(0, []schema.Result{varied("tree", 9, 9)}))
	for _, one := range []schema.Result{varied("tree", 0.2, 0.01), varied("tree", 0.01, 0.2), varied("tree", 0.2)} {
		err := failCV(0.05, []schema.Result{steady, one})
		var limit *session.Failure
		require.ErrorAs(t, err, &limit)
		assert.Equal(t, session.ExitLimit, limit.Status)
		assert.Contains(t, err.Error(), "--fail-cv 5%: tree with 2 workers has a cv of ")
		assert.Contains(t, err.Error(), "20 %")
	}
}

// TestVarying: the warning counts either variation, and names the worst.
func TestVarying(t *testing.T) {
	assert.Empty(t, varying([]schema.Result{varied("tree", 0.1), varied("tree", 0.1, 0.1)}))
	assert.Equal(t, []string{"2 of 3 rows vary by more than 10 % (cv), most of all list with 2 workers: 40 %"},
		varying([]schema.Result{varied("tree", 0.3, 0.01), varied("list", 0.01, 0.4), varied("grid", 0.01, 0.01)}))
	setups := make([]flags.Setup, 3)
	for i, workers := range []int{2, 4, 1} {
		setups[i].Options = mark.Options{Workers: workers}
	}
	assert.Equal(t, 4, mostWorkers(setups))
}
