package shard

import (
	"fmt"
	"os"
	"syscall"
	"testing"
)

// memoryFolder is a file system in memory.
const memoryFolder = "/dev/shm"

// TestMain gives the tests their folders in memory, if there is room. They make thousands of
// small files, and on a disk the kernel takes most of their time. With HALFMARK_SLOW they
// have the ordinary folders: .ci/run exports, damages and marks on the disk.
func TestMain(m *testing.M) {
	var free syscall.Statfs_t
	if os.Getenv("HALFMARK_SLOW") != "" || syscall.Statfs(memoryFolder, &free) != nil || free.Bavail*uint64(free.Bsize) < 256<<20 {
		os.Exit(m.Run())
	}
	dir, err := os.MkdirTemp(memoryFolder, "shard")
	if err != nil {
		os.Exit(m.Run())
	}
	if err := os.Setenv("TMPDIR", dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}
