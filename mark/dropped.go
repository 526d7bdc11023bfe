//go:build !interleave

package mark

import "runtime"

// closeWhenDropped lets the runtime close a Marker that its user has dropped. The workers wait then, so it takes
// some microseconds.
func (m *Marker) closeWhenDropped() {
	m.cleanup = runtime.AddCleanup(m, func(s *state) { s.engine.Close() }, m.state)
}
