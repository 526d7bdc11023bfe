// Package confine runs a command whose input is not to be trusted, with limits: of time, memory
// and disk. A supervisor, which is this program once more, stands between. It sets the limits,
// looks how much the command and all that it has started use, and ends them. It also ends them
// when this process is gone, however that ended: it sees that a pipe is closed.
//
// Which limits hold depends on the system. Time and the size of the folder are watched
// everywhere. The processor's time and the size of a file are limits of the kernel in Unix. Memory
// is limited in Linux alone. A process in Windows that the command has started may go on after
// the command was ended.
package confine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
)

// Limits are what a command may use. A limit of 0 is none.
type Limits struct {
	Time      time.Duration // by the clock
	Processor time.Duration // of each process, in whole seconds
	Memory    uint64        // bytes of all processes together that lie in memory
	Data      uint64        // bytes of each process that it has asked for; the race detector asks for terabytes, and a program built with it sets no such limit
	File      uint64        // bytes of each file
	Folder    uint64        // bytes of all files in Dir
	Dir       string        // removed if this process ends before the command does
}

// Resource is what a command has used too much of.
type Resource string

// The resources. Enough says that no limit was met, as far as the supervisor saw: a limit of the
// kernel ends a process of the command, and then the command tells about it, or fails.
const (
	Enough Resource = ""
	Clock  Resource = "time"
	Memory Resource = "memory"
	Disk   Resource = "disk"
)

// Result is how a command has ended.
type Result struct {
	Out    []byte   // the beginning of its standard output
	Status int      // its exit status; -1 if it was killed
	Ended  string   // how it ended, in words, such as "signal: killed"
	Over   Resource // why the supervisor has ended it
	Memory uint64   // the most bytes of all its processes that were seen
	Folder uint64   // the most bytes in the folder that were seen
}

// variable, in the environment, has the limits as JSON. It makes this program a supervisor.
const variable = "GCBENCH_CONFINED"

// Run runs a command whose path, arguments, folder and environment are given. said gets the lines of its
// standard error. Its standard input is a pipe that ends when this process does. The error is
// the context's, or says that the command or its supervisor cannot run.
func Run(ctx context.Context, name string, cmd *exec.Cmd, limits Limits, said func(line string)) (*Result, error) {
	supervisor, err := limits.supervisor(cmd)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var told bytes.Buffer
	supervisor.Stdout = &told
	p, err := child.Start(name, supervisor, func(line string) bool {
		said(line)
		return false
	})
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, p.End)
	p.Wait()
	stop()
	r := &Result{}
	switch err := json.Unmarshal(told.Bytes(), r); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%s: its supervisor has ended (%v) and has not said how it went", name, supervisor.ProcessState)
	}
	return r, nil
}

// supervisor is the command that runs a command.
func (l Limits) supervisor(cmd *exec.Cmd) (*exec.Cmd, error) {
	if cmd.Err != nil {
		return nil, cmd.Err
	}
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	s, err := child.Self(append([]string{cmd.Path}, cmd.Args...)...)
	if err != nil {
		return nil, err
	}
	s.Dir, s.Env = cmd.Dir, append(cmd.Environ(), variable+"="+string(text))
	return s, nil
}

// Here says whether this process is a supervisor. Then it calls Supervise, and nothing else.
func Here() bool { return os.Getenv(variable) != "" }
