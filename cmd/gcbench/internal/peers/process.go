package peers

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// process is a collector's process. It says "ready", the number of objects that
// it holds and its version when it has built them, answers each line "gc" with
// a line when it has collected once, and ends when its standard input does: so
// it cannot outlive this process, however that ends.
type process struct {
	name    string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errs    head
	reached uint64
	version string
}

// grace is how long a process may take to end of its own accord.
const grace = 5 * time.Second

// start starts the command and waits until it is ready. A cancelled context
// kills it.
func start(ctx context.Context, name string, cmd *exec.Cmd) (*process, error) {
	p := &process{name: name, cmd: cmd}
	p.cmd.Stderr = &p.errs
	p.cmd.WaitDelay = grace
	apart(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := p.awaitReady(ctx); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *process) awaitReady(ctx context.Context) error {
	line, err := p.line(ctx)
	if err != nil {
		return err
	}
	fields := strings.SplitN(line, " ", 3)
	if len(fields) == 3 && fields[0] == "ready" {
		p.version = fields[2]
		p.reached, err = strconv.ParseUint(fields[1], 10, 64)
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s: its process said %q where \"ready COUNT VERSION\" was expected", p.name, line)
}

// collect has the process collect once and returns its answer.
func (p *process) collect(ctx context.Context) (string, error) {
	if _, err := io.WriteString(p.in, "gc\n"); err != nil {
		return "", p.died(ctx)
	}
	return p.line(ctx)
}

// line returns the next line of standard output.
func (p *process) line(ctx context.Context) (string, error) {
	line, err := p.out.ReadString('\n')
	if err != nil {
		return "", p.died(ctx)
	}
	return strings.TrimSpace(line), nil
}

// died says why the process ended too early.
func (p *process) died(ctx context.Context) error {
	p.close()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case p.errs.String() != "":
		return fmt.Errorf("%s: its process ended (%v) and said: %s", p.name, p.cmd.ProcessState, &p.errs)
	}
	return fmt.Errorf("%s: its process ended (%v)", p.name, p.cmd.ProcessState)
}

// close ends the process and waits for its end. It may be called again.
func (p *process) close() {
	if p.cmd.ProcessState != nil {
		return
	}
	p.in.Close()
	kill := time.AfterFunc(grace, func() { p.cmd.Process.Kill() })
	defer kill.Stop()
	p.cmd.Wait()
}

// head keeps the first bytes that are written to it: the cause of a failure
// comes before its consequences.
type head struct{ text []byte }

const headBytes = 2000

func (t *head) Write(b []byte) (int, error) {
	t.text = append(t.text, b[:min(len(b), headBytes-len(t.text))]...)
	return len(b), nil
}

func (t *head) String() string { return strings.TrimSpace(string(t.text)) }
