// Package session is the surroundings of a subcommand of gcbench. It says where the
// output goes, how the subcommand shows its progress, and how it ends.
package session

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

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

// Warn prints a warning.
func (s *Session) Warn(format string, args ...any) {
	s.Progress.Clear()
	s.tell(fmt.Sprintf(WarningPrefix+format+"\n", args...))
}

// tell writes lines to standard error. For a person they are broken, all but those that are to be copied. On anything but a
// terminal they stay as they are, so that programs can find them.
func (s *Session) tell(text string) {
	if s.Progress.terminal() {
		var broken strings.Builder
		for line := range strings.Lines(text) {
			indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
			if utf8.RuneCountInString(line) > wrap.Width+1 && !strings.HasPrefix(line, "Repeat with: ") {
				line = wrap.Text(line, indent, indent+"  ")
			}
			broken.WriteString(line)
		}
		text = broken.String()
	}
	io.WriteString(s.Stderr, text) // at once: a name of a file may have line ends, which Stderr knows from the arguments
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
