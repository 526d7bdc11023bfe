//go:build unix

package godump

import (
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dumpOnSignal writes a heap dump to path each time SIGUSR1 arrives. The file
// appears under its name when it is complete. Call it once, early in main.
func dumpOnSignal(path string) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR1)
	go func() {
		for range c {
			if err := writeDump(path); err != nil {
				log.Print("heap dump: ", err)
			}
		}
	}()
}

func writeDump(path string) error {
	// Readable by you alone: a dump holds all that the program knows.
	f, err := os.OpenFile(path+".part", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	debug.WriteHeapDump(f.Fd()) // stops the program while it writes
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// signalled is the program of TestDumpOnSignal.
func signalled(dir string) {
	where := places{}
	keptList = newList(where, "list", 100)
	path := filepath.Join(dir, "signal")
	dumpOnSignal(path)
	must(syscall.Kill(os.Getpid(), syscall.SIGUSR1))
	for range 1000 {
		if _, err := os.Stat(path); err == nil {
			writePlaces(dir, where)
			runtime.KeepAlive(keptList)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	panic("no dump after ten seconds")
}

func init() { programs["signalled"] = signalled }

func TestDumpOnSignal(t *testing.T) {
	dir := runProgram(t, "signalled")
	where := readPlaces(t, dir)
	d := readDump(t, dir, "signal", Options{})
	reached := reachedObjects(t, d)
	require.Len(t, where["list"], 100)
	for _, addr := range where["list"] {
		assert.True(t, reached[addr])
	}
}

// TestDocumentedSnippet holds the guide's code equal to what is tested here.
func TestDocumentedSnippet(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/heapdump.md")
	require.NoError(t, err)
	source, err := os.ReadFile("signal_test.go")
	require.NoError(t, err)
	_, after, ok := strings.Cut(string(guide), "```go\n")
	require.True(t, ok, "the guide has a block of Go")
	snippet, _, _ := strings.Cut(after, "```")
	assert.Contains(t, snippet, "func dumpOnSignal(")
	assert.Contains(t, string(source), snippet)
}
