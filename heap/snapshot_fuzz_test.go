package heap

import (
	"bytes"
	"encoding/binary"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// The arguments of the fuzz targets are a file without the zeros that most of
// its header consists of, so that they are small, and mutations hit what
// matters:
//
//	padded    fields, zeros up to 4088 bytes, their checksum, rest
//	else      fields, rest

// fieldBytes is how much of a header has a meaning.
const fieldBytes = 112

func unpack(fields []byte, padded bool, rest []byte) []byte {
	if !padded {
		return append(bytes.Clone(fields), rest...)
	}
	file := make([]byte, headerBytes, headerBytes+len(rest))
	copy(file[:headerBytes-sumBytes], fields)
	binary.LittleEndian.PutUint64(file[headerBytes-sumBytes:], xxhash.Sum64(file[:headerBytes-sumBytes]))
	return append(file, rest...)
}

// pack is the inverse of unpack.
func pack(file []byte) (fields []byte, padded bool, rest []byte) {
	if len(file) >= headerBytes && bytes.Equal(file, unpack(file[:fieldBytes], true, file[headerBytes:])) {
		return file[:fieldBytes], true, file[headerBytes:]
	}
	return file, false, nil
}

// addSeeds starts a target from sound files, and from the malformed ones in the
// order of their names.
func addSeeds(f *testing.F) {
	empty, err := new(Builder).Build()
	if err != nil {
		f.Fatal(err)
	}
	for _, h := range []*Heap{sample(f), empty} {
		f.Add(pack(snapshotOf(f, h)))
	}
	f.Add(pack([]byte("go1.7 heap dump\n")))
	table := malformedSnapshots(f)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		f.Add(pack(table[name].file))
	}
}

// FuzzSnapshot reads arbitrary files as they are, and again with the checksums
// and the file's length made right, so that what lies behind them is reached
// too. No input may panic or make a reader allocate more than in proportion to
// its length; an accepted input is written back byte for byte.
//
//	go test ./heap -run '^$' -fuzz FuzzSnapshot -fuzztime 30s -fuzzminimizetime 1x
func FuzzSnapshot(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, fields []byte, padded bool, rest []byte) {
		file := unpack(fields, padded, rest)
		fuzzOne(t, file)
		if sealed, ok := reseal(file); ok {
			if !fuzzOne(t, sealed) {
				t.Fatal("a resealed file is refused")
			}
		}
	})
}

// fuzzOne reads one file in all ways and reports whether it was accepted.
func fuzzOne(t *testing.T, file []byte) bool {
	info, infoErr := ReadSnapshotInfo(file)
	var heaps [3]*Heap
	var errs [3]error
	for i, read := range []func([]byte) (*Heap, error){readVerified, readStream, readUnverified} {
		if n := allocated(func() { heaps[i], errs[i] = read(file) }); n > uint64(4*len(file)+3<<20) {
			t.Fatalf("%d bytes allocated for a file of %d", n, len(file))
		}
		if (errs[i] == nil) != (heaps[i] != nil) {
			t.Fatal("a heap beside an error, or neither")
		}
	}
	h, err := heaps[0], errs[0]
	switch {
	case (err == nil) != (errs[1] == nil):
		t.Fatalf("read: %v; read as a stream: %v", err, errs[1])
	case err != nil:
		return false
	case infoErr != nil || errs[2] != nil:
		t.Fatal("accepted with checksums and not without", infoErr, errs[2])
	case info.FileBytes != uint64(len(file)) || info.Objects != h.objects || info.Edges != h.edges || info.Roots != uint64(len(h.roots)) || info.ArenaBytes != uint64(len(h.arena)):
		t.Fatalf("the header says %+v", info)
	}
	for _, h := range heaps {
		if !bytes.Equal(file, snapshotOf(t, h)) {
			t.Fatal("written back differently")
		}
	}
	sound := h.Check() == nil
	if followed := survey(t, h); sound && !followed {
		t.Fatal("Check accepts what the oracle cannot follow")
	}
	return true
}

// reseal makes a valid file with the counts of this one's header, as far as
// they are within limits, and its bytes as arena and roots.
func reseal(file []byte) ([]byte, bool) {
	if len(file) < headerBytes+GranuleBytes {
		return nil, false
	}
	body := file[headerBytes:]
	hd := &snapshotHeader{
		objects: binary.LittleEndian.Uint64(file[24:]),
		edges:   binary.LittleEndian.Uint64(file[32:]),
		roots:   binary.LittleEndian.Uint64(file[40:]) % 8,
	}
	hd.arenaBytes = uint64(len(body)) / GranuleBytes * GranuleBytes
	hd.arenaBytes -= min(hd.arenaBytes-GranuleBytes, refGranules(hd.roots)*GranuleBytes)
	if hd.checkLimits() != nil || hd.arenaBytes > 1<<16 {
		return nil, false // survey's work grows with the square of the length
	}
	h := &Heap{arena: body[:hd.arenaBytes], objects: hd.objects, edges: hd.edges}
	for rest := body[hd.arenaBytes:]; len(rest) >= refBytes && uint64(len(h.roots)) < hd.roots; rest = rest[refBytes:] {
		h.roots = append(h.roots, Ref(binary.LittleEndian.Uint32(rest)))
	}
	hd.roots = uint64(len(h.roots))
	sums := hd.sums(h)
	hd.sumsHash = xxhash.Sum64(sums)
	sealed := append(hd.encode(), h.arena...)
	sealed = appendRootBlock(sealed, h.roots, 0)
	return append(sealed, sums...), true
}

// FuzzOpenSnapshot opens arbitrary files where they lie, mapped into memory if
// this platform does that. A file is opened and verified if and only if
// ReadSnapshot accepts it, and gives the same heap.
//
//	go test ./heap -run '^$' -fuzz FuzzOpenSnapshot -fuzztime 30s -fuzzminimizetime 1x
func FuzzOpenSnapshot(f *testing.F) {
	addSeeds(f)
	path := filepath.Join(f.TempDir(), "fuzz.heap")
	f.Fuzz(func(t *testing.T, fields []byte, padded bool, rest []byte) {
		file := unpack(fields, padded, rest)
		openOne(t, path, file)
		if sealed, ok := reseal(file); ok && !openOne(t, path, sealed) {
			t.Fatal("a resealed file is refused")
		}
	})
}

func openOne(t *testing.T, path string, file []byte) bool {
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	want, wantErr := readVerified(file)
	var s *Snapshot
	var err error
	if n := allocated(func() { s, err = OpenSnapshot(path) }); n > uint64(2*len(file)+2<<20) {
		t.Fatalf("%d bytes allocated for a file of %d", n, len(file))
	}
	if err != nil {
		if s != nil || wantErr == nil {
			t.Fatalf("opened: %v; read: %v", err, wantErr)
		}
		return false
	}
	defer s.Close()
	h := s.Heap()
	if followed := survey(t, h); h.Check() == nil && !followed {
		t.Fatal("Check accepts what the oracle cannot follow")
	}
	if err := s.Verify(); (err == nil) != (wantErr == nil) {
		t.Fatalf("verified: %v; read: %v", err, wantErr)
	}
	if wantErr == nil {
		equalHeaps(t, want, h)
	}
	return wantErr == nil
}
