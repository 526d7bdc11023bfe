package judge

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestChoices: every sequence once, in order, and none shares its end with another.
func TestChoices(t *testing.T) {
	assert.Equal(t, [][]int{nil}, Choices([]int{1, 2}, 0))
	two := Choices([]int{1, 2}, 2)
	assert.Equal(t, [][]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}}, two)
	assert.Len(t, Choices([]int{1, 2, 3}, 4), 81)
	assert.Empty(t, Choices([]int{}, 1))
}

func TestBits(t *testing.T) {
	assert.Empty(t, Bits(0))
	assert.Equal(t, []string{"0", "5", "63"}, Bits(1<<63|1<<5|1))
}
