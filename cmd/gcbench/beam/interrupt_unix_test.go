//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestInterrupt: an interrupt ends a round whose worker does nothing, the program says what is
// complete, and the same command ends the work.
func TestInterrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts processes")
	}
	dir, _ := export(t, build(t, "tree", 3000), 3, shape.Alloc)
	began := filepath.Join(t.TempDir(), "began")
	idle, err := json.Marshal(map[string]any{"command": os.Args[0], "env": map[string]string{asIdle: began}})
	require.NoError(t, err)
	var stderr bytes.Buffer
	c := exec.Command(os.Args[0], dir, "--environment_type=process", "--environment_config="+string(idle), "--worker_binary="+os.DevNull)
	c.Env = append(os.Environ(), asCommand+"=1")
	c.Stderr = &stderr
	require.NoError(t, c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	waitFor(t, began, ended)
	require.NoError(t, c.Process.Signal(os.Interrupt))
	<-ended
	assert.Equal(t, 128+int(syscall.SIGINT), c.ProcessState.ExitCode(), stderr.String())
	assert.Equal(t, "beam: interrupted; 0 complete rounds in "+filepath.Join(dir, "rounds")+": the same command goes on there\n", stderr.String())

	status, stdout, errors := runCommand(t, dir)
	assert.Equal(t, session.ExitOK, status, errors)
	assert.Contains(t, stdout, "equal to")
}
