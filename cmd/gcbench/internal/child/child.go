// Package child runs other processes, none of which outlives this one.
//
// A child reads its standard input, a pipe that this process keeps open, and ends when the
// pipe does. The kernel closes the pipe however this process ends, SIGKILL included.
package child

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Process is a child. It belongs to one goroutine.
type Process struct {
	In  io.WriteCloser // its standard input; closing it asks the child to end
	Out *bufio.Reader  // its standard output

	name string
	cmd  *exec.Cmd
	errs *head
}

// grace is how long a child may take to end of its own accord.
const grace = 5 * time.Second

// Start starts the command, whose name errors will mention. stderr gets what the child
// writes to its standard error, unless stderr is nil. Errors about the child repeat the
// beginning of that text.
func Start(name string, cmd *exec.Cmd, stderr func(line string) (keep bool)) (*Process, error) {
	p := &Process{name: name, cmd: cmd, errs: &head{watch: stderr}}
	cmd.Stderr = p.errs
	cmd.WaitDelay = grace
	apart(cmd)
	var err error
	if p.In, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.Out = bufio.NewReader(out)
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
	if p.cmd.ProcessState == nil {
		p.End()
		p.cmd.Wait()
	}
	return p.cmd.ProcessState != nil && p.cmd.ProcessState.Success()
}

// End asks the child to end, and kills it if it does not. Any goroutine may call it.
func (p *Process) End() {
	p.In.Close()
	time.AfterFunc(grace, p.Kill)
}

// Kill ends the child at once, if it has not ended. Any goroutine may call it.
func (p *Process) Kill() { p.cmd.Process.Kill() } // an error: it has ended

// head passes lines to watch, and keeps the first bytes of those that watch wants kept:
// the cause of a failure comes before its consequences.
type head struct {
	watch func(line string) (keep bool) // nil: every line is kept
	rest  []byte                        // a line that has not ended
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
		if t.watch == nil || t.watch(line) {
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
	last.keep(string(t.rest))
	return strings.TrimSpace(string(last.text))
}
