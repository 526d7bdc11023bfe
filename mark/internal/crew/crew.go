package crew

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Crew is what the workers of a Marker share to begin, wait and end together. A Marker holds it by
// value. It must not be copied once Init was called.
//
// Cache lines of 64 bytes keep neighbours apart. They are read after each batch here, but seldom
// written. Two of them may therefore share a pair of lines.
type Crew struct {
	_ [64]byte
	Detector
	_ [64]byte
	*Lobby
	shown   []shown   // by member
	ended   waitGroup // counts the goroutines of members
	others  int32     // how many others a lone member keeps waiting
	idle    tune.IdlePolicy
	crowded bool // the team has more members than the machine has processors
}

// shown is the part of a member that others read. It has two cache lines to itself,
// because processors fetch lines in pairs.
type shown struct {
	_ [64]byte
	// more says that more than a batch of grey refs is private. The member stores it
	// when this changes, so at most once a batch. The accounts of idle time read it, and
	// who is about to shut.
	more flag
	_    [60]byte // the rest of its line
}

// Init makes a crew of so many members, who are all awake. No mark is running. machine is nil on hardware.
func (c *Crew) Init(members int, idle tune.IdlePolicy, machine *virtual.Machine) {
	c.Lobby, c.shown, c.idle = NewLobby(members), make([]shown, members), idle
	c.Lobby.machine = machine
	c.Abort()
}

// Member returns member id, for its worker to keep. There must be one for each id.
func (c *Crew) Member(id int) Member { return Member{crew: c, id: id} }

// Gather says who takes part in the mark that is about to begin. It says how many others a member
// that marks alone keeps waiting, and whether there are more members than processors. No mark may be
// running. Only worker 0 may call it.
func (c *Crew) Gather(team, others int, crowded bool) {
	c.others, c.crowded = int32(others), crowded
	c.Lobby.Gather(team)
}

// hoarding reports whether a member other than id shows that it holds more than a
// batch. A batch here is that of a heap while a worker is idle (policy.Hoards).
func (c *Crew) hoarding(id int) bool {
	for i := range c.shown[:c.team] {
		if i != id && c.shown[i].more.Load() {
			return true
		}
	}
	return false
}
