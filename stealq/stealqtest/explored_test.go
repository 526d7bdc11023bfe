//go:build !interleave

package stealqtest

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestExplored runs the tests of the explorer's judge, which a build with the tag adds.
func TestExplored(t *testing.T) { tagged.Explored(t) }
