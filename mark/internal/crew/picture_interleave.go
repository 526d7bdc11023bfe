//go:build interleave && !fullsize

package crew

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// This file shows a crew to people, between two steps of an exploration. It is there in a build with the tag
// alone. The pictures are plain data. Picture reads without a lock, and no worker may make a step
// meanwhile (interleave.World.Depict).

// DetectorPicture is the detector's word.
type DetectorPicture struct {
	Active    int    `json:"active"`
	Joins     uint64 `json:"joins"` // the activations
	Exclusive bool   `json:"exclusive"`
	Done      bool   `json:"done"`
}

// LobbyPicture is who sleeps.
type LobbyPicture struct {
	Parked   []int `json:"parked"`   // the workers on the parked list, the one that sleeps longest first
	Sleepers int   `json:"sleepers"` // the counter that publishers read
	Awake    int   `json:"awake"`
	Tokens   []int `json:"tokens"` // by worker: wake-ups that it has not received yet
}

// Picture shows the detector.
func (d *Detector) Picture() DetectorPicture {
	v := d.state.Load()
	return DetectorPicture{int(v & activeMask), d.Joins(), v&exclusiveBit != 0, v&doneBit != 0}
}

// Picture shows the lobby.
func (l *Lobby) Picture() LobbyPicture {
	p := LobbyPicture{Parked: append([]int{}, l.parked...), Sleepers: l.Sleepers(), Awake: l.awake}
	for _, t := range l.tokens {
		p.Tokens = append(p.Tokens, t.Len())
	}
	return p
}

// Name gives the detector's word a name in w, and its values words.
func (d *Detector) Name(w *interleave.World) { w.Name("detector", d, showDetector) }

// Name gives the variables of the lobby names in w.
func (l *Lobby) Name(w *interleave.World) { w.Name("lobby", l, nil) }

// showDetector names the bits of the detector's word only where they are set: a table has many words.
func showDetector(_ string, v uint64) string {
	text := fmt.Sprintf("%d active, %d joined", v&activeMask, v&activations/activation)
	if v&exclusiveBit != 0 {
		text += ", exclusive"
	}
	if v&closingBit != 0 {
		text += ", closing"
	}
	if v&doneBit != 0 {
		text += ", done"
	}
	return text
}
