package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap/dump/git"
)

// Exists reports a file that is not there, or that cannot be a heap, before any work is
// done. Open reports what it finds later in the same words. The context ends the look into a
// git repository, which may hang: a file in it may be a pipe.
func Exists(ctx context.Context, path string) error {
	switch {
	case IsStdin(path):
		return nil
	case IsRepository(path):
		if err := git.Check(ctx, repositoryFolder(path)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return unopened(path, err)
	case info.IsDir():
		return directory(path)
	}
	return nil
}

// Check returns the error that Open would return at the beginning of the file, before any work is done: that
// it is not there, of no known format, too long, or a snapshot that was cut. A pipe is not read.
func Check(path string, how Reading) error {
	ctx := cmp.Or(how.Context, context.Background())
	err := Exists(ctx, path)
	if err != nil || IsStdin(path) || IsRepository(path) {
		return err
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return err
	}
	how.Limits, how.begin, how.Watch = how.Limits.withDefaults(), true, nil
	if _, err := openFile(path, how); err != nil {
		return about(Shown(path), err)
	}
	return nil
}

func directory(path string) error {
	if hasRepository(path) {
		return fmt.Errorf("%s: is a directory, not a heap: give the name of a file in it, or %s%s for the git repository", path, gitPrefix, path)
	}
	return fmt.Errorf("%s: is a directory, not a heap: give the name of a file in it", path)
}

// unopened says why the file could not be opened, and what would be right.
func unopened(path string, err error) error {
	var detail *fs.PathError
	if errors.As(err, &detail) {
		err = detail.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w: give the name of an existing file; gcbench gen makes one", path, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: %w: you must be allowed to read the file, and to pass through its folders", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}
