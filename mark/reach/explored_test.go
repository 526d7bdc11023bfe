//go:build !interleave

package reach_test

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestExplored runs the tests that explore this package's own source, schedule by
// schedule: those of the files with the build tag interleave.
func TestExplored(t *testing.T) { tagged.Explored(t) }
