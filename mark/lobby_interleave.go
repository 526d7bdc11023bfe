//go:build interleave && !fullsize

package mark

import (
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Lobby is the marker's lobby without a marker, for programs that explore it. It is there in a build with the
// tag alone.
type Lobby struct{ lobby *lobby }

// NewLobby returns a lobby for that many workers, who are all awake.
func NewLobby(workers int) *Lobby { return &Lobby{newLobby(workers)} }

// Park sleeps until somebody wakes the worker. It returns at once if wanted says that there is something to do.
// Only this worker may call it.
func (l *Lobby) Park(worker int, wanted func() bool) { l.lobby.park(worker, wanted) }

// Wake wakes up to n workers, and returns how many. Any worker may call it.
func (l *Lobby) Wake(n int) int { return l.lobby.wake(n) }

// Picture shows the lobby, while nobody makes a step.
func (l *Lobby) Picture() LobbyPicture { return l.lobby.picture() }

// Name gives the variables of the lobby and of these deques names in w.
func (l *Lobby) Name(w *interleave.World, deques ...stealq.Deque) {
	nameDeques(w, deques)
	w.Name("lobby", l.lobby, nil)
}
