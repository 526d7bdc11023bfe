//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package shard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// TestOneRunInAFolder: a second run in the same folder of rounds is refused and does no harm to the first one.
// When the first has ended, the folder is free.
func TestOneRunInAFolder(t *testing.T) {
	dir, p := exported(t, chain(t, 12), 3, shape.Alloc)
	work, engine := t.TempDir(), plain(t)
	total := drive(t, dir, work, engineFunc(func(ctx context.Context, r *Round) ([]Outcome, error) {
		for _, second := range []func(context.Context, string, string, Engine, func(Done)) (*Total, error){Drive, DriveAnew} {
			_, err := second(ctx, dir, work, plain(t), func(Done) {})
			require.ErrorContains(t, err, work+": another run is at work in this folder: wait until it has ended")
		}
		return engine.Round(ctx, r)
	}))
	require.EqualValues(t, p.Rounds, total.Rounds)
	require.Zero(t, total.Resumed)
	drive(t, dir, work, engine)
}

// TestExportsIntoOneFolder: of several exports that begin at once, one writes the folder. The others say that
// they have not, and the folder is that of the one.
func TestExportsIntoOneFolder(t *testing.T) {
	const exports = 4
	var plans [exports]*Plan
	for i := range plans { // of different heaps, so that a mixture is damaged
		p, err := NewPlan(t.Context(), chain(t, 20+uint64(i)), 3, shape.Alloc)
		require.NoError(t, err)
		plans[i] = p
	}
	root := t.TempDir()
	times := 40
	if testing.Short() {
		times = 10
	}
	for pair := range times {
		dir := filepath.Join(root, fmt.Sprint(pair))
		if pair%2 == 0 {
			require.NoError(t, os.Mkdir(dir, 0o700))
		}
		var errs [exports]error
		var all sync.WaitGroup
		begin := make(chan struct{})
		for i, p := range plans {
			all.Go(func() {
				<-begin
				_, errs[i] = p.Write(t.Context(), dir, func(int) {})
			})
		}
		close(begin)
		all.Wait()
		winner := slices.Index(errs[:], nil)
		require.GreaterOrEqual(t, winner, 0, "%v", errs)
		for i, err := range errs {
			if i != winner {
				require.ErrorContains(t, err, "give a new folder", "two have written, or one for another reason has not")
			}
		}
		e, err := Open(dir)
		require.NoError(t, err)
		require.Equal(t, 20+uint64(winner), e.Objects)
		require.NoError(t, e.look())
	}
}
