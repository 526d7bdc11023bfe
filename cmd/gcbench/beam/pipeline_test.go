package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
)

// TestPipelineIsSmall for the most parts that there are, all of them busy (E1). Many job
// services refuse a pipeline of more than 4 MB.
func TestPipelineIsSmall(t *testing.T) {
	for _, number := range []int{1, 12_345_678} {
		r := &shard.Round{Dir: "/somewhere/parts", Work: "/somewhere/parts/rounds", Number: number}
		for part := range shard.MaxParts {
			r.Parts = append(r.Parts, part)
			r.Senders = append(r.Senders, part)
			r.Before = append(r.Before, number-1)
		}
		p := (&engine{prismRunner, 1}).pipeline(r, "/somewhere/parts/rounds/outcomes-0123456789abcdef")
		edges, _, err := p.Build()
		require.NoError(t, err)
		environment, err := graphx.CreateEnvironment(context.Background(), "beam:env:external:v1",
			func(context.Context) string { return "localhost:0" })
		require.NoError(t, err)
		model, err := graphx.Marshal(edges, &graphx.Options{Environment: environment})
		require.NoError(t, err)
		t.Logf("round %d: %d bytes", number, proto.Size(model))
		assert.Less(t, proto.Size(model), 1_000_000)
	}
}

// TestInShort: what a step says is found in what prism makes of it, and in what it may look
// like elsewhere.
func TestInShort(t *testing.T) {
	step := saying(fmt.Errorf("part-0003.heap: offset 7: bad"))
	for _, err := range []error{step, fmt.Errorf("job failed:\n1: Plan\ncaused by:\nDoFn failed:\n%w", step),
		fmt.Errorf("java.util.Exception: %w\n\tat line 1\n\tat line 2", step)} {
		assert.EqualError(t, inShort(err), "part-0003.heap: offset 7: bad")
	}
	assert.EqualError(t, inShort(fmt.Errorf("connection refused")), "connection refused")
}

// TestNoOutcome: a round is not complete because a runner says so (E2). Prism says it of a job
// that was cancelled.
func TestNoOutcome(t *testing.T) {
	r, folder := &shard.Round{Work: "rounds", Parts: []int{3, 7}}, t.TempDir()
	require.NoError(t, leave(folder, shard.Outcome{Part: 3}))
	_, err := gather(folder, r)
	assert.ErrorContains(t, err, "part 7 has left no outcome in rounds")
	require.NoError(t, leave(folder, shard.Outcome{Part: 7, Marked: 5}))
	all, err := gather(folder, r)
	require.NoError(t, err)
	assert.Equal(t, []shard.Outcome{{Part: 3}, {Part: 7, Marked: 5}}, all)
}

// TestKilled: a folder of outcomes that a killed process has left is gone when the next attempt
// begins, and no other folder is.
func TestKilled(t *testing.T) {
	work := t.TempDir()
	killed, err := newOutcomes(work)
	require.NoError(t, err)
	require.NoError(t, leave(killed, shard.Outcome{Part: 3}))
	round := filepath.Join(work, "round-00000001")
	require.NoError(t, os.Mkdir(round, 0o777))
	next, err := newOutcomes(work)
	require.NoError(t, err)
	assert.NoDirExists(t, killed)
	assert.DirExists(t, next)
	assert.DirExists(t, round)
}
