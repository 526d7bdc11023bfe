package session

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// File is an output that can be abandoned. It collects what is written in a
// temporary file beside its destination and takes the destination's place on
// Commit, so a reader sees the old contents or the new, never half of either.
// A destination that is no regular file (a pipe, a device) is written
// directly. A File belongs to one goroutine.
type File struct {
	*bufio.Writer
	path string   // the destination, symbolic links followed
	file *os.File // nil once committed or abandoned
	temp bool     // file is a temporary one
}

// CreateFile prepares to write path: an existing file will be replaced, with its
// permissions kept. The error is about path and comes now rather than after the
// work whose outcome is to be written. Opening a named pipe waits for its reader,
// and an interrupt ends the wait. Nothing else is awaited: what createFile did in
// vain would leave a temporary file.
func (s *Session) CreateFile(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() {
		return createFile(path)
	}
	return Await(s, func() (*File, error) { return createFile(path) })
}

func createFile(path string) (*File, error) {
	path = follow(path)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createTemp(path, 0)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory", path)
	}
	// Opening tells whether the file may be written: renaming over it would
	// ignore its permissions.
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return &File{Writer: bufio.NewWriter(f), path: path, file: f}, nil
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return createTemp(path, info.Mode().Perm())
}

// follow returns what path leads to: renaming must replace the file behind a
// symbolic link, not the link. A dangling link leads to where it points.
func follow(path string) string {
	for range 40 { // as many as Linux follows
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return path
}

// createTemp opens a temporary file beside path. It is created with the
// permissions that any new file gets; keep, if not zero, are the permissions of
// the file that it will replace.
func createTemp(path string, keep fs.FileMode) (*File, error) {
	dir, base := filepath.Split(path)
	var f *os.File
	err := fs.ErrExist
	for try := 0; errors.Is(err, fs.ErrExist) && try < 100; try++ {
		name := fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32())
		f, err = os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, errors.Unwrap(err))
	}
	if keep != 0 {
		if err := f.Chmod(keep); err != nil {
			f.Close()
			os.Remove(f.Name())
			return nil, err
		}
	}
	return &File{Writer: bufio.NewWriterSize(f, 1<<20), path: path, file: f, temp: true}, nil
}

// Commit makes what was written the contents of the destination.
func (f *File) Commit() error {
	if f.file == nil {
		return fmt.Errorf("%s is closed", f.path)
	}
	err := f.Flush()
	err = errors.Join(err, f.file.Close())
	if f.temp && err == nil {
		err = os.Rename(f.file.Name(), f.path)
	}
	if f.temp && err != nil {
		os.Remove(f.file.Name())
	}
	f.file = nil
	if err != nil {
		return fmt.Errorf("writing %s: %w", f.path, err)
	}
	return nil
}

// Abandon removes what was written, unless it was committed.
func (f *File) Abandon() {
	if f.file == nil {
		return
	}
	f.file.Close()
	if f.temp {
		os.Remove(f.file.Name())
	}
	f.file = nil
}
