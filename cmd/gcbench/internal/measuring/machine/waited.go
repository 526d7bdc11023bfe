package machine

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Waited returns for how long the threads of this process have run, and for how long they
// could have run and waited for a processor, because other threads had it. Both are 0
// where that is not known: elsewhere than on Linux.
func Waited() (ran, waited time.Duration) {
	threads, _ := filepath.Glob("/proc/self/task/*/schedstat")
	for _, file := range threads {
		fields := strings.Fields(textOf(file))
		if len(fields) < 2 {
			continue // the thread has just ended
		}
		r, err1 := strconv.ParseInt(fields[0], 10, 64)
		w, err2 := strconv.ParseInt(fields[1], 10, 64)
		if err1 == nil && err2 == nil {
			ran, waited = ran+time.Duration(r), waited+time.Duration(w)
		}
	}
	return ran, waited
}
