// Package machine says what a measurement ran on: the processor, the memory, the Go
// release and the build of this program.
package machine

import (
	"runtime"
	"runtime/debug"
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
	Date       string   `json:"date"`    // RFC 3339, when the run began
	Command    []string `json:"command"` // arguments, without the program's name
}

// Describe returns the facts about this process, run with args.
func Describe(args []string) Env {
	version, commit := Build()
	return Env{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Go: runtime.Version(),
		CPU: cpuModel(), CPUs: runtime.NumCPU(), GOMAXPROCS: runtime.GOMAXPROCS(0),
		Version: version, Commit: commit,
		Date:    time.Now().UTC().Format(time.RFC3339),
		Command: append([]string{}, args...),
	}
}

// Build returns the module's version, "devel" if it has none, and the commit,
// with "+dirty" if the tree had changes. `go run` records neither.
func Build() (version, commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel", ""
	}
	version = strings.Trim(info.Main.Version, "()")
	if version == "" {
		version = "devel"
	}
	dirty := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if commit != "" {
		commit += dirty
	}
	return version, commit
}
