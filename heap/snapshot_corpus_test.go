package heap

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"
)

func readStream(file []byte) (*Heap, error) { return ReadSnapshotStream(bytes.NewReader(file)) }

// malformed is a file that is wrong, and what must be said of it: by the
// readers, or, if it is well-formed as a file, by Check.
type malformed struct {
	file  []byte
	says  string
	check bool
}

// malformedSnapshots returns the malformed files that the fuzz targets start
// from, named for what is wrong.
func malformedSnapshots(t testing.TB) map[string]malformed {
	good := snapshotOf(t, sample(t)) // header 4096, arena 488, roots 16, sums 16 bytes
	flip := func(at int) []byte {
		bad := bytes.Clone(good)
		bad[at] ^= 1
		return bad
	}
	claim := func(hd snapshotHeader) []byte { return append(hd.encode(), 1, 2, 3, 4) }
	m := map[string]malformed{
		"empty":                      {nil, "not a snapshot", false},
		"magic-alone":                {good[:8], "header of a snapshot alone has 4096", false},
		"magic-after-text-transfer":  {bytes.ReplaceAll(good[:fieldBytes], []byte("\r\n"), []byte("\n")), "not a snapshot", false},
		"header-cut":                 {good[:fieldBytes], "was truncated", false},
		"header-without-arena":       {good[:headerBytes], "", false},
		"header-checksum-wrong":      {flip(headerBytes - 1), "the header is damaged", false},
		"header-padding-not-zero":    {forge(good, 112, 1), "offset 112", false},
		"version-2":                  {forge(good, 8, 2|headerBytes<<32), "version 2 is not supported", false},
		"header-of-8192-bytes":       {forge(good, 8, 1|8192<<32), "offset 8", false},
		"blocks-of-nothing":          {forge(good, 16, 0), "offset 16", false},
		"objects-beyond-arena":       {forge(good, 24, 1<<40), "room for at most", false},
		"edges-beyond-arena":         {forge(good, 32, 1<<62), "room for at most", false},
		"roots-2-to-the-62":          {forge(good, 40, 1<<62), "roots: at most", false},
		"arena-elsewhere":            {forge(good, 48, 0), "offset 48", false},
		"arena-of-4-bytes":           {forge(good, 56, 4), "multiple of 8", false},
		"arena-of-nothing":           {forge(good, 56, 0), "multiple of 8", false},
		"arena-beyond-32-gib":        {forge(good, 56, MaxGranules*GranuleBytes+8), "multiple of 8", false},
		"arena-length-wraps":         {forge(good, 56, 1<<64-8), "multiple of 8", false},
		"sums-elsewhere":             {forge(good, 80, 1<<63), "offset 80", false},
		"file-length-wrong":          {forge(good, 96, 1), "offset 96", false},
		"claims-32-gib":              {claim(snapshotHeader{arenaBytes: MaxGranules * GranuleBytes, objects: MaxObjects}), "", false},
		"claims-a-pebibyte-of-roots": {claim(snapshotHeader{arenaBytes: 8, roots: maxRoots}), "", false},
		"cut-in-arena":               {good[:headerBytes+100], "", false},
		"cut-in-roots":               {good[:4590], "", false},
		"cut-in-sums":                {good[:len(good)-1], "", false},
		"byte-appended":              {append(bytes.Clone(good), 0), "something was appended", false},
		"arena-bit-flipped":          {flip(4100), "section arena, offset 0: the checksum", false},
		"roots-bit-flipped":          {flip(4584), "section roots, offset 0: the checksum", false},
		"sums-bit-flipped":           {flip(4600), "section sums, offset 0: the checksum", false},
		"roots-padding-not-zero":     {paddedRoots(good), "the padding after the last root is not zero", false},
		"objects-miscounted":         {forge(good, 24, 1), "its header says 1", true},
		"edges-miscounted":           {forge(good, 32, 1), "its header says 1", true},
		"root-nil":                   {forge(good, 40, 4), "root 3 is granule 0", true},
	}
	for name, damage := range map[string]func(*Heap){
		"first-granule-not-zero":  func(h *Heap) { h.setWord(0, 1) },
		"object-of-no-size":       func(h *Heap) { h.setWord(1, header(3, 0)) },
		"object-of-2-to-the-32":   func(h *Heap) { h.setWord(1, header(1<<32-1, 1<<32-1)) },
		"object-too-small":        func(h *Heap) { h.setWord(1, header(3, 2)) },
		"object-beyond-arena":     func(h *Heap) { h.setWord(17, header(5, 1000)) },
		"reference-beyond-arena":  func(h *Heap) { h.setRef(1, 0, 1<<32-1) },
		"reference-inside-object": func(h *Heap) { h.setRef(1, 0, 5) },
		"reference-padding":       func(h *Heap) { h.setRef(1, 3, 8) },
		"root-beyond-arena":       func(h *Heap) { h.roots[0] = 1<<32 - 1 },
		"root-inside-object":      func(h *Heap) { h.roots[0] = 2 },
	} {
		h := clone(sample(t))
		damage(h)
		m[name] = malformed{snapshotOf(t, h), "heap: section ", true}
	}
	return m
}

// paddedRoots returns the file with padding that every checksum covers and that
// is not zero all the same.
func paddedRoots(file []byte) []byte {
	bad := bytes.Clone(file)
	bad[4599] = 1
	binary.LittleEndian.PutUint64(bad[4608:], xxhash.Sum64(bad[4584:4600]))
	return forge(bad, 104, xxhash.Sum64(bad[4600:]))
}

// TestCorpusOfSnapshots holds each reader to what the table says of a file.
func TestCorpusOfSnapshots(t *testing.T) {
	table := malformedSnapshots(t)
	require.Greater(t, len(table), 40)
	for name, m := range table {
		fields, padded, rest := pack(m.file)
		require.Equal(t, m.file, unpack(fields, padded, rest)[:len(m.file):len(m.file)], name)
		for way, read := range map[string]func([]byte) (*Heap, error){"read": readVerified, "stream": readStream} {
			h, err := read(m.file)
			if m.check {
				require.NoError(t, err, "%s, %s", name, way)
				err = h.Check()
			}
			var bad *FormatError
			require.ErrorAs(t, err, &bad, "%s, %s", name, way)
			require.ErrorContains(t, err, m.says, "%s, %s", name, way)
		}
	}
}
