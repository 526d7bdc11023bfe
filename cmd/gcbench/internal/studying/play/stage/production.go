//go:build !interleave || fullsize

package stage

import (
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// production is the production source of a kind of deque in scenes. In this build it cannot
// be scheduled.
func production(string) (scene.Form, bool) { return scene.Form{}, false }

// productionRange is the same for ranges.
func productionRange() (func() scene.Indices, bool) { return nil, false }
