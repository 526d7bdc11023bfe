package shard

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// reseal changes an export, and makes all checksums right again.
func reseal(t *testing.T, dir string, change func(m *Manifest)) {
	t.Helper()
	e, err := Open(dir)
	require.NoError(t, err)
	change(&e.Manifest)
	data, err := encode(&e.Manifest)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, manifestName), data, 0o600))
}

// rewrite puts other words into a file. It returns its checksum.
func rewrite(t *testing.T, path string, of wordsOf, all ...uint64) string {
	t.Helper()
	sum, err := writeWords(path, of, func(add func(uint64)) error {
		for _, word := range all {
			add(word)
		}
		return nil
	})
	require.NoError(t, err)
	return sum
}

// TestForgedExports: exports with all checksums right, and with other contents than an export writes.
func TestForgedExports(t *testing.T) {
	// 0 -> 1 -> 2, 0 -> 2: part 0 has object 0 and two stubs.
	h := sized(t, 3, 0b000_100_110, 0b001, 4)
	engine := plain(t)
	out := wordsOf{kind: outWords}
	one, two := uint64(MessageTo(1, 1)), uint64(MessageTo(2, 1))
	for name, c := range map[string]struct {
		forge func(dir string, m *Manifest)
		says  string
	}{
		"stub of a part that is not there": {func(dir string, m *Manifest) {
			m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, one, uint64(MessageTo(3, 1)))
		},
			"part-0000.out: offset 64: it names part 3: there are 3, numbered from 0"},
		"stub of part 2^32-1": {func(dir string, m *Manifest) { m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, one, 1<<64-1) },
			"part-0000.out: offset 64: it names part 4294967295: "},
		"stub of its own part": {func(dir string, m *Manifest) {
			m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, uint64(MessageTo(0, 1)), one)
		},
			"part-0000.out: offset 56: stub 0 stands for ref 1 of part 0: it must be of another part"},
		"stubs that do not ascend": {func(dir string, m *Manifest) { m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, two, one) },
			"part-0000.out: offset 64: stub 1 stands for ref 1 of part 1: it must be of another part, and stubs ascend"},
		"the same stub twice": {func(dir string, m *Manifest) { m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, one, one) }, "stubs ascend"},
		"stub that stands for nil": {func(dir string, m *Manifest) {
			m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, uint64(MessageTo(1, 0)), two)
		},
			"part-0000.out: offset 56: it names ref 0 of part 1: objects of this part are from 1 to 2"},
		"stub that stands for a stub": {func(dir string, m *Manifest) {
			m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, uint64(MessageTo(1, 3)), two)
		},
			"part-0000.out: offset 56: it names ref 3 of part 1: objects of this part are from 1 to 2"},
		"stub that stands for the inside of an object": {func(dir string, m *Manifest) {
			m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, uint64(MessageTo(1, 2)), two)
		},
			"a message names ref 2 of part 1, where no object of the part begins"},
		"too few stubs":                         {func(dir string, m *Manifest) { m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, one) }, "part-0000.out: offset 48: it has 1 words"},
		"counts that are not those of the heap": {func(_ string, m *Manifest) { m.Parts[0].Edges++; m.Edges++ }, "part-0000.heap: offset 24: 3 objects, 2 references and 1 roots: the manifest says 3, 3 and 1"},
		"an object that is called a stub": {func(dir string, m *Manifest) {
			m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, one, two, two, two)
			m.Parts[0].Granules, m.Parts[0].Stubs, m.Parts[0].Objects = 1, m.Parts[0].Stubs+2, 0
			m.Parts[1].FirstRank, m.Parts[2].FirstRank, m.Objects = 0, 1, 2
		}, "part 0 has 2 edges, 2 cross_edges, 4 stubs and 1 roots: each stub has a cross edge"},
		"other granules": {func(_ string, m *Manifest) { m.Parts[0].Granules++ }, "part-0000.heap: offset 56: the arena has 5 granules"},
		"more granules, fewer stubs": {func(dir string, m *Manifest) {
			m.Parts[0].Granules++
			m.Parts[0].Stubs--
			m.Parts[0].Out = rewrite(t, fileOf(dir, 0, "out"), out, one)
		}, "part-0000.heap: offset 24"},
		"another version":       {func(_ string, m *Manifest) { m.Version = 1 }, "version 1 is not supported"},
		"no parts":              {func(_ string, m *Manifest) { m.Parts = nil }, "0 parts: there must be 1 to 4096"},
		"many parts":            {func(_ string, m *Manifest) { m.Parts = make([]PartInfo, MaxParts+1) }, "4097 parts: there must be"},
		"a large part":          {func(_ string, m *Manifest) { m.Parts[1].Stubs = 1<<64 - 1 }, "part 1 has 3 granules and 18446744073709551615 stubs"},
		"no granule 0":          {func(_ string, m *Manifest) { m.Parts[1].Granules = 0 }, "part 1 has 0 granules"},
		"many objects":          {func(_ string, m *Manifest) { m.Parts[1].Objects = 3 }, "part 1 has 3 objects in 3 granules"},
		"other ranks":           {func(_ string, m *Manifest) { m.Parts[1].FirstRank = 5 }, "part 1 begins with rank 5: the parts before it have 1 objects"},
		"other objects":         {func(_ string, m *Manifest) { m.Objects = 4 }, "parts.json: offset 0: the field objects is 4: the parts have 3 together"},
		"other edges":           {func(_ string, m *Manifest) { m.Edges = 7 }, "parts.json: offset 0: the field edges is 7: the parts have 3 together"},
		"other roots":           {func(_ string, m *Manifest) { m.Roots = 0 }, "parts.json: offset 0: the field roots is 0: the parts have 1 together"},
		"other cross edges":     {func(_ string, m *Manifest) { m.CrossEdges = 2 }, "parts.json: offset 0: the field cross_edges is 2: the parts have 3 together"},
		"cross edges of a part": {func(_ string, m *Manifest) { m.Parts[1].CrossEdges--; m.CrossEdges-- }, "part 1 has 1 edges, 0 cross_edges, 1 stubs"},
		"ranks without need":    {func(_ string, m *Manifest) { m.Parts[1].Ranks = "0" }, "part 1: ranks are there if and only if the layout is not alloc"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, _ := exported(t, h, 3, shape.Alloc)
			reseal(t, dir, func(m *Manifest) { c.forge(dir, m) })
			_, err := Drive(t.Context(), dir, t.TempDir(), engine, func(Done) {})
			require.ErrorContains(t, err, c.says)
		})
	}
}

