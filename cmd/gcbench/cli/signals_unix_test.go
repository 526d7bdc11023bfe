//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tool is a gcbench process whose standard output the test reads.
type tool struct {
	*exec.Cmd
	out    *os.File
	stderr bytes.Buffer
}

func startTool(t *testing.T, args ...string) *tool {
	t.Helper()
	return start(t, exec.Command(os.Args[0], append([]string{toolChild}, args...)...))
}

func start(t *testing.T, cmd *exec.Cmd) *tool {
	t.Helper()
	out, write, err := os.Pipe()
	require.NoError(t, err)
	c := &tool{Cmd: cmd, out: out}
	c.Dir, c.Stdout, c.Stderr = t.TempDir(), write, &c.stderr
	require.NoError(t, c.Start())
	write.Close()
	t.Cleanup(func() { out.Close() })
	return c
}

// status waits for the end and returns the exit status.
func (c *tool) status(t *testing.T) int {
	t.Helper()
	err := c.Wait()
	var failed *exec.ExitError
	if err != nil {
		require.ErrorAs(t, err, &failed)
	}
	require.True(t, c.ProcessState.Exited(), "it died of a signal")
	return c.ProcessState.ExitCode()
}

// TestInterruptedGit: a repository in which a file is a pipe has git wait for ever, before a heap is
// read or while it is. A signal ends the command and git, in a process that measures as well.
func TestInterruptedGit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	for i, c := range []struct {
		pipe   string
		args   []string
		signal syscall.Signal
		status int
	}{
		{"HEAD", []string{"info"}, syscall.SIGINT, 130}, {"HEAD", []string{"why"}, syscall.SIGTERM, 143}, {"HEAD", []string{"run", "--heap"}, syscall.SIGHUP, 129},
		{"refs/heads/x", []string{"info"}, syscall.SIGINT, 130}, {"refs/heads/x", []string{"reach"}, syscall.SIGTERM, 143},
		{"refs/heads/x", []string{"run", "--heap"}, syscall.SIGTERM, 143}, {"refs/heads/x", []string{"compare", "--b", "--grain 1", "--heap"}, syscall.SIGINT, 130},
	} {
		if signal.Ignored(c.signal) { // as in TestNohup
			continue
		}
		if testing.Short() && i%5 != 0 {
			continue // one for each pipe is left
		}
		folder := t.TempDir()
		require.NoError(t, exec.Command("git", "init", "-q", folder).Run())
		pipe := filepath.Join(folder, ".git", c.pipe)
		_ = os.Remove(pipe)
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		tool := startTool(t, append(c.args, "git:"+folder)...)
		// This opens as soon as git waits for a writer.
		writer := waitingReader(t, pipe)
		require.NoError(t, tool.Process.Signal(c.signal))
		assert.Equal(t, c.status, tool.status(t), "%v", c.args)
		assert.Contains(t, tool.stderr.String(), "gcbench: interrupted", "%v", c.args)
		// A pipe that has lost its reader cannot be written.
		_, err := writer.Write([]byte("x"))
		assert.ErrorIs(t, err, syscall.EPIPE, "a git is left by gcbench %v", c.args)
		require.NoError(t, writer.Close())
	}
}

// waitingReader waits until a process reads the pipe, and returns the pipe's other end.
func waitingReader(t *testing.T, pipe string) *os.File {
	t.Helper()
	for range 3000 {
		f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil {
			return f
		}
		require.ErrorIs(t, err, syscall.ENXIO)
		time.Sleep(10 * time.Millisecond)
	}
	require.Fail(t, "no git reads the pipe")
	return nil
}

// TestSignals: an interrupted run says so, completes its profile, leaves no
// report, and ends with the status that shells expect.
func TestSignals(t *testing.T) {
	t.Parallel()
	for s, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if signal.Ignored(s) { // as in TestNohup
			continue
		}
		c := startTool(t, "run", "--shape", "tree,random", "--objects", "2000", "--workers", "1", "--reps", "10000", "--json", "x.json", "--profile", "cpu")
		begun := func() bool {
			_, err := os.Stat(filepath.Join(c.Dir, "cpu.pprof"))
			return err == nil
		}
		require.Eventually(t, begun, 30*time.Second, time.Millisecond)
		require.NoError(t, c.Process.Signal(s))
		assert.Equal(t, want, c.status(t))
		assert.Contains(t, c.stderr.String(), "gcbench: interrupted; there is no report, or the part that stands above\n")
		assert.Contains(t, c.stderr.String(), "the cpu profile is in cpu.pprof: go tool pprof cpu.pprof\n")
		assert.Equal(t, []string{"cpu.pprof"}, filesIn(t, c.Dir))
		info, err := os.Stat(filepath.Join(c.Dir, "cpu.pprof"))
		require.NoError(t, err)
		assert.Positive(t, info.Size())
	}
}

// TestSimulationsStopAtOnce: one of them may take half a minute. It has come to listen to
// signals when its report's temporary file is there.
func TestSimulationsStopAtOnce(t *testing.T) {
	t.Parallel()
	c := startTool(t, "sim", "balance", "--json", "x.json")
	begun := func() bool {
		files, err := os.ReadDir(c.Dir)
		return err == nil && len(files) > 0
	}
	require.Eventually(t, begun, 60*time.Second, time.Millisecond)
	require.NoError(t, c.Process.Signal(os.Interrupt))
	sent := time.Now()
	assert.Equal(t, 130, c.status(t), &c.stderr)
	assert.Less(t, time.Since(sent), 10*time.Second)
	assert.Empty(t, filesIn(t, c.Dir))
}

// TestReaderThatLeaves: a reader of standard output may close it, as head does. That is no failure to report, and it ends the same way each
// time. The heaps after the first take so long that the reader has left by then.
func TestReaderThatLeaves(t *testing.T) {
	notShort(t, "starts processes that measure")
	t.Parallel()
	for range 3 {
		c := startTool(t, "run", "--shape", "tree,list,wide", "--objects", "100000", "--workers", "1", "--reps", "60", "--json", "x.json")
		_, err := bufio.NewReader(c.out).ReadString('\n')
		require.NoError(t, err)
		c.out.Close()
		assert.Equal(t, 128+13, c.status(t))
		assert.Empty(t, c.stderr.String())
		assert.Empty(t, filesIn(t, c.Dir))
	}
}

// TestNohup: a program that ignores SIGHUP when it begins goes on to ignore it, and ends by the interrupt
// that follows. A process gets SIGHUP before SIGINT if both are there.
func TestNohup(t *testing.T) {
	t.Parallel()
	c := start(t, exec.Command("sh", "-c", `trap '' HUP; exec "$0" "$@"`, os.Args[0], toolChild, "sim", "balance", "--json", "x.json"))
	for len(filesIn(t, c.Dir)) == 0 { // the report's temporary file: it listens to signals
		time.Sleep(time.Millisecond)
	}
	require.NoError(t, c.Process.Signal(syscall.SIGHUP))
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	assert.Equal(t, 130, c.status(t), &c.stderr)
}
