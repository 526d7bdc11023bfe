package confine

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
)

// The supervisor looks so often. A process that fills memory gets some 100 MB further between two
// looks.
const (
	memoryLooks = 20 * time.Millisecond
	folderLooks = 10 * memoryLooks
)

// maxOut is how much of a command's standard output is kept.
const maxOut = 1 << 20

// Supervise is the main function of a supervisor: it runs the command that its arguments name,
// and writes the Result to standard output. It returns the exit status.
func Supervise() int {
	var l Limits
	if err := json.Unmarshal([]byte(os.Getenv(variable)), &l); err != nil || len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "gcbench: a supervisor needs limits and a command")
		return 2
	}
	os.Unsetenv(variable)
	child.SurviveBrokenPipes() // or it would die when it repeats a line to a parent that is gone
	orphaned := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(orphaned)
	}()
	r, err := l.supervise(os.Args[1], os.Args[2:], orphaned)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(r)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gcbench:", err)
		return 1
	}
	return 0
}

// supervise runs a command. Processes that it starts inherit the limits that this process has.
func (l *Limits) supervise(path string, args []string, orphaned <-chan struct{}) (*Result, error) {
	l.set()
	out := &child.Beginning{Most: maxOut}
	cmd := &exec.Cmd{Path: path, Args: args, Env: os.Environ(), Stdout: out}
	p, err := child.Start(args[0], cmd, func(line string) bool {
		fmt.Fprintln(os.Stderr, line)
		return false
	})
	if err != nil {
		return nil, err
	}
	r := &Result{}
	ended, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		l.watch(p, r, ended, orphaned)
	}()
	p.Wait()
	close(ended)
	<-watched
	r.Out, r.Status, r.Ended = out.Bytes(), cmd.ProcessState.ExitCode(), cmd.ProcessState.String()
	return r, nil
}

// watch looks at a command until it has ended, and ends it where that is needed. If the parent is
// gone, no other process removes the folder.
func (l *Limits) watch(p *child.Process, r *Result, ended, orphaned <-chan struct{}) {
	began, all := time.Now(), &group{number: p.PID()}
	for looks := 0; ; looks++ {
		select {
		case <-ended:
			return
		case <-orphaned:
			p.Kill()
			<-ended
			if l.Dir != "" {
				os.RemoveAll(l.Dir)
			}
			return
		case <-time.After(memoryLooks):
		}
		r.Memory = max(r.Memory, all.memory())
		if l.Folder > 0 && looks%int(folderLooks/memoryLooks) == 0 {
			r.Folder = max(r.Folder, folderBytes(l.Dir))
		}
		if r.Over = l.met(r, time.Since(began)); r.Over != Enough {
			p.Kill()
			<-ended
			return
		}
	}
}

// met is the limit that a command has met.
func (l *Limits) met(r *Result, took time.Duration) Resource {
	over := func(used, limit uint64) bool { return limit > 0 && used > limit }
	switch {
	case over(r.Memory, l.Memory):
		return Memory
	case over(r.Folder, l.Folder):
		return Disk
	case over(uint64(took), uint64(l.Time)):
		return Clock
	}
	return Enough
}

// folderBytes is the size of all files in a folder. Files that vanish meanwhile do not count.
func folderBytes(dir string) (bytes uint64) {
	filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				bytes += uint64(info.Size())
			}
		}
		return nil
	})
	return bytes
}
