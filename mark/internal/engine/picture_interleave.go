//go:build interleave && !fullsize

package engine

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/overflow"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	scenes "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This file shows a Marker to people, between two steps of an exploration. It is there in a build with the tag
// alone, for gcbench play. The pictures are plain data. A picture reads what workers have
// in private: so no worker may make a step meanwhile (interleave.World.Depict).

// Picture is a Marker at one moment. Nodes and objects have their numbers as in the mark bitmap.
type Picture struct {
	Marked   []uint32        `json:"marked"` // those whose mark bit is set
	Workers  []WorkerPicture `json:"workers"`
	Detector DetectorPicture `json:"detector"`
	Lobby    LobbyPicture    `json:"lobby"`
	Overflow [][]uint32      `json:"overflow"` // the blocks on the overflow list, the one pushed last first
	Pending  []uint32        `json:"pending"`  // the bits of the pending bitmap

	Deques []scenes.Picture `json:"deques"` // by worker; a single one if all workers share it
}

// WorkerPicture is what one worker has in private.
type WorkerPicture struct {
	Stack   []uint32   `json:"stack"`   // from the bottom to the top
	Ring    [][]uint32 `json:"ring"`    // batches on their way to the scan, the oldest first
	Current uint32     `json:"current"` // in a graph of callbacks: the node that the callback was asked about last
	Scanned uint64     `json:"scanned"` // how many objects it has scanned, with those of the present batch
}

// DetectorPicture and LobbyPicture are what package crew shows.
type (
	DetectorPicture = crew.DetectorPicture
	LobbyPicture    = crew.LobbyPicture
)

// Picture shows the Marker. It is for marks that have no owners.
func (m *Marker) Picture() Picture {
	p := Picture{
		Marked: []uint32{}, Detector: m.crew.Detector.Picture(), Lobby: m.crew.Lobby.Picture(),
		Overflow: m.List.Picture(), Pending: m.Pending.Picture(), Deques: stealq.ScenePictures(m.Deques, m.shared),
	}
	for i := range m.Marks.Words() {
		for set := m.Marks.Words()[i].Load(); set != 0; set &= set - 1 {
			p.Marked = append(p.Marked, uint32(i*64+bits.TrailingZeros64(set)))
		}
	}
	for _, w := range m.workers {
		p.Workers = append(p.Workers, w.picture())
	}
	return p
}

func (w *worker) picture() WorkerPicture {
	p := WorkerPicture{
		Stack: append([]uint32{}, w.Refs[w.Bottom:w.Top]...), Ring: [][]uint32{},
		Current: w.current, Scanned: w.Scanned,
	}
	for i := range w.InFlight() {
		p.Ring = append(p.Ring, append([]uint32{}, w.At(i)...))
	}
	return p
}

// Name gives the variables of the Marker names in w, and their values words.
func (m *Marker) Name(w *interleave.World) {
	m.crew.Detector.Name(w)
	m.crew.Lobby.Name(w)
	w.Name("marks", &m.Marks, func(_ string, v uint64) string { return showBits(v) })
	stealq.SceneNames(w, m.Deques, m.shared)
	w.Name("blocks", m.Blocks, overflow.ShowHead)
	w.Name("overflow pool", m.Pool, overflow.ShowHead)
	w.Name("overflow list", m.List, overflow.ShowHead)
	w.Name("hints", &m.hints, nil)
	w.Name("ranges", m.ranges, ranges.Show)
	w.Name("", m, nil)
}

// showBits lists the bits of a word of the mark bitmap.
func showBits(v uint64) string {
	var set []string
	for ; v != 0; v &= v - 1 {
		set = append(set, fmt.Sprint(bits.TrailingZeros64(v)))
	}
	return "{" + strings.Join(set, ", ") + "}"
}
