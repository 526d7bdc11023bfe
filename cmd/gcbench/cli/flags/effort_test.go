package flags

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestEffort: saved results are of as many processes as a comparison wants, and --until
// does not go on for ever.
func TestEffort(t *testing.T) {
	defer func(was int) { UsualInvocations = was }(UsualInvocations)
	UsualInvocations = 6
	var f Effort
	assert.Equal(t, []int{3, 6}, []int{f.Wanted(false).Least, f.Wanted(false).Most})
	assert.Equal(t, 6, f.Wanted(true).Least)
	f.Until = 0.01
	assert.Equal(t, 6, f.Wanted(false).Least)
	assert.Equal(t, untilFor, f.Wanted(false).For)
	f.For = 5
	assert.EqualValues(t, 5, f.Wanted(false).For)
}
