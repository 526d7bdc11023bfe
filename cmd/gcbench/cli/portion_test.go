package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPortion(t *testing.T) {
	assert.Equal(t, 0.0, portion{0, 4}.done(0))
	assert.Equal(t, 0.375, portion{1, 4}.done(0.5))
	assert.Equal(t, 1.0, portion{3, 4}.done(1))
}
