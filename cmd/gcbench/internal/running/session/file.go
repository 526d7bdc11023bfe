package session

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/draft"
)

// File is an output that can be abandoned. It collects what is written in a
// draft and takes the destination's place on Commit, so a reader sees the old
// contents or the new, never half of either. A destination that is no regular
// file (a pipe, a device) is written directly. A File belongs to one goroutine.
type File struct {
	*bufio.Writer
	path string // the destination, symbolic links followed
	to   output // nil once committed or abandoned
}

// output is where a File writes to: a draft.File, or direct.
type output interface {
	io.Writer
	Commit() error
	Abandon()
}

// direct is a destination that is no regular file: what was written cannot be taken back.
type direct struct{ *os.File }

// Commit closes the destination.
func (d direct) Commit() error {
	if err := d.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", d.Name(), err)
	}
	return nil
}

// Abandon closes the destination.
func (d direct) Abandon() { d.Close() }

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
		return &File{Writer: bufio.NewWriter(f), path: path, to: direct{f}}, nil
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

// createTemp begins a draft of the file at path. keep, if not zero, are the permissions of
// the file that it will replace.
func createTemp(path string, keep fs.FileMode) (*File, error) {
	d, err := draft.Create(path)
	if err != nil {
		return nil, err
	}
	if keep != 0 {
		if err := d.Chmod(keep); err != nil {
			d.Abandon()
			return nil, err
		}
	}
	return &File{Writer: bufio.NewWriterSize(d, 1<<20), path: path, to: d}, nil
}

// Commit makes what was written the contents of the destination.
func (f *File) Commit() error {
	if f.to == nil {
		return fmt.Errorf("%s is closed", f.path)
	}
	if err := f.Flush(); err != nil {
		f.Abandon()
		return fmt.Errorf("writing %s: %w", f.path, err)
	}
	err := f.to.Commit()
	f.to = nil
	return err
}

// Abandon removes what was written, unless it was committed.
func (f *File) Abandon() {
	if f.to != nil {
		f.to.Abandon()
		f.to = nil
	}
}
