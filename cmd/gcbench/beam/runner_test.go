package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// untilCancelled is a step that makes a file when it begins, and ends when it is cancelled.
type untilCancelled struct{ Began string }

func (f *untilCancelled) ProcessElement(ctx context.Context, _ []byte) error {
	if err := os.WriteFile(f.Began, nil, 0o666); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

func init() { register.DoFn2x1[context.Context, []byte, error](&untilCancelled{}) }

// TestCancel: a job whose step waits for its cancellation ends when the context does.
func TestCancel(t *testing.T) {
	began := filepath.Join(t.TempDir(), "began")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, &untilCancelled{began}, beam.Impulse(s))
	ended := make(chan error, 1)
	go func() { ended <- prismRunner.run(ctx, "cancel", p) }()
	waitFor(t, began, ended)
	cancel()
	<-ended
	assert.ErrorIs(t, prismRunner.run(ctx, "never", p), context.Canceled, "a job that nobody waits for")
}

// waitFor returns when there is a file.
func waitFor(t *testing.T, file string, ended <-chan error) {
	t.Helper()
	for {
		if _, err := os.Stat(file); err == nil {
			return
		}
		select {
		case err := <-ended:
			require.NoError(t, err, "the job has ended")
		case <-time.After(time.Millisecond):
		}
	}
}

// TestNoFilesAreLeft: Beam leaves an empty file behind for each job where it is not told of one.
func TestNoFilesAreLeft(t *testing.T) {
	for range 3 {
		p, s := beam.NewPipelineWithRoot()
		beam.ParDo0(s, nothing, beam.Impulse(s))
		require.NoError(t, prismRunner.run(context.Background(), "files", p))
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), litter))
	require.NoError(t, err)
	assert.Empty(t, left)
}
