//go:build interleave

package mark

// closeWhenDropped does nothing in an exploration: the garbage collector's goroutine is none that the explorer
// schedules.
func (m *Marker) closeWhenDropped() {}
