//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package shard

import (
	"context"
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
