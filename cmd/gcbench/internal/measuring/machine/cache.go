package machine

import (
	"path/filepath"
	"strconv"
	"strings"
)

// cacheFolder is where Linux says which caches the first processor has.
const cacheFolder = "/sys/devices/system/cpu/cpu0/cache"

// LastCache returns the bytes of the last level of the caches of the first processor, as
// the system states them. A virtual machine may share them with others. It is 0 where
// they are not known: elsewhere than on Linux, and in some virtual machines.
func LastCache() uint64 { return lastCacheIn(cacheFolder) }

func lastCacheIn(folder string) (bytes uint64) {
	caches, _ := filepath.Glob(filepath.Join(folder, "index*"))
	last := uint64(2) // a first level alone is less than there is
	for _, dir := range caches {
		level, err := numberOf(dir, "level")
		if err == nil && level >= last && textOf(dir, "type") != "Instruction" {
			last, bytes = level, cacheSize(dir)
		}
	}
	return bytes
}

// cacheSize reads a size, which the kernel writes as 1024K. It is 0 if there is none.
func cacheSize(dir string) uint64 {
	kib, _ := strconv.ParseUint(strings.TrimSuffix(textOf(dir, "size"), "K"), 10, 32) // 0 if it is none
	return kib << 10
}
