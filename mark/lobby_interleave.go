//go:build interleave && !fullsize

package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	scenes "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// Lobby is the marker's lobby without a marker, for programs that explore it. It is there in a build with the
// tag alone.
type Lobby struct {
	lobby  *crew.Lobby
	Deques []stealq.Deque // a deque for each worker, which the lobby does not touch
}

// NewLobby returns a lobby for that many workers, who are all awake. Their deques are of the default kind and hold
// two items each.
func NewLobby(workers int) *Lobby {
	return &Lobby{crew.NewLobby(workers), stealq.StealHalf.New(workers, stealq.MinCapacity)}
}

// Park sleeps until another goroutine wakes the worker. It returns at once if wanted says that there is
// something to do. Only this worker may call it.
func (l *Lobby) Park(worker int, wanted func() bool) { l.lobby.Park(worker, wanted) }

// Wake wakes up to n workers, and returns how many. Any worker may call it.
func (l *Lobby) Wake(n int) int { return l.lobby.Wake(n) }

// Picture shows who sleeps, and the deques, while no worker makes a step.
func (l *Lobby) Picture() (LobbyPicture, []scenes.Picture) {
	return l.lobby.Picture(), stealq.ScenePictures(l.Deques, false)
}

// Name gives the variables of the lobby and of the deques names in w.
func (l *Lobby) Name(w *interleave.World) {
	stealq.SceneNames(w, l.Deques, false)
	l.lobby.Name(w)
}
