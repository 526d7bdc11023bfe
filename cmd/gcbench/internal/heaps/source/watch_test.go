package source

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// watched collects the phases that a watch was told, and holds it to its word.
type watched struct {
	phases []string
	last   uint64
	whole  uint64
}

func (w *watched) watch(t *testing.T) Watch {
	return func(phase string, done, all uint64) {
		if n := len(w.phases); n == 0 || w.phases[n-1] != phase {
			w.phases, w.last = append(w.phases, phase), 0
		}
		assert.GreaterOrEqual(t, done, w.last, phase)
		w.last, w.whole = done, all
	}
}

// TestWatchSaysEveryPhase of a heap that is made, written and read, in both formats that can
// be written. The expected number of bytes to write is nearly right.
func TestWatchSaysEveryPhase(t *testing.T) {
	defer func(before uint64) { watchBytes = before }(watchBytes)
	watchBytes = 1 << 20
	const objects = 600_000
	var w watched
	h, err := w.watch(t).Build("tree", shape.Params{Objects: objects})
	require.NoError(t, err)
	assert.Equal(t, []string{"preparing", "sizes of objects", "references"}, w.phases)
	for _, c := range []struct {
		name   string
		phases []string
	}{
		{"x.heap", []string{"reading", "checking"}},
		{"x.el", []string{"reading", "checking"}},
	} {
		w = watched{}
		write, err := w.watch(t).WriterFor(c.name)
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, write(&out, h.Heap))
		assert.Equal(t, []string{"writing"}, w.phases, c.name)
		assert.InEpsilon(t, out.Len(), w.whole, 0.1, c.name)
		assert.Greater(t, w.last, w.whole/4, c.name)

		w = watched{}
		path := save(t, c.name, out.Bytes())
		back, err := Open(path, Reading{Watch: w.watch(t)})
		require.NoError(t, err)
		assert.EqualValues(t, objects, back.NumObjects())
		assert.Equal(t, c.phases, w.phases, c.name)
	}
}

// TestMetersChangeNothing: bytes and errors pass as they are.
func TestMetersChangeNothing(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789"), 5_000_000)
	var w watched
	got, err := io.ReadAll(w.watch(t).reader(iotest.TimeoutReader(bytes.NewReader(data)), uint64(len(data))))
	assert.ErrorIs(t, err, iotest.ErrTimeout)
	assert.True(t, bytes.HasPrefix(data, got))
	p := make([]byte, len(data)+1)
	n, err := w.watch(t).readerAt(bytes.NewReader(data), 0).ReadAt(p, 1)
	assert.Equal(t, len(data)-1, n)
	assert.ErrorIs(t, err, io.EOF)
	n, err = (&meter{Writer: iotest.TruncateWriter(io.Discard, 3)}).Write([]byte("12345"))
	assert.Equal(t, 5, n)
	assert.NoError(t, err)
}
