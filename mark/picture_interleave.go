//go:build interleave && !fullsize

package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// This file shows a Marker to people, between two steps of an exploration. It is there in a build with the tag
// alone, for gcbench play.

// These are the pictures of a Marker and of a lobby: see the engine's file of this name.
type (
	Picture         = engine.Picture
	WorkerPicture   = engine.WorkerPicture
	DetectorPicture = engine.DetectorPicture
	LobbyPicture    = engine.LobbyPicture
)

// Picture shows the Marker. It is for marks that have no owners.
func (m *Marker) Picture() Picture { return m.engine.Picture() }

// Name gives the variables of the Marker names in w, and their values words.
func (m *Marker) Name(w *interleave.World) { m.engine.Name(w) }
