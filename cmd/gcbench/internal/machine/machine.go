// Package machine says what a measurement ran on: the processor, the memory, the Go
// release and the build of this program. It also says what disturbed the measurement: other
// processes, the host, the clock, and pages that were not granted.
package machine

import (
	"runtime"
	"strings"
	"time"
)

// Env is what every report says about where its figures come from.
type Env struct {
	GOOS       string   `json:"goos"`
	GOARCH     string   `json:"goarch"`
	Go         string   `json:"go"`
	CPU        string   `json:"cpu"` // model; "" where it is not known
	CPUs       int      `json:"cpus"`
	GOMAXPROCS int      `json:"gomaxprocs"`
	Version    string   `json:"version"` // of gcbench
	Commit     string   `json:"commit"`  // "" if the build does not know it
	Build      string   `json:"build"`   // hash of the program; "" if the commit says it all
	Date       string   `json:"date"`    // RFC 3339, when the run began
	Command    []string `json:"command"` // arguments, without the program's name
}

// Source says which build of gcbench it was.
func (e *Env) Source() string { return strings.TrimSpace(e.Version + " " + e.Commit + " " + e.Build) }

// Describe returns the facts about this process, run with args.
func Describe(args []string) Env {
	version, commit, build := Build()
	return Env{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Go: runtime.Version(),
		CPU: cpuModel(), CPUs: runtime.NumCPU(), GOMAXPROCS: runtime.GOMAXPROCS(0),
		Version: version, Commit: commit, Build: build,
		Date:    time.Now().UTC().Format(time.RFC3339),
		Command: append([]string{}, args...),
	}
}
