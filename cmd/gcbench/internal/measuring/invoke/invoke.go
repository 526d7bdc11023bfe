// Package invoke measures in separate processes. Samples of one process share its
// placement in memory, so the process is the unit that has to be repeated (Kalibera and
// Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013; Georges, Buytaert and
// Eeckhout, OOPSLA 2007).
//
// An invocation is gcbench run itself, with --json -, for one heap: whatever it does can be
// repeated by hand, and a build of another day can be invoked as well.
package invoke

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// variable, in the environment, tells gcbench that it is an invocation. A build that does
// not know the variable measures in one process anyway.
const variable = "GCBENCH_INVOCATION"

// Here reports whether this process is an invocation. It then has a parent, at the other end
// of its standard input.
func Here() bool { return os.Getenv(variable) != "" }

// withReference is the value of the variable for an invocation that times the reference, too.
const withReference = "reference"

// WithReference reports whether this process is an invocation that times the reference in turns with
// its samples.
func WithReference() bool { return os.Getenv(variable) == withReference }

// Command is what an invocation runs.
type Command struct {
	Name    string   // of what is measured, for errors
	Program string   // a build of gcbench; "" is this program
	Args    []string // of gcbench run
	// Patience is how long the process may give no sign of life.
	Patience time.Duration
	// Reference says that the process times the reference, too. A build that does not know it leaves it out.
	Reference bool
}

// Output is what a process has left.
type Output struct {
	PID      int
	Report   []byte // what it wrote to standard output
	Warnings []string

	wrong error // in the command line or an input: for the user, the process does not matter
}

// maxReport bounds what is read from a process, which may be any program.
const maxReport = 1 << 30

// Run carries the command out. progress, if not nil, is called by another goroutine with
// what the process says it does, and the part of its work that is done. The error names
// the process, unless it is about the command line or an input. The process is gone when Run returns.
func (c *Command) Run(ctx context.Context, progress func(part float64, text string)) (*Output, error) {
	cmd, err := c.command()
	if err != nil {
		return nil, err
	}
	var out Output
	stdout := &child.Beginning{Most: maxReport}
	cmd.Stdout = stdout
	alive := make(chan struct{}, 1)
	p, err := child.Start(c.Name, cmd, func(line string) bool {
		select {
		case alive <- struct{}{}:
		default:
		}
		return out.hear(line, progress)
	})
	if err != nil {
		return nil, err
	}
	out.PID = p.PID()
	hung := c.watch(ctx, p, alive)
	succeeded := p.Wait()
	out.Report = stdout.Bytes()
	switch silent := hung(); {
	case silent:
		return nil, fmt.Errorf("%s: process %d gave no sign of life for %v and was ended: --patience allows more", c.Name, out.PID, c.Patience)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !succeeded && out.wrong != nil:
		return nil, out.wrong
	case !succeeded:
		return nil, fmt.Errorf("%w (process %d)", p.Died(ctx), out.PID)
	case stdout.More:
		return nil, fmt.Errorf("%s: process %d reported more than %d bytes", c.Name, out.PID, maxReport)
	case len(out.Report) == 0:
		return nil, fmt.Errorf("%s: process %d reported nothing: %s must be a build of gcbench", c.Name, out.PID, cmd.Args[0])
	}
	return &out, nil
}

func (c *Command) command() (*exec.Cmd, error) {
	args := append([]string{"run"}, c.Args...)
	cmd := exec.Command(c.Program, args...)
	if c.Program == "" {
		var err error
		if cmd, err = child.Self(args...); err != nil {
			return nil, fmt.Errorf("this program cannot be run again: %w: --invocations 1 measures in this process", err)
		}
	}
	value := "1"
	if c.Reference {
		value = withReference
	}
	cmd.Env = append(os.Environ(), variable+"="+value)
	return cmd, nil
}

// watch asks the process to end when the context does, and kills it when it has been
// silent for too long. The function that it returns ends the watch and reports whether the
// process was killed.
func (c *Command) watch(ctx context.Context, p *child.Process, alive <-chan struct{}) (hung func() bool) {
	done, killed := make(chan struct{}), make(chan bool, 1)
	go func() {
		patience := time.NewTimer(c.Patience)
		defer patience.Stop()
		for {
			select {
			case <-done:
				killed <- false
				return
			case <-ctx.Done():
				p.End()
				<-done
				killed <- false
				return
			case <-patience.C:
				p.Kill()
				<-done
				killed <- true
				return
			case <-alive:
				patience.Reset(c.Patience)
			}
		}
	}()
	return func() bool {
		close(done)
		return <-killed
	}
}

// hear takes a line of standard error. It keeps a line that is neither progress nor a warning, nor an
// error that needs no more words.
func (o *Output) hear(line string, progress func(float64, string)) (keep bool) {
	if part, text, ok := session.Relayed(line); ok {
		if progress != nil {
			progress(part, text)
		}
		return false
	}
	if err := session.RelayedError(line); err != nil {
		o.wrong = err
		return false
	}
	if warning, ok := strings.CutPrefix(line, session.WarningPrefix); ok {
		o.Warnings = append(o.Warnings, warning)
		return false
	}
	return true
}
