package judge

import (
	"fmt"
	"os"
	"runtime/metrics"
	"strconv"
	"time"
)

// Memory is the variable with the most bytes that a judge's process may use.
const Memory = "HALFMARK_LAB_MEMORY"

// OverMemory is the exit status of a judge whose memory has grown over the limit.
const OverMemory = 5

func limitBytes() uint64 {
	limit, err := strconv.ParseUint(os.Getenv(Memory), 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, "run by gcbench lab check:", err)
		os.Exit(2)
	}
	return limit
}

// watch ends the process when it uses more memory than it may. It looks often enough that
// a loop which fills memory gets a gigabyte further at most.
func watch(limit uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			metrics.Read(sample)
			if used := sample[0].Value.Uint64() - sample[1].Value.Uint64(); used > limit {
				os.Exit(OverMemory)
			}
		}
	}()
}
