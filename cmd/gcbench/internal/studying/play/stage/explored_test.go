//go:build !interleave

package stage

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestExplored runs the tests of scenes over the production source.
func TestExplored(t *testing.T) { tagged.Explored(t) }
