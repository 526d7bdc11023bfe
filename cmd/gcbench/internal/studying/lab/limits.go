package lab

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/confine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// This file has the limits of the processes that read, compile or run an answer. A short text can
// ask for any amount: each line can double a constant or a type, and the type checker and the
// compiler compute them.

const (
	// mostCompilers run at once, so that honest ones stay below the limit of memory on a machine
	// with many processors.
	mostCompilers = 4
	// mostFile is the size of the largest file: an honest judge has a tenth of it. The go command
	// keeps what it has compiled.
	mostFile = 64 << 20
)

// reading are the limits of the process that reads and type-checks an answer.
var reading = confine.Limits{Time: 20 * time.Second, Processor: 10 * time.Second, Memory: 1 << 30, Data: 1 << 30, File: mostFile}

// compiling are the limits of the go command. When it compiles on a machine for the first time, it
// compiles Go's packages, too.
func compiling(dir string) confine.Limits {
	return confine.Limits{Time: 3 * time.Minute, Processor: 30 * time.Second, Memory: 3 << 30, Data: 2 << 30, File: mostFile, Folder: 512 << 20, Dir: dir}
}

// running are the limits of a judge. It watches its own memory as well, on every system. The race
// detector needs some times as much as the program, and reserves terabytes.
func (j *Judge) running(b build, dir string) confine.Limits {
	l := confine.Limits{Time: j.Time, Memory: 2 * j.Memory, Data: 2 * j.Memory, File: mostFile, Dir: dir}
	if b.race {
		l.Memory, l.Data = 4*j.Memory, 0
	}
	return l
}

// OverLimit is an error about a limit that an answer has met before it ran.
type OverLimit string

func (o OverLimit) Error() string {
	return string(o) + ": perhaps a constant, a type or an array is very large"
}

// compile is origin.Go with limits. The error may be an OverLimit, too.
func compile(ctx context.Context, dir, temp string, settings []string, args ...string) (string, error) {
	cmd, err := origin.Command(dir, temp, settings, args...)
	if err != nil {
		return "", err
	}
	cmd.Env = append(cmd.Env, fmt.Sprintf("GOFLAGS=-p=%d", min(mostCompilers, runtime.GOMAXPROCS(0))))
	limits := compiling(temp)
	ended, said, err := confined(ctx, "go "+args[0], cmd, limits)
	switch {
	case err != nil:
		return "", err
	case ended.Status == 0 && ended.Over == confine.Enough:
		return string(ended.Out), nil
	}
	if needs := limits.Says(ended, said); needs != "" {
		return "", OverLimit("compiling it takes " + needs)
	}
	return "", origin.FailureOf(said)
}

// confined runs a command with limits, and returns the first lines of its standard error.
func confined(ctx context.Context, name string, cmd *exec.Cmd, limits confine.Limits) (r *confine.Result, said []string, err error) {
	r, err = confine.Run(ctx, name, cmd, limits, func(line string) {
		if len(said) < origin.MostLines {
			said = append(said, line)
		}
	})
	return r, said, err
}
