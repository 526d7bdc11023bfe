package columns

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// TestPlaces: a place has what tells results apart, and nothing that something else in it
// settles.
func TestPlaces(t *testing.T) {
	of := func(shape string, objects, seed uint64, queue, amount string, grain, workers int) schema.Result {
		r := schema.Result{Workers: workers}
		r.Facts = schema.Facts{Shape: shape, Objects: objects, Seed: seed}
		r.Choices = schema.Choices{Deque: queue, Amount: amount, Grain: grain}
		return r
	}
	assert.Equal(t, []Place{{"tree", ""}, {"tree", ""}}, PlacesOf([]schema.Result{
		of("tree", 1000, 1, "abp", "one", 64, 1), of("tree", 1000, 1, "abp", "one", 64, 2)}))
	assert.Equal(t, []Place{{"tree of 1,000 seed 1", "deque abp"}, {"list of 2,000 seed 2", "deque stealhalf"}}, PlacesOf([]schema.Result{
		of("tree", 1000, 1, "abp", "one", 64, 1), of("list", 2000, 2, "stealhalf", "half", 64, 1)}), "the deque settles the amount")
	assert.Equal(t, []Place{{"tree", "deque abp grain 1"}, {"tree", "deque abp grain 64"}, {"tree", "deque stealhalf grain 64"}}, PlacesOf([]schema.Result{
		of("tree", 1, 1, "abp", "one", 1, 1), of("tree", 1, 1, "abp", "one", 64, 1), of("tree", 1, 1, "stealhalf", "half", 64, 1)}))
	assert.Empty(t, PlacesOf(nil))
}
