package spell

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGiven: flags are spelled as kong reads them, whatever type they have.
func TestGiven(t *testing.T) {
	type Embedded struct{ Inner string }
	line := struct {
		MaxBytes uint64
		Shape    []string
		Seed     []uint64
		Columns  [2]int
		NoMap    bool
		Format   string
		Kept     string `kong:"-"`
		hidden   int
		Embedded
	}{MaxBytes: 7, Seed: []uint64{0, 3}, Columns: [2]int{1, 3}, NoMap: true, Kept: "x", hidden: 1, Embedded: Embedded{"x"}}
	given := Given(&line)
	assert.Equal(t, []string{"--max-bytes", "7", "--seed", "0,3", "--columns", "1,3", "--no-map"}, Line(given...))
	assert.Equal(t, []int{1, 2}, []int{given[0].Count(), given[1].Count()})
	assert.Equal(t, "--no-map", given[3].String())
}
