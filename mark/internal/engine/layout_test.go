//go:build !interleave

package engine

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/options"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
)

// The size that options.bytes takes a worker for is about its size.
func TestWorkerBytes(t *testing.T) {
	size := stackRefs*4 + int(reflect.TypeFor[buffers]().Size()+reflect.TypeFor[worker]().Size()+reflect.TypeFor[ranges.Own]().Size())
	require.LessOrEqual(t, size, options.WorkerBytes)
	require.Greater(t, size, options.WorkerBytes*9/10)
}
