//go:build interleave && !fullsize

package cast

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/marker"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/stage"
)

func init() { stage.Add(marker.Scenes()...) }
