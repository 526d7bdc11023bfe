package shard

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/draft"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// Write writes the parts into a folder, one after the other, and the manifest last. It makes the
// folder, or takes an empty one. tell is called before each part. The same plan gives the same
// bytes. Write returns how many bytes the files have. Of several Writes into one folder at once, one writes and
// the others return an error, where the platform has locks. After an error, or when ctx ends, it removes what it has written.
//
// Write takes 3/128 of the arena's size, and some MiB.
func (p *Plan) Write(ctx context.Context, dir string, tell func(part int)) (bytes uint64, err error) {
	made, unlock, err := claim(dir)
	if err != nil {
		return 0, err
	}
	defer unlock()
	defer func() {
		if err != nil {
			remove(dir, made)
		}
	}()
	targets := newRanked(p.cut.h.Granules())
	for i := range p.parts {
		tell(i)
		if err := heap.CatchFaults(func() error { return p.writePart(ctx, dir, i, targets) }); err != nil {
			return 0, fmt.Errorf("writing part %d: %w", i, err)
		}
	}
	if err := writeSealed(filepath.Join(dir, manifestName), p.manifest()); err != nil {
		return 0, err
	}
	return written(dir)
}

// written adds up the files of a folder.
func written(dir string) (bytes uint64, err error) {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			return 0, err
		}
		bytes += uint64(info.Size())
	}
	return bytes, err
}

// remove takes away what was written: all that is in a folder that was empty, and the folder, if it was made.
func remove(dir string, made bool) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		os.Remove(filepath.Join(dir, entry.Name()))
	}
	if made {
		os.Remove(dir)
	}
}

// Manifest is what parts.json says.
func (p *Plan) manifest() *Manifest {
	h := p.cut.h
	return &Manifest{
		Version: manifestVersion, Layout: p.Layout.String(),
		Objects: h.NumObjects(), Edges: h.NumEdges(), Roots: uint64(len(h.Roots())), CrossEdges: p.CrossEdges,
		Live: p.Live, Digest: hex(p.Digest), Rounds: p.Rounds, Messages: p.Messages,
		Parts: p.parts,
	}
}

// writePart writes the files of a part.
func (p *Plan) writePart(ctx context.Context, dir string, part int, targets *ranked) (err error) {
	targets.clear()
	p.target(targets, part, func(heap.Ref) bool { return true })
	targets.index()
	info := &p.parts[part]
	if info.Heap, err = p.writeHeap(ctx, fileOf(dir, part, "heap"), part, targets); err != nil {
		return err
	}
	write := func(extension string, kind uint32, produce func(add func(uint64))) (sum string, err error) {
		return writeWords(fileOf(dir, part, extension), wordsOf{kind: kind, part: uint32(part)}, func(add func(uint64)) error {
			produce(add)
			return nil
		})
	}
	info.Out, err = write("out", outWords, func(add func(uint64)) {
		for at := range targets.all() {
			add(uint64(p.cut.message(at)))
		}
	})
	if err != nil || p.Layout == shape.Alloc {
		return err
	}
	info.Ranks, err = write("ranks", rankWords, func(add func(uint64)) {
		for obj := range p.cut.objectsOf(part) {
			add(p.cut.rank(obj))
		}
	})
	return err
}

// writeHeap writes the snapshot of a part, whose stubs are the members of targets in their order.
// It returns the last word of the snapshot's header. It is the checksum of the header, which has that of the
// section sums. It therefore identifies the file.
func (p *Plan) writeHeap(ctx context.Context, path string, part int, targets *ranked) (sum string, err error) {
	d, err := draft.Create(path)
	if err != nil {
		return "", err
	}
	defer d.Abandon()
	info, to := p.parts[part], heap.NewSnapshotWriter(d)
	w := partWriter{cut: p.cut, part: part, targets: targets, to: bufio.NewWriterSize(to, writeBytes)}
	w.put(0) // granule 0
	n := 0
	for obj := range p.cut.objectsOf(part) {
		if n%pollEvery == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		w.object(obj)
		n++
	}
	for range info.Stubs {
		w.put(stubHeader)
	}
	if err := w.to.Flush(); err != nil {
		return "", err
	}
	if err := to.Finish(info.Objects+info.Stubs, info.Edges, w.roots()); err != nil {
		return "", err
	}
	var last [wordBytes]byte
	if _, err := d.ReadAt(last[:], heap.SnapshotHeaderBytes-wordBytes); err != nil {
		return "", err
	}
	return hex(binary.LittleEndian.Uint64(last[:])), d.Commit()
}

// stubHeader is the header of a stub: no references, one granule.
const stubHeader = 1 << 32
