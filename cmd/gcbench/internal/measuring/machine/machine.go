// Package machine says what a measurement ran on: the processor, the memory, the Go
// release and the build of this program. It also says what disturbed the measurement: other
// processes, the host, the clock, and pages that were not granted.
package machine

import (
	"runtime"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Describe returns the facts about this process, run with args.
func Describe(args []string) schema.Env {
	version, commit, build := Build()
	return schema.Env{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Go: runtime.Version(),
		CPU: cpuModel(), CPUs: runtime.NumCPU(), GOMAXPROCS: runtime.GOMAXPROCS(0),
		Version: version, Commit: commit, Build: build,
		Date:    time.Now().UTC().Format(time.RFC3339),
		Command: append([]string{}, args...),
	}
}
