package shard

import (
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Part is a part of an export in private memory. Any number of goroutines may read it.
type Part struct {
	Number int
	PartInfo

	export *Export
	heap   *heap.Heap
}

// OpenPart reads a part into private memory and verifies its checksums: the files are those
// that the manifest means. With check it also makes sure that they are well-formed: that the
// heap passes its Check, and that each stub stands for an object of another part. Files
// that were checked once need no second check, because the checksums pin their bytes.
//
// The number is that of a part of the export. The error is a [*DamageError], or the operating system's error. Any
// goroutine may call OpenPart.
func (e *Export) OpenPart(number int, check bool) (*Part, error) {
	p := &Part{Number: number, PartInfo: e.Parts[number], export: e}
	if err := p.read(); err != nil {
		return nil, err
	}
	if !check {
		return p, nil
	}
	return p, p.check()
}

func (p *Part) file(extension string) string { return fileOf(p.export.Dir, p.Number, extension) }

// read reads the snapshot.
func (p *Part) read() error {
	f, err := p.openHeap()
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if p.heap, err = heap.ReadSnapshot(f, info.Size()); err != nil {
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
	return nil
}

// check makes sure that the files are well-formed.
func (p *Part) check() error {
	if err := p.heap.Check(); err != nil {
		return fmt.Errorf("%s: %w", p.file("heap"), err)
	}
	own, cross := uint64(0), uint64(0)
	for _, obj := range p.heap.Objects() {
		if uint64(obj) >= p.Granules {
			break
		}
		own++
		for _, to := range p.heap.Refs(obj) {
			if uint64(to) >= p.Granules {
				cross++
			}
		}
	}
	// The other objects are as many as the granules that are left. Each is therefore a
	// stub of 1 granule, which has no room for references.
	if own != p.Objects {
		return damaged(p.file("heap"), heap.SnapshotHeaderBytes, "%d objects begin before granule %d: the manifest says %d", own, p.Granules, p.Objects)
	}
	if cross != p.CrossEdges {
		return damaged(filepath.Join(p.export.Dir, manifestName), 0, "the field cross_edges of part %d is %d: %d references in %s lead to stubs", p.Number, p.CrossEdges, cross, p.file("heap"))
	}
	for i, root := range p.heap.Roots() {
		if uint64(root) >= p.Granules {
			return damaged(p.file("heap"), heap.SnapshotHeaderBytes+p.heap.Granules()*heap.GranuleBytes+uint64(i)*4, "root %d is a stub: a root is an object of the part", i)
		}
	}
	return p.checkOut()
}

// checkOut makes sure that the stubs stand for objects of other parts, in ascending order.
// There is therefore one stub for an object.
func (p *Part) checkOut() error {
	out, err := p.openOut()
	if err != nil {
		return err
	}
	last := Message(0)
	for i := range out.n {
		word, err := out.at(i)
		if err != nil {
			return err
		}
		m, at := Message(word), wordsHeader+i*wordBytes
		if err := p.export.valid(m, out.path, at); err != nil {
			return err
		}
		if m.Part() == p.Number || m <= last {
			return damaged(out.path, at, "stub %d stands for ref %d of part %d: it must be of another part, and stubs ascend", i, m.Ref(), m.Part())
		}
		last = m
	}
	return nil
}

// valid makes sure that a message names what may be an object of a part: no stub, and nothing beyond.
func (e *Export) valid(m Message, path string, at uint64) error {
	if part := uint64(m >> 32); part >= uint64(len(e.Parts)) {
		return damaged(path, at, "it names part %d: there are %d, numbered from 0", part, len(e.Parts))
	}
	if own := e.Parts[m.Part()].Granules; m.Ref() == heap.Nil || uint64(m.Ref()) >= own {
		return damaged(path, at, "it names ref %d of part %d: objects of this part are from 1 to %d", m.Ref(), m.Part(), own-1)
	}
	return nil
}

// openOut opens the table of stubs.
func (p *Part) openOut() (*words, error) {
	return p.openWords("out", outWords, p.Stubs, p.Out)
}

// openRanks opens the table of ranks, which is there if Ranks is not empty.
func (p *Part) openRanks() (*words, error) {
	return p.openWords("ranks", rankWords, p.Objects, p.Ranks)
}

// openWords opens a file of words that belongs to the export.
func (p *Part) openWords(extension string, kind uint32, n uint64, sum string) (*words, error) {
	w, err := openWords(p.file(extension), wordsOf{kind: kind, part: uint32(p.Number)})
	if err != nil {
		return nil, err
	}
	if w.n != n || w.sum != sum {
		return nil, damaged(w.path, wordsHeader-wordBytes, "it has %d words and the checksum %s: the manifest says %d and %s: it is damaged, or belongs to another export", w.n, w.sum, n, sum)
	}
	return w, nil
}

// largePart is the size of an arena in bytes from which release does something.
const largePart = 8 << 20

// release gives back the memory of a large part that is no longer in use. Without it the
// collector waits until there are three parts in memory. It takes some milliseconds.
func (p *PartInfo) release() {
	if p.arenaBytes() >= largePart {
		debug.FreeOSMemory()
	}
}

// checkRefs makes sure that these refs, ascending, are objects of the part. It walks from object to
// object up to the last of them.
func (p *Part) checkRefs(refs []heap.Ref) error {
	rest := refs
	for _, obj := range p.heap.Objects() {
		if len(rest) == 0 || uint64(obj) >= p.Granules || rest[0] < obj {
			break
		}
		if rest[0] == obj {
			rest = rest[1:]
		}
	}
	if len(rest) > 0 {
		return fmt.Errorf("%s: a message names ref %d of part %d, where no object of the part begins: the table of the part that sent it is of another export", p.export.Dir, rest[0], p.Number)
	}
	return nil
}

// sorted returns refs ascending and without repetition, in the same memory.
func sorted(refs []heap.Ref) []heap.Ref {
	slices.Sort(refs)
	return slices.Compact(refs)
}
