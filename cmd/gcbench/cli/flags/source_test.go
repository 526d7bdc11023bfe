package flags

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPortion(t *testing.T) {
	assert.Equal(t, 0.0, Portion{0, 4}.Done(0))
	assert.Equal(t, 0.375, Portion{1, 4}.Done(0.5))
	assert.Equal(t, 1.0, Portion{3, 4}.Done(1))
}
