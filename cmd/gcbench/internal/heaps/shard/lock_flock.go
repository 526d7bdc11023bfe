//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package shard

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock takes a folder for this run, until the caller calls unlock. If another run has it,
// that is an error. The lock belongs to the open folder and is no file: the system
// takes it away when the process ends, however it ends. A file system without locks refuses
// nothing.
func lock(dir string) (unlock func(), err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		folder.Close()
		return nil, fmt.Errorf("%s: another run is at work in this folder: wait until it has ended, or give a new folder", dir)
	}
	return func() { folder.Close() }, nil
}
