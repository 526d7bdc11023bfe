package shard

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// meant makes sure that a snapshot is the one that the manifest means.
func (p *Part) meant(f *os.File) error {
	sum, err := snapshotSum(f)
	if err == nil && hex(sum) == p.Heap {
		return nil
	}
	return &DamageError{p.file("heap"), heap.SnapshotHeaderBytes - wordBytes, fmt.Sprintf("the checksum of the header is %s and the manifest says %s: it is damaged, or belongs to another export", hex(sum), p.Heap), err}
}

// counted holds the counts in a snapshot's header against those of the manifest.
func (p *Part) counted(f *os.File) error {
	var header [heap.SnapshotHeaderBytes]byte
	if _, err := f.ReadAt(header[:], 0); err != nil {
		return err
	}
	info, err := heap.ReadSnapshotInfo(header[:])
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
	switch {
	case info.ArenaBytes != p.arenaBytes():
		return damaged(f.Name(), 56, "the arena has %d granules and the manifest says %d and %d stubs", info.ArenaBytes/heap.GranuleBytes, p.Granules, p.Stubs)
	case info.Objects != p.Objects+p.Stubs || info.Edges != p.Edges || info.Roots != p.Roots:
		return damaged(f.Name(), 24, "%d objects, %d references and %d roots: the manifest says %d, %d and %d",
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
	f, err := os.Open(p.file("heap"))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := p.meant(f); err != nil {
		return err
	}
	if err := p.counted(f); err != nil {
		return err
	}
	out, err := p.openOut()
	if err != nil {
		return err
	}
	out.Close()
	if p.Ranks == "" {
		return nil
	}
	ranks, err := p.openRanks()
	if err != nil {
		return err
	}
	return ranks.Close()
}
