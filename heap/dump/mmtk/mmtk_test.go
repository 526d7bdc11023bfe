package mmtk_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mmtk"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

func read(t testing.TB, dump []byte) *sink.Dump {
	d, err := mmtk.Read(bytes.NewReader(dump), sink.Options{})
	require.NoError(t, err)
	require.NoError(t, d.Heap.Check())
	equalsTwin(t, dump, d)
	return d
}

// TestFixtures reads what protoc wrote, and finds what protoc's decoder finds: the counts were
// made by testdata/make/mmtk/count.py. The encoder of these tests writes the same bytes.
func TestFixtures(t *testing.T) {
	for name, encoded := range map[string][]byte{"list": linked(100), "array": array(100)} {
		dump, err := os.ReadFile("testdata/" + name + ".pb")
		require.NoError(t, err)
		require.Equal(t, dump, encoded, name)
		require.True(t, mmtk.IsDump(dump), name)
		d := read(t, dump)
		live, err := heap.Reachable(d.Heap)
		require.NoError(t, err)
		want, err := os.ReadFile("testdata/" + name + ".counts")
		require.NoError(t, err)
		assert.Equal(t, strings.TrimSpace(string(want)), fmt.Sprintf("objects %d\nreferences %d\nnils %d\ndangling %d\nroots %d\nreached %d",
			d.Heap.NumObjects(), d.Stats.Edges[0].Count, d.Stats.Nils, d.Stats.Dangling, d.Stats.Roots[0].Count, live.Count))
		require.Equal(t, d.Heap.NumObjects(), live.Count, "all of a dump is live")
		dumptest.Marks(t, d.Heap)
	}
}

func TestEverything(t *testing.T) {
	dump := everything()
	d := read(t, dump)
	assert.Equal(t, uint64(len(dump)), d.Bytes)
	assert.Equal(t, sink.Stats{
		Edges:    []sink.EdgeCount{{Kind: "references", Count: 5, Followed: true}},
		Roots:    []sink.RootCount{{Label: "root", Count: 2}},
		Dangling: 1, DanglingRoots: 1, Nils: 2, ObjectBytes: 16 + 48,
	}, d.Stats)
	for at, want := range map[uint64]string{0x1000: "class 0x7", 0x1010: "class 0x7", 0x1020: "class 0x0", 0x1030: "class 0x0"} {
		ref, ok := d.Ref(at)
		require.True(t, ok)
		assert.Equal(t, want, d.Class(ref))
	}
	ref, _ := d.Ref(0x1010)
	_, bytes, _ := d.Address(ref)
	assert.Equal(t, uint64(48), bytes, "the last of two sizes")
	assert.Equal(t, "0x1010", d.Text(ref))
	dumptest.Marks(t, d.Heap)
}

// TestLargeObject: an object with more edges than a buffer holds.
func TestLargeObject(t *testing.T) {
	const elements = uint64(10_000)
	dump := array(elements)
	require.True(t, mmtk.IsDump(dump[:4096]), "the first object goes beyond the prefix")
	d := read(t, dump)
	live, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	assert.Equal(t, elements+1, live.Count)
}
