// Package child runs other processes, which do not outlive this one.
//
// A child reads its standard input, a pipe that this process keeps open, and ends when the
// pipe does. The kernel closes the pipe however this process ends, SIGKILL included. A
// child that does not listen is killed, together with the processes that it has started.
package child

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Process is a child. It belongs to one goroutine, but for the methods that say otherwise.
type Process struct {
	In  io.WriteCloser // its standard input; closing it asks the child to end
	Out *bufio.Reader  // its standard output; nil if that goes elsewhere

	name string
	cmd  *exec.Cmd
	errs *head

	mu    sync.Mutex
	ended bool        // it has been waited for, and its number may be another one's
	kill  *time.Timer // nil: the child was not asked to end
}

// grace is the time that a child has to end by itself.
const grace = 5 * time.Second

// Start starts the command, whose name errors will mention. Out is its standard output,
// unless the command has one already. stderr gets the lines of its standard error, unless
// stderr is nil. Errors about the child repeat the beginning of those that are to be kept.
func Start(name string, cmd *exec.Cmd, stderr func(line string) (keep bool)) (*Process, error) {
	p := &Process{name: name, cmd: cmd, errs: &head{watch: stderr}}
	cmd.Stderr = p.errs
	cmd.WaitDelay = grace
	apart(cmd)
	var err error
	if p.In, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if cmd.Stdout == nil {
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		p.Out = bufio.NewReader(out)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// PID is the number of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Line returns the next line of standard output, or says why there is none.
func (p *Process) Line(ctx context.Context) (string, error) {
	line, err := p.Out.ReadString('\n')
	if err != nil {
		return "", p.Died(ctx)
	}
	return strings.TrimSpace(line), nil
}

// Died closes the child, which has ended too early, and says why it did.
func (p *Process) Died(ctx context.Context) error {
	p.Close()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case p.errs.String() != "":
		return fmt.Errorf("%s: its process ended (%v) and said: %s", p.name, p.cmd.ProcessState, p.errs)
	}
	return fmt.Errorf("%s: its process ended (%v)", p.name, p.cmd.ProcessState)
}

// Close ends the child and waits for its end, and reports whether the child succeeded. It
// may be called again.
func (p *Process) Close() (succeeded bool) {
	p.End()
	return p.Wait()
}

// Wait waits for the end of the child, and reports whether the child succeeded. It may be
// called again.
func (p *Process) Wait() (succeeded bool) {
	if p.cmd.ProcessState == nil {
		p.cmd.Wait()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.kill != nil {
		p.kill.Stop()
	}
	return p.cmd.ProcessState != nil && p.cmd.ProcessState.Success()
}

// End asks the child to end, and kills it if it does not. Any goroutine may call it.
func (p *Process) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended || p.kill != nil {
		return
	}
	p.In.Close()
	p.kill = time.AfterFunc(grace, p.Kill)
}

// Kill ends the child at once, and all that it has started, if it has not ended. Any
// goroutine may call it.
func (p *Process) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		killAll(p.cmd.Process) // an error: it has ended
	}
}

// head passes lines to watch, and keeps the first bytes of those that watch wants kept:
// the cause of a failure comes before its consequences.
type head struct {
	watch func(line string) (keep bool) // nil: every line is kept
	rest  []byte                        // a line that has not ended
	cut   bool                          // its beginning was passed: what continues it begins no line
	text  []byte
}

const headBytes = 2000

func (t *head) Write(b []byte) (int, error) {
	t.rest = append(t.rest, b...)
	for {
		line, rest, whole := strings.Cut(string(t.rest), "\n")
		if !whole && len(t.rest) < headBytes {
			return len(b), nil
		}
		t.rest = []byte(rest)
		begins := !t.cut
		t.cut = !whole
		if begins && (t.watch == nil || t.watch(line)) {
			t.keep(line + "\n")
		}
	}
}

func (t *head) keep(line string) {
	t.text = append(t.text, line[:min(len(line), headBytes-len(t.text))]...)
}

func (t *head) String() string {
	last := *t
	last.text = append([]byte(nil), t.text...)
	if !t.cut {
		last.keep(string(t.rest))
	}
	return strings.TrimSpace(string(last.text))
}
