package lab

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// desk is files that a test changes, and the checks of a watch.
type desk struct {
	mu     sync.Mutex
	files  Files
	err    error
	checks chan []string // the changed files of each check that has begun
	ended  chan error    // why a check has ended: an error of its context, or nil
	finish chan struct{} // lets a check come to its end
}

func newDesk() *desk {
	return &desk{files: Files{"a.go": "1", "b.go": "1"}, checks: make(chan []string, 9), ended: make(chan error, 9), finish: make(chan struct{})}
}

func (d *desk) answered() (Files, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := Files{}
	for name, text := range d.files {
		now[name] = text
	}
	return now, d.err
}

func (d *desk) write(name, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.files[name] = text
}

func (d *desk) fail(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = err
}

func (d *desk) check(ctx context.Context, changed []string) {
	d.checks <- changed
	select {
	case <-ctx.Done():
	case <-d.finish:
	}
	d.ended <- ctx.Err()
}

// watched begins a watch of the desk. The function waits for its end.
func (d *desk) watched(t *testing.T) (stop func(), end func() error) {
	ctx, stop := context.WithCancel(t.Context())
	w := &Watch{Answered: d.answered, Check: d.check, Every: time.Millisecond, Settle: time.Millisecond}
	over := make(chan error, 1)
	go func() { over <- w.Run(ctx) }()
	return stop, func() error {
		select {
		case err := <-over:
			return err
		case <-time.After(time.Minute):
			return errors.New("the watch does not end")
		}
	}
}

// TestWatch: each change begins a check. One that still runs is ended first.
func TestWatch(t *testing.T) {
	d := newDesk()
	stop, end := d.watched(t)
	require.Empty(t, <-d.checks)
	d.finish <- struct{}{}
	require.NoError(t, <-d.ended)

	d.write("a.go", "2")
	require.Equal(t, []string{"a.go"}, <-d.checks)
	d.write("b.go", "2") // while the check runs
	require.ErrorIs(t, <-d.ended, context.Canceled)
	require.Equal(t, []string{"b.go"}, <-d.checks)
	d.finish <- struct{}{}
	require.NoError(t, <-d.ended)

	stop()
	require.NoError(t, end())
	assert.Empty(t, d.checks, "a check without a change")
}

// TestWatchEnds: an interrupt ends the check that runs, and so does a folder that is gone.
func TestWatchEnds(t *testing.T) {
	d := newDesk()
	stop, end := d.watched(t)
	<-d.checks
	stop()
	require.ErrorIs(t, <-d.ended, context.Canceled)
	require.NoError(t, end())

	d = newDesk()
	_, end = d.watched(t)
	<-d.checks
	gone := errors.New("it is gone")
	d.fail(gone)
	require.ErrorIs(t, <-d.ended, context.Canceled)
	require.ErrorIs(t, end(), gone)
}

// TestDiffer: a file that is new or gone has changed.
func TestDiffer(t *testing.T) {
	assert.Equal(t, []string{"b", "c", "d"}, differ(Files{"a": "1", "b": "1", "c": ""}, Files{"a": "1", "b": "2", "d": ""}))
	assert.Empty(t, differ(Files{"a": ""}, Files{"a": ""}))
}
