// Package draft writes files that get their names when they are whole. A reader of such a file sees
// what it was before, or what it is now, and never half of either.
package draft

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// File is a file that is being written, under a temporary name beside its place. If two processes write to
// one place at once, each has a File, and the second one to commit replaces what the first one has written.
// It is not forced to the disk: after a power failure it may be damaged. It belongs to one goroutine.
type File struct {
	*os.File
	path string
}

// Create begins a file that will be at path. It gets the permissions that any new file gets.
func Create(path string) (*File, error) {
	dir, base := filepath.Split(path)
	err := fs.ErrExist
	for try := 0; errors.Is(err, fs.ErrExist) && try < 100; try++ {
		var f *os.File
		name := filepath.Join(dir, fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32()))
		if f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
			return &File{f, path}, nil
		}
	}
	return nil, fmt.Errorf("cannot write %s: %w", path, errors.Unwrap(err))
}

// Commit gives the file its name. After an error nothing is left of it.
func (f *File) Commit() error {
	err := f.Close()
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("writing %s: %w", f.path, err)
	}
	return nil
}

// Abandon removes the file. After Commit it does nothing.
func (f *File) Abandon() {
	if f.Close() == nil {
		os.Remove(f.Name())
	}
}

// WriteFile writes a file of these bytes.
func WriteFile(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}
