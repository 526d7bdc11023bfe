package shard

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Vacant tells whether Write can write into a folder: it is empty, or is not there and can be made. This is
// therefore known before a search of the whole heap, and nothing is left of the attempt.
func Vacant(dir string) error {
	there, err := vacant(dir)
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

// claim makes the folder, or takes an empty one, for one Write alone, until the caller calls unlock. made says that it
// was not there. To look whether the folder is empty, and then to write, would not do:
//
//	export A                export B
//	vacant: empty
//	                        vacant: empty
//	part-0000.heap of A
//	                        part-0000.heap of B, in the place of A's
//
// and the end was a folder of parts of both, with status 0 twice. The look therefore comes after
// the lock.
func claim(dir string) (made bool, unlock func(), err error) {
	there, err := vacant(dir)
	if err != nil {
		return false, nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return false, nil, err
	}
	if unlock, err = lock(dir); err != nil {
		return false, nil, err
	}
	if _, err := vacant(dir); err != nil {
		unlock()
		return false, nil, err
	}
	return !there, unlock, nil
}

// vacant tells whether a folder is there. If it is not empty, that is an error.
func vacant(dir string) (there bool, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil || len(entries) == 0:
		return err == nil, err
	}
	first := entries[0].Name()
	_, err = os.Stat(filepath.Join(dir, manifestName))
	if errors.Is(err, fs.ErrNotExist) && strings.HasPrefix(strings.TrimPrefix(first, "."), "part-") {
		return false, fmt.Errorf("%s has %s and no %s: an export there was interrupted, or still runs; remove the folder, or give a new folder", dir, first, manifestName)
	}
	return false, fmt.Errorf("%s is not empty: it has %s; give a new folder", dir, first)
}
