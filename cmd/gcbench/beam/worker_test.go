package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestWorkersAreProcesses: the steps of each round run in a process that the runner starts, and
// share nothing but files with the process that asks for them.
func TestWorkersAreProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts processes")
	}
	elsewhere(t)
	dir, e := export(t, build(t, "random", 3000), 3, shape.Alloc)
	total, _ := drive(t, dir, &engine{prismRunner, 1})
	assert.NoError(t, total.Differs(&e.Manifest))
}

// TestErrorOfAWorker: what a step says in another process comes back whole.
func TestErrorOfAWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts processes")
	}
	elsewhere(t)
	dir, _ := export(t, build(t, "tree", 3000), 3, shape.Alloc)
	part := filepath.Join(dir, "part-0000.heap")
	require.NoError(t, os.Truncate(part, 5000))
	_, err := shard.Drive(t.Context(), dir, t.TempDir(), &engine{prismRunner, 1}, func(shard.Done) {})
	assert.ErrorContains(t, err, "round 1: "+part)
	assert.ErrorContains(t, err, "it was truncated")
}

// elsewhere lets processes of this test binary carry out the steps.
func elsewhere(t *testing.T) {
	t.Helper()
	config, err := json.Marshal(map[string]string{"command": os.Args[0]})
	require.NoError(t, err)
	t.Setenv(asCommand, "1")
	for flag, value := range map[*string]string{
		jobopts.EnvironmentType: "process", jobopts.EnvironmentConfig: string(config), jobopts.WorkerBinary: os.DevNull,
	} {
		before := *flag
		t.Cleanup(func() { *flag = before })
		*flag = value
	}
}
