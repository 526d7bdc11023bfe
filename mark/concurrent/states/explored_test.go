//go:build !interleave

package states

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestExplored runs the tests that explore the source of package concurrent, schedule by schedule: those of the file with the
// build tag interleave.
func TestExplored(t *testing.T) { tagged.Explored(t) }
