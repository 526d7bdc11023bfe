//go:build !interleave

package concurrent

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestExplored runs the tests of the files with the tag interleave.
func TestExplored(t *testing.T) { tagged.Explored(t) }
