package machine

import (
	"bufio"
	"bytes"
	"iter"
	"os"
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
	groups, _ := os.ReadFile("/proc/self/cgroup") // without it there are still the roots
	for _, g := range memoryGroups(groups) {
		limit, err := readUint(g.dir, g.limit)
		used, err2 := readUint(g.dir, g.used)
		if err == nil && err2 == nil {
			used -= min(used, g.reclaimable()) // files that were read count as used
			available = min(available, limit-min(used, limit))
		}
	}
	return available
}

// memoryGroup is a control group and the files that tell about its memory.
type memoryGroup struct {
	dir, limit, used string
	cache            []string
}

// reclaimable is what the group uses for the content of files, and gives up when
// memory is short: lines of memory.stat.
func (g memoryGroup) reclaimable() (sum uint64) {
	b, _ := os.ReadFile(filepath.Join(g.dir, "memory.stat"))
	for line := range strings.Lines(string(b)) {
		name, n, _ := strings.Cut(strings.TrimSpace(line), " ")
		if slices.Contains(g.cache, name) {
			bytes, _ := strconv.ParseUint(n, 10, 64)
			sum += bytes
		}
	}
	return sum
}

// memoryGroups returns the control groups that /proc/self/cgroup names and all
// above them, each of which may have a limit. In a container the names may mean
// nothing inside; the roots are then its own.
func memoryGroups(proc []byte) (groups []memoryGroup) {
	// A mapped heap that was just checked is active. Its pages are given up all the same.
	unified := memoryGroup{"/sys/fs/cgroup", "memory.max", "memory.current", []string{"inactive_file", "active_file"}}
	legacy := memoryGroup{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", []string{"total_inactive_file", "total_active_file"}}
	for dir, isUnified := range groupDirs(proc, "memory") {
		root := legacy
		if isUnified {
			root = unified
		}
		groups = append(groups, memoryGroup{root.dir + dir, root.limit, root.used, root.cache})
	}
	return append(groups, unified, legacy)
}

// groupDirs yields the groups below the root that /proc/self/cgroup names for a
// controller, each before the group above it, and whether the group is of the unified
// hierarchy (version 2).
func groupDirs(proc []byte, controller string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for line := range strings.Lines(string(proc)) { // number:controllers:name
			_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
			controllers, name, _ := strings.Cut(rest, ":")
			unified := controllers == ""
			if !unified && !slices.Contains(strings.Split(controllers, ","), controller) {
				continue
			}
			for name = path.Clean("/" + name); name != "/"; name = path.Dir(name) {
				if !yield(name, unified) {
					return
				}
			}
		}
	}
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
