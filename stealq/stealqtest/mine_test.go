package stealqtest_test

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// TestMine: the deque of the example keeps the contract.
func TestMine(t *testing.T) { stealqtest.Run(t, mine) }