// TestForgedCrossEdges: the references between parts are counted where a part is read first. A part that no
// message reaches is read as far as its header.
func TestForgedCrossEdges(t *testing.T) {
	for name, c := range map[string]struct {
		forge func(m *Manifest)
		says  string
	}{
		"too many":                            {func(m *Manifest) { m.Parts[0].CrossEdges++; m.CrossEdges++ }, "parts.json: offset 0: the field cross_edges of part 0 is 4: 3 references in "},
		"moved to another part":               {func(m *Manifest) { m.Parts[0].CrossEdges++; m.Parts[1].CrossEdges-- }, "parts.json: offset 0: "},
		"edges of a part that is not reached": {func(m *Manifest) { m.Parts[2].Edges++; m.Edges++ }, "part-0002.heap: offset 24: "},
		"roots of a part that is not reached": {func(m *Manifest) { m.Parts[2].Roots++; m.Roots++ }, "part-0002.heap: offset 24: "},
	} {
		t.Run(name, func(t *testing.T) {
			dir, _ := exported(t, crossing(t), 3, shape.Alloc)
			reseal(t, dir, c.forge)
			_, err := Drive(t.Context(), dir, t.TempDir(), plain(t), func(Done) {})
			require.ErrorContains(t, err, c.says)
		})
	}
}

