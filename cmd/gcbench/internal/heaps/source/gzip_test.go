package source

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// gzipped compresses: each part becomes a separate member.
func gzipped(t testing.TB, parts ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, part := range parts {
		w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
		require.NoError(t, err)
		_, err = w.Write(part)
		require.NoError(t, err)
		require.NoError(t, w.Close())
	}
	return b.Bytes()
}

// namedMember is a member whose header has every optional field (RFC 1952, section 2.3.1).
func namedMember(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name, w.Comment, w.Extra = "x.heap", "a heap", []byte("more")
	_, err := w.Write(data)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// TestGzip: whatever it is called, a gzip file is the heap that it was, in one member or
// in several, some of them empty.
func TestGzip(t *testing.T) {
	want, snapshot, list := sample(t)
	for _, c := range []struct {
		name   string
		data   []byte
		format dump.Format
	}{{"x.heap.gz", snapshot, dump.Snapshot}, {"x", snapshot, dump.Snapshot}, {"x.zst", snapshot, dump.Snapshot}, {"x.el.gz", list, dump.EdgeList}, {"x.el.GZ", list, dump.EdgeList}, {"x.el", list, dump.EdgeList}} {
		half := len(c.data) / 2
		for _, file := range [][]byte{
			gzipped(t, c.data), gzipped(t, c.data[:half], c.data[half:]), gzipped(t, nil, c.data[:1], nil, nil, c.data[1:], nil), namedMember(t, c.data),
		} {
			h, err := Open(save(t, c.name, file), Reading{})
			require.NoError(t, err, c.name)
			assert.Equal(t, c.format, h.Format)
			assert.Equal(t, c.name, h.Name())
			assert.Equal(t, digest(t, want), digest(t, h))
			h, err = openPipe(t, c.name, file, Limits{})
			require.NoError(t, err, c.name)
			assert.Equal(t, digest(t, want), digest(t, h))
		}
	}
}

// damagedGzip has files that are wrong in one way each, and what must be said of them.
func damagedGzip(t testing.TB) map[string]struct {
	file []byte
	says string
} {
	good := gzipped(t, []byte("# nodes 3\n# roots 0\n0 1\n1 2\n"))
	end := len(good)
	with := func(at int, v byte) []byte {
		bad := bytes.Clone(good)
		bad[at] = v
		return bad
	}
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	return map[string]struct {
		file []byte
		says string
	}{
		"gzip-magic-alone":      {good[:2], "gzip: the compressed file is cut, or other bytes follow its end, at offset 2"},
		"gzip-cut-in-header":    {good[:9], "gzip: the compressed file is cut, or other bytes follow its end, at offset 9"},
		"gzip-cut-in-data":      {good[:end/2], fmt.Sprintf("gzip: the compressed file is cut, or other bytes follow its end, at offset %d", end/2)},
		"gzip-cut-in-length":    {good[:end-1], fmt.Sprintf("gzip: the compressed file is cut, or other bytes follow its end, at offset %d", end-1)},
		"gzip-other-method":     {with(2, 7), "gzip: the compressed file is damaged, or other bytes follow its end: the header before offset 10 is wrong"},
		"gzip-checksum-wrong":   {with(end-8, good[end-8]^1), fmt.Sprintf("gzip: the compressed file is damaged: the checksum and length at offset %d are not those", end)},
		"gzip-length-wrong":     {with(end-1, 1), fmt.Sprintf("the checksum and length at offset %d are not those", end)},
		"gzip-block-type-3":     {with(10, good[10]|6), "gzip: the compressed file is damaged, at offset 11 or before"},
		"gzip-junk-after":       {join(good, []byte("more")), fmt.Sprintf("or other bytes follow its end, at offset %d", end+4)},
		"gzip-byte-after":       {join(good, []byte("\x1f")), fmt.Sprintf("or other bytes follow its end, at offset %d", end+1)},
		"gzip-zero-after":       {join(good, make([]byte, 512)), fmt.Sprintf("or other bytes follow its end: the header before offset %d is wrong", end+10)},
		"gzip-second-cut":       {join(good, good[:12]), fmt.Sprintf("gzip: the compressed file is cut, or other bytes follow its end, at offset %d", end+12)},
		"gzip-second-header":    {join(good, with(2, 0)), fmt.Sprintf("the header before offset %d is wrong", end+10)},
		"gzip-second-damaged":   {join(good, with(end-8, good[end-8]^1)), fmt.Sprintf("the checksum and length at offset %d", 2*end)},
		"gzip-twice":            {gzipped(t, good), "compressed twice"},
		"gzip-of-zstd":          {gzipped(t, encode(t, []byte("0 1\n"))), "compressed twice"},
		"zstd-of-gzip":          {encode(t, good), "compressed twice"},
		"gzip-nodes-beyond":     {gzipped(t, []byte("# nodes 5000\n")), "--max-objects"},
		"gzip-bomb":             {gzipped(t, bytes.Repeat([]byte("\n"), 1<<20+1)), "the compressed file unpacks to more than 1048576 bytes; --max-decompressed"},
		"gzip-bomb-of-many":     {bytes.Repeat(gzipped(t, bytes.Repeat([]byte("\n"), 1<<16)), 17), "the compressed file unpacks to more than 1048576 bytes; --max-decompressed"},
		"gzip-of-a-cut-edge":    {gzipped(t, []byte("# nodes 3\n0 ")), "line 2"},
		"gzip-of-cut-snapshot":  {gzipped(t, []byte("\x89HMH\r\n\x1a\n\x01\x00\x00\x00\x00\x10\x00\x00")), "header of a snapshot alone has 4096"},
		"gzip-bad-header-crc":   {join([]byte("\x1f\x8b\x08\x02\x00\x00\x00\x00\x00\x03\x00\x00"), good[10:]), "the header before offset "},
		"gzip-name-without-end": {join([]byte("\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x03"), bytes.Repeat([]byte("n"), 1000)), "the header before offset "},
	}
}

// TestGzipCorpus holds Open to what the table says, in little memory.
func TestGzipCorpus(t *testing.T) {
	for name, m := range damagedGzip(t) {
		_, err := openOne(t, save(t, "x.el", nil), m.file)
		assert.ErrorContains(t, err, m.says, name)
	}
}

// TestEveryCutAndFlip: a gzip file that is cut anywhere is refused with the offset of
// the cut; one with a bit flipped is refused, or is the same heap (its header and
// the padding of blocks have bits that mean nothing). One bit in five takes part.
func TestEveryCutAndFlip(t *testing.T) { everyCutAndFlip(t, 5) }

// TestSlowEveryCutAndFlip: all bits.
func TestSlowEveryCutAndFlip(t *testing.T) {
	tagged.Slow(t)
	everyCutAndFlip(t, 1)
}

func everyCutAndFlip(t *testing.T, every int) {
	list := []byte("# roots 0 3\n0 1\n1 2\n2 3\n3 4\n")
	file, path := gzipped(t, list), save(t, "x.el", nil)
	limits := fuzzLimits
	limits.Memory = 1 << 20 // it takes time to ask for what there is
	open := func(content []byte) (*Heap, error) {
		require.NoError(t, os.WriteFile(path, content, 0o600))
		return Open(path, Reading{Limits: limits})
	}
	want, err := open(list)
	require.NoError(t, err)
	for at := 2; at < len(file); at++ {
		_, err := open(file[:at])
		require.ErrorContains(t, err, fmt.Sprintf("gzip: the compressed file is cut, or other bytes follow its end, at offset %d", at))
	}
	accepted := 0
	for bit := 0; bit < 8*len(file); bit++ {
		if bit%every != 0 {
			continue
		}
		bad := bytes.Clone(file)
		bad[bit/8] ^= 1 << (bit % 8)
		if h, err := open(bad); err == nil {
			accepted++
			require.Equal(t, digest(t, want), digest(t, h))
		}
	}
	require.Less(t, accepted, 80, "the header has 10 bytes, and not all of them mean nothing")
}

// TestGzipBomb: what comes out is cut off at the limit, in memory that does not depend
// on it.
func TestGzipBomb(t *testing.T) {
	path := save(t, "bomb.el.gz", gzipped(t, bytes.Repeat([]byte("\n"), 8<<20)))
	for _, limit := range []uint64{1 << 16, 1 << 22} {
		var err error
		n := allocated(func() { _, err = Open(path, Reading{Limits: Limits{Decompressed: limit}}) })
		assert.ErrorContains(t, err, fmt.Sprintf("the compressed file unpacks to more than %d bytes; --max-decompressed sets another limit", limit))
		assert.Less(t, n, uint64(1<<20))
	}
}

// TestGzipIsAsBoundedAsItsFile: --max-bytes is about the compressed file, wherever it
// cuts that.
func TestGzipIsAsBoundedAsItsFile(t *testing.T) {
	_, _, list := sample(t)
	file := gzipped(t, list)
	for _, limit := range []int{1, 9, 11, len(file) / 2, len(file) - 1} {
		_, err := openPipe(t, "x.el.gz", file, Limits{Bytes: uint64(limit)})
		assert.ErrorContains(t, err, "--max-bytes sets another limit")
	}
}
