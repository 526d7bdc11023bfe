package machine

import (
	"bufio"
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// AvailableMemory returns how many bytes this process can still use without
// driving the machine out of memory: what Linux estimates, what its control
// groups leave, and what the limit of the address space (ulimit -v) leaves. Where
// that is not known it is the largest uint64.
func AvailableMemory() uint64 {
	available := addressSpaceLeft()
	if kib, err := strconv.ParseUint(strings.TrimSuffix(procField("/proc/meminfo", "MemAvailable"), " kB"), 10, 54); err == nil {
		available = min(available, kib<<10)
	}
	groups, _ := os.ReadFile("/proc/self/cgroup") // without it there are still the roots
	for _, g := range memoryGroups(groups) {
		limit, err := readUint(g.dir, g.limit)
		used, err2 := readUint(g.dir, g.used)
		if err == nil && err2 == nil {
			available = min(available, limit-min(used, limit))
		}
	}
	return available
}

// memoryGroup is a control group and the files that tell about its memory.
type memoryGroup struct{ dir, limit, used string }

// memoryGroups returns the control groups that /proc/self/cgroup names and all
// above them, each of which may have a limit. In a container the names may mean
// nothing inside; the roots are then its own.
func memoryGroups(proc []byte) (groups []memoryGroup) {
	unified := memoryGroup{"/sys/fs/cgroup", "memory.max", "memory.current"}
	legacy := memoryGroup{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"}
	add := func(root memoryGroup, name string) {
		for name = path.Clean("/" + name); name != "/"; name = path.Dir(name) {
			groups = append(groups, memoryGroup{root.dir + name, root.limit, root.used})
		}
	}
	for line := range strings.Lines(string(proc)) { // number:controllers:name
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch controllers, name, _ := strings.Cut(rest, ":"); controllers {
		case "":
			add(unified, name)
		case "memory":
			add(legacy, name)
		}
	}
	return append(groups, unified, legacy)
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
