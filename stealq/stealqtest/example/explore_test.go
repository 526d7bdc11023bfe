//go:build interleave

package example

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

func TestEverySchedule(t *testing.T) { stealqtest.Explore(t, Kind) }
