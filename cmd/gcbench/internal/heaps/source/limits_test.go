package source

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// encode compresses.
func encode(t testing.TB, data []byte, opts ...zstd.EOption) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil, append(opts, zstd.WithEncoderConcurrency(1))...)
	require.NoError(t, err)
	defer e.Close()
	return e.EncodeAll(data, nil)
}

// save writes a file of this name into a new folder.
func save(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

// frame is a zstd frame of the given header fields (RFC 8878, section 3.1.1.1)
// and blocks.
func frame(descriptor byte, window []byte, contentSize uint64, blocks ...[]byte) []byte {
	f := append([]byte("\x28\xb5\x2f\xfd"), descriptor)
	f = append(f, window...)
	if descriptor>>6 == 3 {
		f = binary.LittleEndian.AppendUint64(f, contentSize)
	}
	return append(f, bytes.Join(blocks, nil)...)
}

const (
	singleSegment  = 1 << 5
	contentSizeOf8 = 3 << 6
	blockBytes     = 128 << 10
)

// repeated is a block that unpacks to 128 KiB of one byte.
func repeated(b byte, last bool) []byte {
	head := uint32(blockBytes<<3 | 1<<1)
	if last {
		head |= 1
	}
	return []byte{byte(head), byte(head >> 8), byte(head >> 16), b}
}

// sample returns a heap, its snapshot and its edge list.
func sample(t testing.TB) (h *Heap, snapshot, list []byte) {
	t.Helper()
	h, err := Watch(nil).Build("app", shape.Params{Objects: 2000, Seed: 3})
	require.NoError(t, err)
	var files [2]bytes.Buffer
	for i, name := range []string{"x.heap", "x.el"} {
		write, err := Watch(nil).WriterFor(name)
		require.NoError(t, err)
		require.NoError(t, write(&files[i], h.Heap))
	}
	return h, files[0].Bytes(), files[1].Bytes()
}

func digest(t testing.TB, h *Heap) uint64 {
	t.Helper()
	reached, err := heap.Reachable(h.Heap)
	require.NoError(t, err)
	d, err := heap.Digest(h.Heap, reached)
	require.NoError(t, err)
	return d
}

// TestCompressedFiles: whatever it is called, a compressed file is the heap
// that it was, in one frame, in several, and after a frame to be skipped.
func TestCompressedFiles(t *testing.T) {
	want, snapshot, list := sample(t)
	for _, c := range []struct {
		name   string
		data   []byte
		format dump.Format
	}{{"x.heap.zst", snapshot, dump.Snapshot}, {"x", snapshot, dump.Snapshot}, {"x.el.zst", list, dump.EdgeList}, {"x.el.ZST", list, dump.EdgeList}, {"x.el", list, dump.EdgeList}} {
		half := len(c.data) / 2
		several := append(encode(t, c.data[:half]), encode(t, c.data[half:], zstd.WithEncoderLevel(zstd.SpeedBestCompression))...)
		for _, file := range [][]byte{encode(t, c.data), several, append([]byte("\x50\x2a\x4d\x18\x03\x00\x00\x00abc"), several...)} {
			for _, trust := range []bool{false, true} {
				h, err := Open(save(t, c.name, file), Reading{Trust: trust})
				require.NoError(t, err, c.name)
				assert.Equal(t, c.format, h.Format)
				assert.Equal(t, c.name, h.Name())
				assert.Equal(t, digest(t, want), digest(t, h))
			}
		}
	}
}

// TestEachLimit: a limit that the file just keeps lets it pass, one less names
// its flag.
func TestEachLimit(t *testing.T) {
	h, snapshot, list := sample(t)
	objects, edges := h.NumObjects(), h.NumEdges()+uint64(len(h.Roots()))
	for name, data := range map[string][]byte{"x.heap": snapshot, "x.el": list, "x.heap.zst": encode(t, snapshot), "x.el.zst": encode(t, list), "x.heap.gz": gzipped(t, snapshot), "x.el.gz": gzipped(t, list)} {
		path, plain := save(t, name, data), data
		packed := unpackedName(name) != name
		if packed {
			plain = map[string][]byte{"x.heap": snapshot, "x.el": list}[unpackedName(name)]
		}
		exact := Limits{Bytes: uint64(len(data)), Objects: objects, Edges: edges, Decompressed: uint64(len(plain))}
		_, err := Open(path, Reading{Limits: exact})
		require.NoError(t, err, name)
		for flag, shrink := range map[string]func(*Limits){
			"--max-bytes":        func(l *Limits) { l.Bytes-- },
			"--max-objects":      func(l *Limits) { l.Objects-- },
			"--max-edges":        func(l *Limits) { l.Edges-- },
			"--max-decompressed": func(l *Limits) { l.Decompressed-- },
		} {
			l := exact
			shrink(&l)
			for _, trust := range []bool{false, true} {
				_, err := Open(path, Reading{Limits: l, Trust: trust})
				if flag == "--max-decompressed" && !packed {
					require.NoError(t, err)
					continue
				}
				var limit *LimitError
				require.ErrorAs(t, err, &limit, "%s, %s", name, flag)
				assert.Equal(t, flag, limit.Flag)
				assert.ErrorContains(t, err, path+": ")
				assert.ErrorContains(t, err, "; "+flag+" sets another limit")
				assert.NotContains(t, err.Error(), "Options.")
			}
		}
	}
}

// TestMemoryIsTheLimit: where memory makes a limit, the error says how much there is and what to do. It names
// no flag, because another limit would not help. A limit that a flag sets is the flag's.
func TestMemoryIsTheLimit(t *testing.T) {
	v8 := func(nodes, edges int) string {
		return `{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],"node_types":[["object"]],"edge_fields":["type","to_node"],"edge_types":[["property"]]}},` +
			fmt.Sprintf(`"nodes":[0,0,1,0,%d`, edges) + strings.Repeat(`,0,0,3,0,0`, nodes-1) + `],"edges":[0,0` + strings.Repeat(`,0,0`, edges-1) + `],"strings":["A"]}`
	}
	for name, text := range map[string]string{"x.el": strings.Repeat("0 1\n", 1000), "x.csv": strings.Repeat("a,b\n", 1000), "x.heapsnapshot": v8(2, 1000)} {
		short := Limits{Memory: 16 << 10}
		_, err := Open(save(t, name, []byte(text)), Reading{Limits: short})
		assert.ErrorContains(t, err, "references and roots, and to read them may take more than the 0.0 MiB of memory that are available; close other programs, ", name)
		var limit *LimitError
		assert.NotErrorAs(t, err, &limit, name)
		short.Edges = 2
		_, err = Open(save(t, name, []byte(text)), Reading{Limits: short})
		require.ErrorAs(t, err, &limit, name)
		assert.Equal(t, "--max-edges", limit.Flag, name)
	}
	_, err := Open(save(t, "x.heapsnapshot", []byte(v8(100, 1))), Reading{Limits: Limits{Memory: 16 << 10}})
	assert.ErrorContains(t, err, "more than 32 objects, and to read them may take more than the 0.0 MiB of memory")
}

// TestDefaultLimits follow from the memory that there is.
func TestDefaultLimits(t *testing.T) {
	l := Limits{}.withDefaults()
	assert.NotZero(t, l.Memory)
	assert.Equal(t, Limits{Bytes: DefaultBytes, Decompressed: DefaultBytes, Memory: l.Memory}, l)
	for _, available := range []uint64{0, 1 << 20, 1 << 34, 1<<64 - 1} {
		l.Memory = available
		d, e := l.goDump(), l.edgeList()
		assert.NotZero(t, d.MaxObjects)
		assert.LessOrEqual(t, (d.MaxObjects-1)*objectBytes+(d.MaxPointers-1)*edgeBytes, available)
		assert.NotZero(t, e.MaxEdges)
		assert.Zero(t, e.MaxNodes, "the reader's own rule")
	}
	d := Limits{Objects: 7, Edges: 8}.goDump()
	assert.Equal(t, []uint64{7, 8}, []uint64{d.MaxObjects, d.MaxPointers})
	err := Limits{Memory: 199}.snapshot(heap.SnapshotInfo{FileBytes: 100}, 2)
	assert.ErrorContains(t, err, "of memory and")
	assert.NoError(t, Limits{Memory: 200}.snapshot(heap.SnapshotInfo{FileBytes: 100}, 2))
}

// TestNoFlagOverridesMemory: an edge list may claim as many nodes as the flag
// allows, and it is refused where there is no memory for them.
func TestNoFlagOverridesMemory(t *testing.T) {
	path := save(t, "x.el", []byte("# nodes 1000\n0 1\n"))
	const need = 24*1000 + 12
	for _, objects := range []uint64{0, 1000, heap.MaxObjects} {
		_, err := Open(path, Reading{Limits: Limits{Objects: objects, Memory: need}})
		require.NoError(t, err)
		_, err = Open(path, Reading{Limits: Limits{Objects: objects, Memory: need - 1}})
		require.EqualError(t, err, path+": edge list: it claims 1000 nodes: the heap takes about 0.0 MiB of memory while it is built and 0.0 MiB are available, whatever --max-objects allows; "+moreMemory)
	}
}

func TestMetered(t *testing.T) {
	const text = "0123456789"
	for limit := range uint64(15) {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			got, err := io.ReadAll(&metered{r, limit, io.ErrShortBuffer})
			if limit < uint64(len(text)) {
				assert.ErrorIs(t, err, io.ErrShortBuffer)
				assert.Equal(t, text[:limit], string(got))
			} else {
				assert.NoError(t, err)
				assert.Equal(t, text, string(got))
			}
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestAsksForMuchInLittle: 44 bytes that ask for 45 GB, in each way there is,
// are refused in constant memory.
func TestAsksForMuchInLittle(t *testing.T) {
	pad := func(b []byte) []byte { return append(b, make([]byte, 44-len(b))...) }
	claim := func(size uint64) []byte { return pad(frame(contentSizeOf8|singleSegment, nil, size)) }
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"x.el":           {[]byte("# nodes 4294967293\n# roots 0 4294967292\n0 1\n"), "edge list: it claims 4294967293 nodes: at most 16777264 nodes are allowed for a file with 1 references and 2 roots; --max-objects sets another limit"},
		"x.dump":         {pad([]byte("go1.7 heap dump\n\x06\x00\x08\x00\x80\x80\x80\x80\x80\x80\x20\x00\x00\x01\x01\x01\x80\x90\xdf\xc0\xa7\x01")), "go heap dump: object record 1"},
		"x.heap":         {pad([]byte("\x89HMH\r\n\x1a\n\x01\x00\x00\x00\x00\x10\x00\x00")), "header of a snapshot alone has 4096"},
		"claim.el.zst":   {claim(100_000_000_000), "the compressed file claims to unpack to 100000000000 bytes, more than 68719476736; --max-decompressed sets another limit"},
		"segment.el.zst": {claim(45_000_000_000), "a frame's window may have 128 MiB at most"},
		"window.el.zst":  {pad(frame(0, []byte{0xff}, 0)), "a frame's window may have 128 MiB at most"},
		"skip.el.zst":    {pad([]byte("\x50\x2a\x4d\x18\xff\xff\xff\xff")), "zstd: the compressed file is cut in the middle"},
	} {
		require.Len(t, c.file, 44, name)
		path := save(t, name, c.file)
		var err error
		n := allocated(func() { _, err = Open(path, Reading{}) })
		assert.ErrorContains(t, err, c.says, name)
		assert.Less(t, n, uint64(2<<20), name)
	}
}

// TestBombs: megabytes in a few hundred bytes and gigabytes behind them are cut
// off at the limit, in memory that does not depend on it.
func TestBombs(t *testing.T) {
	blocks := bytes.Repeat(repeated('\n', false), 45_000_000_000/blockBytes)
	bomb := frame(0, []byte{7 << 3}, 0, blocks) // a window of 128 KiB; 1.4 MB for 45 GB
	path := save(t, "bomb.el.zst", bomb)
	var memory []uint64
	for _, limit := range []uint64{1 << 20, 1 << 22} {
		var err error
		memory = append(memory, allocated(func() { _, err = Open(path, Reading{Limits: Limits{Decompressed: limit}}) }))
		assert.ErrorContains(t, err, fmt.Sprintf("the compressed file unpacks to more than %d bytes; --max-decompressed sets another limit", limit))
		assert.Less(t, memory[len(memory)-1], uint64(8<<20))
	}
	t.Logf("%d bytes that unpack to %d: %v bytes allocated", len(bomb), len(blocks)/4*blockBytes, memory)
}

// TestMappedFileThatWasCut: wherever a snapshot was cut, the error is that of a copy, and no number
// of bytes that are not there.
func TestMappedFileThatWasCut(t *testing.T) {
	if !heap.MapsFiles {
		t.Skip("nothing is mapped here")
	}
	h, err := Watch(nil).Build("list", shape.Params{Objects: 10_000})
	require.NoError(t, err)
	var whole bytes.Buffer
	require.NoError(t, heap.WriteSnapshot(&whole, h.Heap))
	for cut := 1; cut < whole.Len(); cut += whole.Len() / 50 {
		path := save(t, "cut.heap", whole.Bytes()[:whole.Len()-cut])
		_, copied := Open(path, Reading{Map: MapNever, Format: dump.Snapshot})
		_, mapped := Open(path, Reading{Map: MapAlways, Format: dump.Snapshot})
		require.Error(t, copied)
		require.EqualError(t, mapped, copied.Error(), "%d bytes are missing", cut)
	}
}
