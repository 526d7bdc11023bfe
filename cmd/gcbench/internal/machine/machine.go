// Package machine tells what a measurement ran on: processor, memory, Go
// release and the build of this program.
package machine

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
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

// AvailableMemory returns how many bytes this process can still use without
// driving the machine out of memory: what Linux estimates, and what its
// control groups leave. Where that is not known it is the largest uint64.
func AvailableMemory() uint64 {
	available := uint64(math.MaxUint64)
	if kib, err := strconv.ParseUint(strings.TrimSuffix(procField("/proc/meminfo", "MemAvailable"), " kB"), 10, 54); err == nil {
		available = kib << 10
	}
	for _, group := range []struct{ dir, limit, used string }{
		{"/sys/fs/cgroup", "memory.max", "memory.current"},
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"},
	} {
		limit, err := readUint(group.dir, group.limit)
		used, err2 := readUint(group.dir, group.used)
		if err == nil && err2 == nil {
			available = min(available, limit-min(used, limit))
		}
	}
	return available
}

func readUint(dir, name string) (uint64, error) {
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(strings.TrimSpace(string(b)), 10, 64)
}

// procField returns the value of the first line "key : value" of a file under
// /proc, "" if there is none.
func procField(file, key string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Scan() {
		k, v, ok := strings.Cut(lines.Text(), ":")
		if ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
