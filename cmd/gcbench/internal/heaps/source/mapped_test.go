package source

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// snapshotFile saves a heap of some 100 KB, and returns its path and its length.
func snapshotFile(t *testing.T) (path string, length uint64) {
	t.Helper()
	h, err := Watch(nil).Build("random", shape.Params{Objects: 3000})
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, heap.WriteSnapshot(&b, h.Heap))
	return save(t, "x.heap", b.Bytes()), uint64(b.Len())
}

// TestMapping: what is mapped, and what is said of it.
func TestMapping(t *testing.T) {
	path, length := snapshotFile(t)
	for _, c := range []struct {
		how    Mapping
		memory uint64
		mapped bool
		warns  string
		fails  string
	}{
		{MapIfShort, length, false, "", ""},
		{MapIfShort, length - 1, true, "x.heap is mapped, because a copy takes", ""},
		{MapIfShort, length / 10, true, "page faults are in the times (--no-map", ""},
		{MapIfShort, length / 200, true, "", "even if it is mapped, and"},
		{MapAlways, length, true, "", ""},
		{MapAlways, length / 10, true, "", ""},
		{MapNever, length, false, "", ""},
		{MapNever, length - 1, false, "", "are available: leave --no-map out, and it is mapped"},
	} {
		for _, trust := range []bool{false, true} {
			h, err := Open(path, Reading{Map: c.how, Trust: trust, Limits: Limits{Memory: c.memory}})
			if c.fails != "" {
				require.ErrorContains(t, err, c.fails, "%+v", c)
				continue
			}
			require.NoError(t, err, "%+v", c)
			assert.Equal(t, c.mapped, h.Mapped(), "%+v", c)
			assert.Contains(t, h.Warning, c.warns, "%+v", c)
			assert.Equal(t, c.warns == "", h.Warning == "", "%+v", c)
		}
	}
	_, err := Open(path, Reading{Map: MapAlways, Limits: Limits{Objects: 5}})
	assert.ErrorContains(t, err, "--max-objects sets another limit")
}

// TestMapsWhatItCan: everything but a snapshot in a file is refused, with what would be right.
func TestMapsWhatItCan(t *testing.T) {
	path, _ := snapshotFile(t)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err = w.Write(content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	for path, says := range map[string]string{
		save(t, "x.heap.gz", b.Bytes()):       "it is compressed: unpack it to a file first",
		save(t, "x.el", []byte("0 1\n")):      "only a snapshot can be mapped, and this is another file (edge list): gcbench convert",
		save(t, "x.csv", []byte("a,b\n")):     "only a snapshot can be mapped",
		gitPrefix + filepath.Dir(t.TempDir()): "a git repository is not a snapshot",
	} {
		_, err := Open(path, Reading{Map: MapAlways})
		var refused *MapError
		require.ErrorAs(t, err, &refused, path)
		assert.ErrorContains(t, err, says)
		assert.ErrorContains(t, err, filepath.Base(path)[:1])
	}
}

// TestMappedDamage: a damaged or cut file is the same error mapped as it is copied.
func TestMappedDamage(t *testing.T) {
	path, length := snapshotFile(t)
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	flipped := bytes.Clone(good)
	flipped[5000] ^= 1
	for name, content := range map[string][]byte{
		"empty": {}, "cut": good[:length-100], "header cut": good[:100], "flipped": flipped, "longer": append(bytes.Clone(good), 0),
	} {
		path := save(t, "bad.heap", content)
		_, copied := Open(path, Reading{Map: MapNever, Format: "heap snapshot"})
		_, mapped := Open(path, Reading{Map: MapAlways, Format: "heap snapshot"})
		require.Error(t, copied, name)
		require.EqualError(t, mapped, copied.Error(), name)
	}
	_, err = Open(save(t, "bad.heap", flipped), Reading{Map: MapAlways, Trust: true})
	require.NoError(t, err, "a trusted file is not read")
}
