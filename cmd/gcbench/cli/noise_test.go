package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
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
