package source

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fuzzLimits keep what an input may take small, whatever it says.
var fuzzLimits = Limits{Bytes: 1 << 20, Objects: 1 << 12, Edges: 1 << 14, Decompressed: 1 << 20}

// fuzzBytes bounds what Open may allocate within fuzzLimits: a window of 8 MiB,
// which the decoder may hold twice, and heaps of a few MiB.
const fuzzBytes = 32 << 20

// FuzzOpen opens arbitrary files of two names, as they are and compressed, so
// that what is behind the decompressor is reached. They may not panic or take
// more memory than the limits allow, and what a file is does not depend on
// whether it is compressed.
//
//	go test ./cmd/gcbench/internal/heaps/source -run '^$' -fuzz FuzzOpen -fuzztime 30s
func FuzzOpen(f *testing.F) {
	_, snapshot, list := sample(f)
	f.Add(false, snapshot[:4200])
	f.Add(true, list[:200])
	f.Add(true, encode(f, list[:200]))
	f.Add(false, encode(f, snapshot))
	f.Add(false, []byte("go1.7 heap dump\n\x06\x00\x08\x00\x00\x00\x00\x01\x00"))
	table := malformed(f)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		f.Add(true, table[name].file)
	}
	for _, m := range damagedGzip(f) {
		f.Add(true, m.file)
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	require.NoError(f, err)
	var member bytes.Buffer
	z, err := gzip.NewWriterLevel(&member, gzip.HuffmanOnly)
	require.NoError(f, err)
	zip := func(data []byte) []byte { // with one writer for all: a new one takes most of the time
		member.Reset()
		z.Reset(&member)
		_, _ = z.Write(data) // into memory
		_ = z.Close()
		return member.Bytes()
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, list bool, data []byte) {
		path := filepath.Join(dir, "x")
		if list {
			path += ".el"
		}
		plain, plainErr := openOne(t, path, data)
		if isCompressed(data) || len(data) == 0 {
			return // no format, once it is unpacked
		}
		for _, file := range [][]byte{e.EncodeAll(data, nil), zip(data)} {
			packed, packedErr := openOne(t, path, file)
			if (plainErr == nil) != (packedErr == nil) {
				t.Fatalf("as it is: %v; compressed: %v", plainErr, packedErr)
			}
			if plainErr == nil && digest(t, plain) != digest(t, packed) {
				t.Fatal("compressed it is another heap")
			}
		}
	})
}

func openOne(t *testing.T, path string, data []byte) (h *Heap, err error) {
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if n := allocated(func() { h, err = Open(path, Reading{Limits: fuzzLimits}) }); n > fuzzBytes {
		t.Fatalf("%d bytes allocated for a file of %d", n, len(data))
	}
	if (err == nil) != (h != nil) {
		t.Fatal("a heap beside an error, or neither")
	}
	if err == nil && (h.NumObjects() > fuzzLimits.Objects || h.NumEdges() > fuzzLimits.Edges) {
		t.Fatalf("%d objects and %d references are beyond the limits", h.NumObjects(), h.NumEdges())
	}
	return h, err
}

