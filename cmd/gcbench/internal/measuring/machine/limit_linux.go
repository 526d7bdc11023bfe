package machine

import (
	"math"
	"strconv"
	"strings"
	"syscall"
)

// addressSpaceLeft is what the process may still map.
func addressSpaceLeft() uint64 {
	var limit syscall.Rlimit
	kib, err := strconv.ParseUint(strings.TrimSuffix(procField("/proc/self/status", "VmSize"), " kB"), 10, 54)
	if err != nil || syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil {
		return math.MaxUint64
	}
	most := min(uint64(limit.Cur), uint64(^uintptr(0))) // the former is the largest uint64 if there is no limit
	return most - min(kib<<10, most)
}
