package shard

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Vacant tells whether Write can write into a folder: it is empty, or is not there and can be made. So this
// is known before a search of the whole heap, and nothing is left of the attempt.
func Vacant(dir string) error {
	there, err := vacant(dir, "")
	if err != nil {
		return err
	}
	at := dir
	for !there && filepath.Dir(at) != at {
		at = filepath.Dir(at)
		_, err := os.Stat(at)
		there = !errors.Is(err, fs.ErrNotExist)
	}
	return tryFolder(at)
}

// tryFolder makes a folder in another one, and takes it away.
func tryFolder(dir string) error {
	probe, err := os.MkdirTemp(dir, ".gcbench-*")
	if err == nil {
		return os.Remove(probe)
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("cannot make a folder in %s: %w", dir, err)
}

// claimName is a file that is there while Write writes into the folder.
const claimName = ".gcbench-export"

// claim makes the folder, or takes an empty one, for one Write alone. made says that it was not there. To
// look whether the folder is empty, and then to write, would not do:
//
//	export A                export B
//	vacant: empty
//	                        vacant: empty
//	part-0000.heap of A
//	                        part-0000.heap of B, in the place of A's
//
// and the end was a folder of parts of both, with status 0 twice. Only one makes the file of the claim. Who
// has made it looks again: another Write may have come to its end before, and taken its own claim away.
func claim(dir string) (made bool, err error) {
	there, err := vacant(dir, "")
	if err != nil {
		return false, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return false, err
	}
	path := filepath.Join(dir, claimName)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return false, claimed(dir)
	}
	if err != nil {
		return false, err
	}
	f.Close()
	if _, err := vacant(dir, claimName); err != nil {
		os.Remove(path)
		return false, err
	}
	return !there, nil
}

// claimed is the error of a folder that another Write has claimed.
func claimed(dir string) error {
	return fmt.Errorf("%s: another export writes into this folder, or was killed while it did (it has %s): give a new folder", dir, claimName)
}

// vacant tells whether a folder is there. If it is not empty, but for the file own, that is an error.
func vacant(dir, own string) (there bool, err error) {
	entries, err := os.ReadDir(dir)
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.Name() == own })
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case len(entries) == 0:
		return true, nil
	}
	first := entries[0].Name()
	if first == claimName {
		return false, claimed(dir)
	}
	_, err = os.Stat(filepath.Join(dir, manifestName))
	if errors.Is(err, fs.ErrNotExist) && strings.HasPrefix(strings.TrimPrefix(first, "."), "part-") {
		return false, fmt.Errorf("%s has %s and no %s: it is an export that did not come to its end; remove the folder, or give a new one", dir, first, manifestName)
	}
	return false, fmt.Errorf("%s is not empty: it has %s; give a new folder", dir, first)
}
