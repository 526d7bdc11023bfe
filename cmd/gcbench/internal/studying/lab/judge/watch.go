package judge

import (
	"os"
	"runtime/metrics"
	"time"
)

// OverMemory is the exit status of a judge whose memory has grown over the limit.
const OverMemory = 5

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
