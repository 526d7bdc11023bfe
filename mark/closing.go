package mark

import (
	"runtime"

	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
)

// A Marker is two objects. The user holds the outer one, and the goroutines of the workers hold the inner one.
// The outer one is therefore garbage as soon as its user drops it, although the workers wait for
// the next mark. Then the runtime closes the inner one.
//
//	user ──> Marker ──┐
//	                  ├──> state <── workers, results
//	runtime's cleanup ┘
//
// Invariants:
//
//	D1  Nothing in a state leads to its Marker, unless an option of the user does.
//	D2  A mark that runs keeps its Marker: release comes last, and keeps it until then. Otherwise:
//
//	        mark                                    garbage collector
//	        m.engine.Acquire()
//	        reads m.state for the last time
//	                                                m is garbage: its cleanup calls Close,
//	                                                which panics, because the engine is in use
//	D3  A Marker that was closed has no cleanup any more.

// state is what the workers of a Marker share.
type state struct {
	engine engine.Marker
	result HeapResult
}

// Close ends the workers. The last result stays valid. A second Close does nothing. Close
// panics during a mark.
func (m *Marker) Close() {
	if m.state != nil {
		m.engine.Close()
		m.cleanup.Stop()
	}
}

// acquire makes the caller the only user.
func (m *Marker) acquire() error {
	if m.state == nil {
		return ErrClosed
	}
	return m.engine.Acquire()
}

// release lets the next user in (D2).
func (m *Marker) release() {
	m.engine.Release()
	runtime.KeepAlive(m)
}
