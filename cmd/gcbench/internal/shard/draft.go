package shard

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A draft is a file that gets its name when it is whole. So a file of an export or of a round is
// there whole or not at all. If two processes write the same file at once, each
// has a draft of its own, and the second one to commit puts the same bytes in place of the
// first one's. It is not forced to the disk: after a power failure a file may be damaged, and
// its checksums say so.
type draft struct {
	*os.File
	path string
}

// newDraft begins a file that will be at path.
func newDraft(path string) (*draft, error) {
	dir, base := filepath.Split(path)
	err := fs.ErrExist
	for try := 0; errors.Is(err, fs.ErrExist) && try < 100; try++ {
		var f *os.File
		name := filepath.Join(dir, fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32()))
		if f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
			return &draft{f, path}, nil
		}
	}
	return nil, fmt.Errorf("cannot write %s: %w", path, errors.Unwrap(err))
}

// commit gives the file its name.
func (d *draft) commit() error {
	err := d.Close()
	if err == nil {
		err = os.Rename(d.Name(), d.path)
	}
	if err != nil {
		os.Remove(d.Name())
		return fmt.Errorf("writing %s: %w", d.path, err)
	}
	return nil
}

// abandon removes the file. After commit it does nothing.
func (d *draft) abandon() {
	if d.Close() == nil {
		os.Remove(d.Name())
	}
}

// writeWhole writes a file of these bytes.
func writeWhole(path string, data []byte) error {
	d, err := newDraft(path)
	if err != nil {
		return err
	}
	defer d.abandon()
	if _, err := d.Write(data); err != nil {
		return err
	}
	return d.commit()
}
