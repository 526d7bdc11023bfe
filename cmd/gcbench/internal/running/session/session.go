// Package session is the surroundings of a subcommand of gcbench. It says where the
// output goes, how the subcommand shows its progress, and how it ends.
package session

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Session is one run of a command line. Its context ends at an interrupt.
type Session struct {
	context.Context
	Program        string   // begins what Conclude says of an error
	Args           []string // without the program's name
	Stdout, Stderr *Sink
	Progress       *Progress
}

// New returns the session of a command line of gcbench.
func New(ctx context.Context, args []string, stdout, stderr io.Writer) *Session {
	return &Session{ctx, "gcbench", args, newSink(stdout, args), newSink(stderr, args), newProgress(stderr)}
}

// WarningPrefix begins the line of a warning on standard error.
const WarningPrefix = "gcbench: warning: "

// Warn prints a warning. For a person it is broken into lines; on anything but a terminal it stays one line, which programs
// can find.
func (s *Session) Warn(format string, args ...any) {
	s.Progress.Clear()
	text := fmt.Sprintf(WarningPrefix+format+"\n", args...)
	if s.Progress.terminal() {
		text = wrap.Text(text, "", "  ")
	}
	io.WriteString(s.Stderr, text)
}

// Await runs f, which cannot be interrupted, and returns early with the
// context's error if that is cancelled. f then goes on for a while in vain.
func Await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	return await(ctx, f, nil, nil)
}

// await is Await that calls show at each tick.
func await[T any](ctx context.Context, f func() (T, error), tick <-chan time.Time, show func()) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		o.err = heap.CatchFaults(func() (err error) { // a heap that is mapped
			o.value, err = f()
			return err
		})
		done <- o
	}()
	for {
		select {
		case o := <-done:
			return o.value, o.err
		case <-ctx.Done():
			var zero T
			return zero, ctx.Err()
		case <-tick:
			show()
		}
	}
}
