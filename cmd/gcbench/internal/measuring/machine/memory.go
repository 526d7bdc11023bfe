package machine

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// AvailableMemory returns how many bytes this process can still use without
// driving the machine out of memory: what Linux estimates, what its control
// groups leave, and what the limit of the address space (ulimit -v) leaves. Where
// none of that is known it is more than any machine has.
func AvailableMemory() uint64 {
	available := addressSpaceLeft()
	if kib, err := strconv.ParseUint(strings.TrimSuffix(procField("/proc/meminfo", "MemAvailable"), " kB"), 10, 54); err == nil {
		available = min(available, kib<<10)
	}
	for _, g := range groupsOf(textOf("/proc/self/cgroup"), "memory") {
		files := g.memory()
		limit, err := numberOf(g.dir, files.limit)
		used, err2 := numberOf(g.dir, files.used)
		if err == nil && err2 == nil {
			used -= min(used, g.reclaimable()) // files that were read count as used
			available = min(available, limit-min(used, limit))
		}
	}
	return available
}

// memoryFiles are the files that tell about the memory of a control group, and the lines of memory.stat
// about the content of files. A mapped heap that was just checked is active. Its pages are given up all
// the same.
type memoryFiles struct {
	limit, used string
	cache       []string
}

func (g group) memory() memoryFiles {
	if g.unified {
		return memoryFiles{"memory.max", "memory.current", []string{"inactive_file", "active_file"}}
	}
	return memoryFiles{"memory.limit_in_bytes", "memory.usage_in_bytes", []string{"total_inactive_file", "total_active_file"}}
}

// reclaimable is what the group uses for the content of files, and gives up when
// memory is short.
func (g group) reclaimable() (sum uint64) {
	cache := g.memory().cache
	for line := range strings.Lines(textOf(g.dir, "memory.stat")) {
		name, n, _ := strings.Cut(strings.TrimSpace(line), " ")
		if slices.Contains(cache, name) {
			bytes, _ := strconv.ParseUint(n, 10, 64)
			sum += bytes
		}
	}
	return sum
}

// group is a control group that may have a limit. It is of the unified hierarchy (version 2), or of that
// of a controller.
type group struct {
	dir     string
	unified bool
}

// groupsOf returns the groups that /proc/self/cgroup names for a controller, each before the group above
// it. In a container the names may mean nothing inside; the roots are then its own.
func groupsOf(proc string, controller string) (all []group) {
	const root = "/sys/fs/cgroup"
	legacy := filepath.Join(root, controller)
	for line := range strings.Lines(proc) { // number:controllers:name
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, name, _ := strings.Cut(rest, ":")
		g := group{legacy, false}
		if controllers == "" {
			g = group{root, true}
		} else if !slices.Contains(strings.Split(controllers, ","), controller) {
			continue
		}
		for name = path.Clean("/" + name); name != "/"; name = path.Dir(name) {
			all = append(all, group{g.dir + name, g.unified})
		}
	}
	return append(all, group{root, true}, group{legacy, false})
}

// procField returns the value of the first line "key : value" of a file under
// /proc, "" if there is none.
func procField(file, key string) string {
	for line := range strings.Lines(textOf(file)) {
		k, v, ok := strings.Cut(line, ":")
		if ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
