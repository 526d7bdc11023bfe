//go:build !interleave

package mutator

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestExplored runs the tests of the scenes, which need the schedule explorer.
func TestExplored(t *testing.T) { tagged.Explored(t) }
