package printed

import (
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This is stealq/central.go, the one locked queue of all, with two switches.

// The lines of [Central] that can be wrong. The Switches of [Find]("printed.central", 0) describe them.
const (
	CentralTrusting Lines = 1 << iota
	CentralUnlocked
)

// Central returns the one locked queue of all workers with these lines wrong.
func Central(wrong Lines) scene.Form {
	return scene.Form{Name: "central", Link: linked("central", wrong), Amounts: "o", Shared: true, Make: func(handles, capacity int, _ uint64) (all []scene.Deque) {
		d := &central{lines: lines{wrong}, items: cells(uint64(capacity))}
		for range handles {
			all = append(all, d)
		}
		return all
	}}
}

// central is a handle on the queue. All handles are alike.
type central struct {
	lines
	mu    interleave.Mutex
	n     cell
	items []cell
}

func (d *central) Root() any                           { return d }
func (d *central) Len() int                            { return int(d.n.Load()) }
func (d *central) Steal(scene.Deque, rune) (int, bool) { return 0, true }

func (d *central) Push(item uint64) bool {
	if !d.has(CentralUnlocked) {
		d.mu.Lock()
		defer d.mu.Unlock()
	}
	n := d.n.Load()
	if n == uint64(len(d.items)) {
		return false
	}
	d.items[n].Store(item)
	d.n.Store(n + 1)
	return true
}

func (d *central) Pop() (uint64, bool) {
	n := d.n.Load()
	if n == 0 {
		return 0, false
	}
	if !d.has(CentralUnlocked) {
		d.mu.Lock()
		defer d.mu.Unlock()
	}
	if !d.has(CentralTrusting) {
		n = d.n.Load()
		if n == 0 {
			return 0, false
		}
	}
	d.n.Store(n - 1)
	return d.items[n-1].Load(), true
}
