package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPlaces: a place has what tells results apart, and nothing that something else in it
// settles.
func TestPlaces(t *testing.T) {
	of := func(shape string, objects, seed uint64, queue, amount string, grain, workers int) Result {
		r := Result{Workers: workers}
		r.Facts = Facts{Shape: shape, Objects: objects, Seed: seed}
		r.Choices = Choices{Deque: queue, Amount: amount, Grain: grain}
		return r
	}
	assert.Equal(t, []Place{{"tree", ""}, {"tree", ""}}, PlacesOf([]Result{
		of("tree", 1000, 1, "abp", "one", 64, 1), of("tree", 1000, 1, "abp", "one", 64, 2)}))
	assert.Equal(t, []Place{{"tree of 1,000 seed 1", "queue abp"}, {"list of 2,000 seed 2", "queue stealhalf"}}, PlacesOf([]Result{
		of("tree", 1000, 1, "abp", "one", 64, 1), of("list", 2000, 2, "stealhalf", "half", 64, 1)}), "the queue settles the amount")
	assert.Equal(t, []Place{{"tree", "queue abp grain 1"}, {"tree", "queue abp grain 64"}, {"tree", "queue stealhalf grain 64"}}, PlacesOf([]Result{
		of("tree", 1, 1, "abp", "one", 1, 1), of("tree", 1, 1, "abp", "one", 64, 1), of("tree", 1, 1, "stealhalf", "half", 64, 1)}))
	assert.Empty(t, PlacesOf(nil))
}
