//go:build interleave && !fullsize

package stage

import (
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// production is the production source of a kind of deque in scenes.
func production(kind string) (scene.Form, bool) {
	k, err := stealq.ParseKind(kind)
	if err != nil {
		return scene.Form{}, false
	}
	return stealq.SceneForm(k), true
}

// productionRange makes the production source of a work-stealing range in scenes.
func productionRange() (func() scene.Indices, bool) { return stealq.SceneRange, true }
