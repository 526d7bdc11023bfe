package heap

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// FuzzSnapshot reads arbitrary bytes as they are, and again with the checksums
// and the file's length made right, so that what lies behind them is reached
// too. No input may panic or make a reader allocate more than in proportion to
// its length; an accepted input is written back byte for byte.
//
//	go test ./heap -run '^$' -fuzz FuzzSnapshot -fuzztime 30s -fuzzminimizetime 1x
func FuzzSnapshot(f *testing.F) {
	file := snapshotOf(f, sample(f))
	f.Add(file)
	f.Add(file[:headerBytes])
	f.Add(file[:SnapshotMagicLen])
	f.Add(forge(file, 56, MaxGranules*GranuleBytes))
	f.Add(forge(file, 40, 1<<62))
	f.Add(forge(file, 8, 2|headerBytes<<32))
	inner := clone(sample(f))
	inner.setRef(1, 0, 9)
	f.Add(snapshotOf(f, inner))
	f.Add([]byte("go1.7 heap dump\n"))
	empty, err := new(Builder).Build()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(snapshotOf(f, empty))

	f.Fuzz(func(t *testing.T, file []byte) {
		fuzzOne(t, file)
		if sealed, ok := reseal(file); ok {
			if !fuzzOne(t, sealed) {
				t.Fatal("a resealed file is refused")
			}
		}
	})
}

// fuzzOne reads one file and reports whether it was accepted.
func fuzzOne(t *testing.T, file []byte) bool {
	var h *Heap
	var err error
	if n := allocated(func() { h, err = readVerified(file) }); n > uint64(2*len(file)+2<<20) {
		t.Fatalf("%d bytes allocated for a file of %d", n, len(file))
	}
	if err != nil {
		if h != nil {
			t.Fatal("a heap beside an error")
		}
		return false
	}
	if !bytes.Equal(file, snapshotOf(t, h)) {
		t.Fatal("written back differently")
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
