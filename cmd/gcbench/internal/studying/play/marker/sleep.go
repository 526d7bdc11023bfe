//go:build interleave && !fullsize

package marker

import (
	"errors"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// Nap is a worker that looks for work and goes to sleep, while another worker publishes item 1 on its deque and
// wakes sleepers. It is all that the marker does for it, without a mark.
type Nap struct {
	Bug string // of the lobby, if it is a broken one
}

// NapState is a Nap at one moment.
type NapState struct {
	Deques []scene.Picture   `json:"deques"`
	Lobby  mark.LobbyPicture `json:"lobby"`
}

// Program runs the two workers.
func (n Nap) Program() interleave.Program {
	return func(w *interleave.World) func() {
		choose(n.Bug, nil)
		lobby := mark.NewLobby(2)
		lobby.Name(w)
		w.Depict(func() any {
			s := &NapState{}
			s.Lobby, s.Deques = lobby.Picture()
			return s
		})
		w.Go(nameOf(0), func() { publish(w, lobby) })
		w.Go(nameOf(1), func() { take(w, lobby) })
		return nil
	}
}

// publish is worker 0.
func publish(w *interleave.World, lobby *mark.Lobby) {
	w.Doing("publishes item 1")
	lobby.Deques[0].Push(1)
	w.Doing("wakes a sleeper")
	w.Notef("wakes %d", lobby.Wake(1))
}

// take is worker 1.
func take(w *interleave.World, lobby *mark.Lobby) {
	own, other := lobby.Deques[1], lobby.Deques[0]
	for {
		w.Doing("looks for work")
		for other.Len() > 0 {
			w.Doing("steals")
			if n, _ := own.Steal(other, stealq.One); n > 0 {
				w.Notef("steals item 1")
				return
			}
			interleave.Gosched() // the item is not in the steal range yet
		}
		w.Doing("goes to sleep")
		lobby.Park(1, func() bool { return other.Len() > 0 })
	}
}

// overslept is what is wrong if worker 1 is not woken.
const overslept = "worker 1 sleeps for ever beside item 1"

// retellNap completes what was seen of a Nap.
func retellNap(seen *interleave.Watched) {
	if len(seen.Pictures) > 0 {
		sleepers := asleep(seen)
		seen.Pictures[0].(*NapState).Lobby.Parked = sleepers
		for _, id := range sleepers {
			seen.Threads[id].Doing = sleeps
		}
	}
	if seen.Err != nil && seen.Threads[0].Done && !seen.Threads[1].Done {
		seen.Err = errors.New(overslept)
	}
}
