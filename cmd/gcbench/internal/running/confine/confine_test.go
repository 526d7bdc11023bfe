package confine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
)

// does, in the environment, makes the test binary a command that does such a thing.
const does = "CONFINE_DOES"

// TestMain is also a supervisor, and what that runs.
func TestMain(m *testing.M) {
	if Here() {
		os.Exit(Supervise())
	}
	if deed, found := deeds[os.Getenv(does)]; found {
		deed(os.Args[1:])
		os.Exit(7)
	}
	os.Exit(m.Run())
}

// deeds are what commands do that are run with limits.
var deeds = map[string]func(args []string){
	"talk": func([]string) {
		fmt.Println("out", os.Getenv(variable) == "")
		fmt.Fprintln(os.Stderr, "one\ntwo")
	},
	"fill memory": func([]string) {
		var all [][]byte
		for range 64 {
			block := make([]byte, 8<<20)
			for i := range block {
				block[i] = 1
			}
			all = append(all, block)
			time.Sleep(5 * time.Millisecond)
		}
		fmt.Println(len(all))
	},
	"ask for memory": func([]string) {
		var all [][]byte
		for range 64 {
			all = append(all, make([]byte, 8<<20))
		}
		fmt.Println(len(all))
	},
	"fill a file": func(args []string) { fill(args[0], "one", 16) },
	"fill a folder": func(args []string) {
		for i := range 64 {
			fill(args[0], strconv.Itoa(i), 1)
			time.Sleep(50 * time.Millisecond) // a busy machine may look late
		}
	},
	"spin": func([]string) {
		// The kernel's first signal ends a shell. A program in Go goes on until the second, a second later.
		if sh, err := exec.LookPath("sh"); err == nil {
			syscall.Exec(sh, []string{"sh", "-c", "while :; do :; done"}, os.Environ())
		}
		for n := 0; ; n++ { // a loop that a compiler keeps
		}
	},
	"sleep": func([]string) { time.Sleep(time.Minute) },
	"start a child that sleeps": func(args []string) {
		cmd, _ := child.Self()
		cmd.Env = append(os.Environ(), does+"=sleep")
		cmd.Start()
		os.WriteFile(args[0], fmt.Appendf(nil, "%d %d %d", os.Getppid(), os.Getpid(), cmd.Process.Pid), 0o600)
		time.Sleep(time.Minute)
	},
	"be a parent": func(args []string) {
		cmd := doing("start a child that sleeps", args[0])
		Run(context.Background(), "it", cmd, Limits{Dir: args[1]}, func(string) {})
	},
}

// fill writes a file of so many MiB.
func fill(dir, name string, mib int) {
	if err := os.WriteFile(filepath.Join(dir, name), make([]byte, mib<<20), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// doing is a command that does a deed.
func doing(what string, args ...string) *exec.Cmd {
	cmd, err := child.Self(args...)
	if err != nil {
		panic(err)
	}
	cmd.Env = append(os.Environ(), does+"="+what)
	return cmd
}

// TestLimits: each limit ends a command that meets it, and it is said which one that was.
func TestLimits(t *testing.T) {
	linux := runtime.GOOS == "linux"
	for _, c := range []struct {
		deed   string
		limits Limits
		here   bool // the system has this limit
		over   Resource
		status int
		says   string
	}{
		{"talk", Limits{Time: time.Minute, Memory: 1 << 30, Data: 1 << 30, File: 1 << 20, Folder: 1 << 20}, true, Enough, 7, ""},
		{"fill memory", Limits{Memory: 128 << 20}, linux, Memory, -1, "more than 128 MiB of memory"},
		{"ask for memory", Limits{Data: 256 << 20}, linux && !underRace, Enough, 2, "more than 256 MiB of memory in one process"},
		{"fill a file", Limits{File: 8 << 20}, runtime.GOOS != "windows", Enough, 7, "a file of more than 8 MiB"},
		{"fill a folder", Limits{Folder: 8 << 20}, true, Disk, -1, "more than 8 MiB in files"},
		{"spin", Limits{Processor: time.Second, Time: time.Minute}, runtime.GOOS != "windows", Enough, -1, "more than 1s of a processor's time, or the system has ended it"},
		{"sleep", Limits{Time: 200 * time.Millisecond}, true, Clock, -1, "more than 200ms"},
	} {
		t.Run(c.deed, func(t *testing.T) {
			t.Parallel()
			if !c.here {
				t.Skip("not limited here")
			}
			if testing.Short() && c.limits.Processor > 0 {
				t.Skip("this takes a second of a processor's time")
			}
			c.limits.Dir = t.TempDir()
			var said []string
			r, err := Run(t.Context(), "it", doing(c.deed, c.limits.Dir), c.limits, func(line string) { said = append(said, line) })
			require.NoError(t, err)
			assert.Equal(t, c.over, r.Over)
			assert.Equal(t, c.status, r.Status, said)
			assert.Equal(t, c.says, c.limits.Says(r, said), said)
			assert.Less(t, r.Memory, uint64(256<<20))
			assert.Less(t, r.Folder, uint64(32<<20))
			if c.deed == "talk" {
				assert.Equal(t, "out true\n", string(r.Out))
				assert.Equal(t, []string{"one", "two"}, said)
			}
		})
	}
}

// TestNotRun: a command that is not there is an error, and so is an interrupt.
func TestNotRun(t *testing.T) {
	_, err := Run(t.Context(), "it", exec.Command("no-such-command"), Limits{}, nil)
	assert.ErrorContains(t, err, "no-such-command")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err = Run(ctx, "it", doing("sleep"), Limits{}, func(string) {})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, time.Since(began), 30*time.Second)
}