// crossing is a heap for three parts of four objects: 0 to 3 lead to one another and to 4 to 6, those to 3, and
// nothing leads to 8 to 11.
func crossing(t *testing.T) *heap.Heap {
	t.Helper()
	var b heap.Builder
	for i := range uint32(12) {
		switch {
		case i < 3:
			b.Add(0, i+1, i+4)
		case 4 <= i && i < 7:
			b.Add(0, 3, 3)
		default:
			b.Add(0, i, i)
		}
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// TestForgedHeaps: parts whose snapshot is another heap, with all checksums right.
func TestForgedHeaps(t *testing.T) {
	for name, c := range map[string]struct {
		build func(b *heap.Builder)
		says  string
	}{
		"a stub that is a root": {func(b *heap.Builder) { b.Add(0, 1, 2); b.Add(0); b.Add(0); b.Root(1) }, "part-0000.heap: offset 4136: root 0 is a stub"},
		"a stub in front":       {func(b *heap.Builder) { b.Add(0); b.Add(0, 0, 2); b.Add(0); b.Root(1) }, "part-0000.heap: offset 4096: 2 objects begin before granule 3: the manifest says 1"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, _ := exported(t, sized(t, 3, 0b000_100_110, 0b001, 4), 3, shape.Alloc)
			var b heap.Builder
			c.build(&b)
			h, err := b.Build()
			require.NoError(t, err)
			f, err := os.Create(fileOf(dir, 0, "heap"))
			require.NoError(t, err)
			defer f.Close()
			require.NoError(t, heap.WriteSnapshot(f, h))
			sum := make([]byte, wordBytes)
			_, err = f.ReadAt(sum, heap.SnapshotHeaderBytes-wordBytes)
			require.NoError(t, err)
			reseal(t, dir, func(m *Manifest) { m.Parts[0].Heap = hex(binary.LittleEndian.Uint64(sum)) })
			_, err = Drive(t.Context(), dir, t.TempDir(), plain(t), func(Done) {})
			require.ErrorContains(t, err, c.says)
		})
	}
}

// TestForgedRounds: marks and messages with all checksums right, which no step writes.
func TestForgedRounds(t *testing.T) {
	dir, _ := exported(t, sized(t, 3, 0b000_100_110, 0b011, 4), 3, shape.Alloc)
	e, err := Open(dir)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		forge func(work string)
		says  string
	}{
		"nil is marked": {func(work string) { rewrite(t, fileOf(folderOf(work, 1), 1, "marks"), e.wordsOf(markWords, 1, 1), 1) },
			"part-0001.marks: offset 56: bit 0 is set"},
		"a bit beyond": {func(work string) { rewrite(t, fileOf(folderOf(work, 1), 1, "marks"), e.wordsOf(markWords, 1, 1), 1<<4) },
			"part-0001.marks: offset 56: a bit is set beyond the 4 granules of part 1"},
		"too many bits": {func(work string) { rewrite(t, fileOf(folderOf(work, 1), 1, "marks"), e.wordsOf(markWords, 1, 1), 0, 0) },
			"part-0001.marks: offset 32: it has 2 words: the bitmap of part 1 has 1"},
		"a message to a stub": {func(work string) {
			rewrite(t, fileOf(folderOf(work, 1), 0, "sent"), e.wordsOf(sentWords, 0, 1), uint64(MessageTo(1, 3)))
		},
			"part-0000.sent: offset 56: it names ref 3 of part 1: objects of this part are from 1 to 2"},
		"a message to no part": {func(work string) {
			rewrite(t, fileOf(folderOf(work, 1), 0, "sent"), e.wordsOf(sentWords, 0, 1), uint64(MessageTo(7, 1)))
		},
			"part-0000.sent: offset 56: it names part 7"},
		"a message into an object": {func(work string) {
			rewrite(t, fileOf(folderOf(work, 1), 0, "sent"), e.wordsOf(sentWords, 0, 1), uint64(MessageTo(1, 2)))
		},
			"a message names ref 2 of part 1, where no object of the part begins"},
		"of another export": {func(work string) { rewrite(t, fileOf(folderOf(work, 1), 0, "sent"), wordsOf{sentWords, 1, 0, 1}) },
			"part-0000.sent: offset 16: the export is "},
		"of another round": {func(work string) { rewrite(t, fileOf(folderOf(work, 1), 0, "sent"), e.wordsOf(sentWords, 0, 2)) },
			"part-0000.sent: offset 28: the round is "},
		"of another part": {func(work string) { rewrite(t, fileOf(folderOf(work, 1), 0, "sent"), e.wordsOf(sentWords, 1, 1)) },
			"part-0000.sent: offset 24: the part is "},
	} {
		t.Run(name, func(t *testing.T) {
			work, engine := t.TempDir(), plain(t)
			driveTo(t, dir, work, engine, 1)
			c.forge(work)
			_, err = Drive(t.Context(), dir, work, engine, func(Done) {})
			require.ErrorContains(t, err, c.says)
		})
	}
}
