package machine

import (
	"os"
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
		level, err := readUint(dir, "level")
		kind, _ := os.ReadFile(filepath.Join(dir, "type"))
		if err == nil && level >= last && strings.TrimSpace(string(kind)) != "Instruction" {
			last, bytes = level, cacheSize(dir)
		}
	}
	return bytes
}

// cacheSize reads a size such as 1024K, 0 if there is none.
func cacheSize(dir string) uint64 {
	text, _ := os.ReadFile(filepath.Join(dir, "size"))
	number, unit := strings.TrimSpace(string(text)), 0
	for shift, suffix := range map[int]string{10: "K", 20: "M", 30: "G"} {
		if n, ok := strings.CutSuffix(number, suffix); ok {
			number, unit = n, shift
			break
		}
	}
	n, err := strconv.ParseUint(number, 10, 32)
	if err != nil {
		return 0
	}
	return n << unit
}
