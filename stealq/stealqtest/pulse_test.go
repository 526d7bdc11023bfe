package stealqtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestCallsRenewThePatience: while calls begin, no report says that a deque hangs, however long all of them
// take together. The test makes the ticks, so it needs no clock.
func TestCallsRenewThePatience(t *testing.T) {
	p, done, ticks, ended := &pulse{}, make(chan struct{}), make(chan time.Time), make(chan bool, 1)
	go func() { ended <- p.beats(done, ticks) }()
	for call := range 10 * looks {
		p.begins(pushing, call%2)
		select {
		case ticks <- time.Time{}:
		case <-ended:
			t.Fatalf("the patience has ended after %d calls, and there was one before each tick", call)
		}
	}
	close(done)
	assert.True(t, <-ended)
}

// TestPatienceEndsWithoutCalls: after the last call the patience ends, and not at once.
func TestPatienceEndsWithoutCalls(t *testing.T) {
	p, ticks := &pulse{}, make(chan time.Time, 2*looks)
	p.begins(pushing, 0)
	for range cap(ticks) {
		ticks <- time.Time{}
	}
	assert.False(t, p.beats(nil, ticks))
	assert.Len(t, ticks, looks, "ticks that are left")
}
