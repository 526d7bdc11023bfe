//go:build !interleave

package printed

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestExplored compares the transcripts with package stealq in a build with the tag, where the explorer can run both.
func TestExplored(t *testing.T) { tagged.Explored(t) }
