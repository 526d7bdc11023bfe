package shard

import (
	"encoding/binary"
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// openHeap opens the snapshot of a part. It makes sure that this is the one that the manifest means, and holds the
// counts in its header against those of the manifest.
func (p *Part) openHeap() (*os.File, error) {
	f, err := os.Open(p.file("heap"))
	if err != nil {
		return nil, err
	}
	var header [heap.SnapshotHeaderBytes]byte
	_, err = f.ReadAt(header[:], 0)
	if err = p.meant(header[:], err); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// meant says if a header, which was read with this error, is not the one that the manifest means.
func (p *Part) meant(header []byte, err error) error {
	const last = heap.SnapshotHeaderBytes - wordBytes
	path, sum := p.file("heap"), hex(binary.LittleEndian.Uint64(header[last:]))
	if err != nil || sum != p.Heap {
		return &DamageError{path, last, fmt.Sprintf("the checksum of the header is %s and the manifest says %s: it is damaged, or belongs to another export", sum, p.Heap), err}
	}
	info, err := heap.ReadSnapshotInfo(header)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case info.ArenaBytes != p.arenaBytes():
		return damaged(path, 56, "the arena has %d granules and the manifest says %d and %d stubs", info.ArenaBytes/heap.GranuleBytes, p.Granules, p.Stubs)
	case info.Objects != p.Objects+p.Stubs || info.Edges != p.Edges || info.Roots != p.Roots:
		return damaged(path, 24, "%d objects, %d references and %d roots: the manifest says %d, %d and %d",
			info.Objects, info.Edges, info.Roots, p.Objects+p.Stubs, p.Edges, p.Roots)
	}
	return nil
}

// look makes sure that the files of all parts are there, and are those that the manifest means. It reads no
// more than their headers: what is damaged behind them is found when it is needed.
func (e *Export) look() error {
	for i, info := range e.Parts {
		if err := (&Part{Number: i, PartInfo: info, export: e}).look(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Part) look() error {
	f, err := p.openHeap()
	if err != nil {
		return err
	}
	f.Close()
	if _, err := p.openOut(); err != nil || p.Ranks == "" {
		return err
	}
	_, err = p.openRanks()
	return err
}
