package example

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

func TestContract(t *testing.T) { stealqtest.Run(t, Kind) }
