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

// Version is the version of this source: the next release, with -dev until it is one.
// docs/CHANGELOG.md has a section for it.
const Version = "0.1.0-dev"

// Build returns the version and the commit, with "+dirty" if the tree had changes. `go
// run` does not record the commit, and a user's own program is not built in this tree.
func Build() (version, commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Version, ""
	}
	return buildOf(info)
}

// modulePath is what go.mod calls this module.
const modulePath = "github.com/seed-3ccf4018/halfmark"

// buildOf is Build for what the go command recorded. Where the commit is known, the version
// that the go command makes up for a tree only repeats it. Where it is not, the module may
// have come through a proxy, under the version that was asked for.
func buildOf(info *debug.BuildInfo) (version, commit string) {
	if info.Main.Path != modulePath {
		return asDependency(info), ""
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
		return Version, commit + dirty
	}
	return orVersion(info.Main.Version), ""
}

// asDependency is the version in a program of another module.
func asDependency(info *debug.BuildInfo) string {
	for _, d := range info.Deps {
		if d.Path == modulePath && d.Replace == nil {
			return orVersion(d.Version)
		}
	}
	return Version
}

// orVersion returns a module's version, and Version if the module has none.
func orVersion(module string) string {
	if module == "" || module == "(devel)" {
		return Version
	}
	return strings.TrimPrefix(module, "v")
}
