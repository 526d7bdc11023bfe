package session

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWorkSaysHowFar: the phase, the part if it is known, and the time since the phase
// began once that is worth a word.
func TestWorkSaysHowFar(t *testing.T) {
	var w Work
	assert.Equal(t, "preparing", w.line())
	w.Report("reading", 0, 0)
	assert.Equal(t, "reading", w.line())
	w.Report("reading", 999, 1000)
	assert.Equal(t, "reading, 99 %", w.line())
	w.Report("reading", 1001, 1000) // more than was expected
	assert.Equal(t, "reading, 100 %", w.line())
	w.began = w.began.Add(-83 * time.Second)
	assert.Equal(t, "reading, 100 %, 83 s", w.line())
	w.Report("checking", 0, 0)
	assert.Equal(t, "checking", w.line())
	(*Work)(nil).Report("nobody listens", 1, 2)
}

// TestWatch shows what the work says, again and again until it ends, and gives its result.
func TestWatch(t *testing.T) {
	screen, p := newTerminal(80)
	s := New(t.Context(), nil, io.Discard, io.Discard)
	s.Progress = p
	var w Work
	ticks := make(chan time.Time)
	got, err := await(s, func() (int, error) {
		w.Report("writing", 1, 4)
		ticks <- time.Time{}
		w.Report("writing", 3, 4)
		ticks <- time.Time{}
		return 7, nil
	}, ticks, func() {
		screen.clock = screen.clock.Add(progressEvery)
		p.Show("%s", w.line())
	})
	require.NoError(t, err)
	assert.Equal(t, 7, got)
	assert.Contains(t, screen.String(), "writing, ")
	got, err = Watch(s, "a heap", &w, func() (int, error) { return 8, io.ErrUnexpectedEOF })
	assert.Equal(t, 8, got)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	s.Context = gone
	release := make(chan struct{})
	defer close(release)
	_, err = Watch(s, "a heap", nil, func() (int, error) { <-release; return 9, nil })
	assert.ErrorIs(t, err, context.Canceled)
}

// TestTicking shows at once, and returns what f returns, an error or not.
func TestTicking(t *testing.T) {
	shown := 0
	show := func(seconds float64) {
		assert.GreaterOrEqual(t, seconds, 0.0)
		shown++
	}
	assert.NoError(t, Ticking(show, func() error { return nil }))
	assert.ErrorIs(t, Ticking(show, func() error { return io.EOF }), io.EOF)
	assert.GreaterOrEqual(t, shown, 2)
}