// malformed are compressed edge lists named for what is wrong, and what must be
// said of them. FuzzOpen starts from them too.
func malformed(t testing.TB) map[string]struct {
	file []byte
	says string
} {
	text := []byte("# nodes 3\n# roots 0\n0 1\n1 2\n")
	good := encode(t, text)
	raw := func(b []byte) []byte { // the last block, of plain bytes
		head := uint32(len(b))<<3 | 1
		return append([]byte{byte(head), byte(head >> 8), byte(head >> 16)}, b...)
	}
	with := func(at int, v byte) []byte {
		bad := bytes.Clone(good)
		bad[at] = v
		return bad
	}
	bomb := bytes.Repeat(repeated('\n', false), 9)
	const window = 7 << 3 // 128 KiB
	return map[string]struct {
		file []byte
		says string
	}{
		"magic-alone":             {good[:4], "zstd: "},
		"cut-in-header":           {good[:5], "zstd: "},
		"cut-in-block":            {good[:len(good)/2], "zstd: "},
		"cut-in-checksum":         {good[:len(good)-1], "zstd: "},
		"checksum-wrong":          {with(len(good)-1, good[len(good)-1]^1), "zstd: the compressed file is damaged"},
		"content-changed":         {with(20, good[20]^1), "zstd: the compressed file is damaged"},
		"reserved-bit":            {with(4, good[4]|1<<3), "zstd: the compressed file is damaged"},
		"content-size-wrong":      {frame(contentSizeOf8, []byte{window}, 7, raw(text)), "zstd: the compressed file is damaged"},
		"claims-45-gb":            {frame(contentSizeOf8|singleSegment, nil, 45_000_000_000, raw(text)), "claims to unpack to 45000000000 bytes"},
		"window-of-45-gb":         {frame(0, []byte{25<<3 | 3}, 0, raw(text)), "a frame's window may have 8 MiB at most"},
		"window-of-3-tib":         {frame(0, []byte{0xff}, 0, raw(text)), "a frame's window may have 8 MiB at most"},
		"window-too-small":        {frame(contentSizeOf8|singleSegment, nil, 0, raw(text)), "zstd: the compressed file is damaged"},
		"dictionary-unknown":      {frame(1, []byte{window, 77}, 0, raw(text)), "zstd: the compressed file is damaged"},
		"block-of-reserved-type":  {frame(0, []byte{window}, 0, []byte{3<<1 | 1, 0, 0}), "zstd: the compressed file is damaged"},
		"block-larger-than-limit": {frame(0, []byte{window}, 0, []byte{0xf9, 0xff, 0xff, '\n'}), "zstd: "},
		"skips-4-gib":             {[]byte("\x50\x2a\x4d\x18\xff\xff\xff\xffabc"), "zstd: "},
		"junk-after-frame":        {append(bytes.Clone(good), "more"...), "zstd: the compressed file is damaged"},
		"compressed-twice":        {encode(t, good), "compressed twice"},
		"bomb-of-9-blocks":        {frame(0, []byte{window}, 0, bomb, repeated('\n', true)), "unpacks to more than 1048576 bytes"},
		"nodes-beyond-limit":      {encode(t, []byte("# nodes 5000\n")), "--max-objects"},
		"edges-beyond-limit":      {encode(t, bytes.Repeat([]byte("0 1\n"), 1<<14+1)), "--max-edges"},
		"names-beyond-limit":      {encode(t, namesInPairs(1<<11+1)), "--max-objects"},
		"names-too-many-columns":  {encode(t, []byte("a b\na b c\n")), "line 2: the line has more than two columns, the third is \"c\"; --columns says which two are read, such as --columns 1,2"},
		"names-in-utf-16":         {encode(t, []byte("\xff\xfea\x00 \x00b\x00")), "UTF-16"},
		"edge-list-cut":           {encode(t, text[:len(text)-3]), "line 4"},
		"snapshot-claims-32-gib":  {encode(t, []byte("\x89HMH\r\n\x1a\n\x01\x00\x00\x00\x00\x10\x00\x00")), "header of a snapshot alone has 4096"},
		"go-dump-claims-45-gb": {encode(t, binary.AppendUvarint([]byte("go1.7 heap dump\n\x06\x00\x08\x00\x80\x80\x80\x80\x80\x80\x20\x00\x00\x01\x01\x01"), 45_000_000_000)),
			"cut in the middle"},
	}
}

// namesInPairs is a file of so many lines, each with two new names.
func namesInPairs(lines int) (text []byte) {
	for i := range lines {
		text = fmt.Appendf(text, "a%d b%[1]d\n", i)
	}
	return text
}

// TestCorpus holds Open to what the table says, in little memory.
func TestCorpus(t *testing.T) {
	for name, m := range malformed(t) {
		_, err := openOne(t, filepath.Join(t.TempDir(), "x.el"), m.file)
		assert.ErrorContains(t, err, m.says, name)
	}
}

// TestPipes: what is no regular file is read from start to end, snapshots too.
func TestPipes(t *testing.T) {
	want, snapshot, list := sample(t)
	for name, data := range map[string][]byte{"x": snapshot, "x.el": list, "x.zst": encode(t, snapshot)} {
		h, err := openPipe(t, name, data, Limits{})
		require.NoError(t, err, name)
		assert.Equal(t, digest(t, want), digest(t, h))
		_, err = openPipe(t, name, data, Limits{Bytes: uint64(len(data)) - 1})
		assert.ErrorContains(t, err, "--max-bytes", name)
	}
	_, err := openPipe(t, "endless.el", []byte(strings.Repeat("\n", 1<<20)), Limits{Bytes: 1 << 16})
	assert.ErrorContains(t, err, "the file has more than 65536 bytes; --max-bytes sets another limit")
}
