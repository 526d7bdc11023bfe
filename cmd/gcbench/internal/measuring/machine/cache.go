package machine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// processorsFolder is where Linux describes the processors.
const processorsFolder = "/sys/devices/system/cpu"

// LastCache returns the bytes of the last level of the caches of the first processor, as
// the system states them. A virtual machine may share them with others. It is 0 where
// they are not known: elsewhere than on Linux, and in some virtual machines.
func LastCache() uint64 { return lastCacheIn(processorsFolder) }

func lastCacheIn(folder string) (bytes uint64) {
	for _, c := range cachesIn(folder, 0) {
		if c.Level > 1 { // a first level alone is less than there is
			bytes = c.Bytes
		}
	}
	return bytes
}

// Caches returns the caches of a processor which hold data, by level. There are none where they are not known.
func Caches(processor int) []schema.Cache { return cachesIn(processorsFolder, processor) }

func cachesIn(folder string, processor int) []schema.Cache {
	all := []schema.Cache{}
	for _, dir := range cacheFolders(processorIn(folder, processor)) {
		line, _ := numberOf(dir, "coherency_line_size") // 0 if there is none
		all = append(all, schema.Cache{Level: levelOf(dir), Bytes: cacheSize(dir), Line: line, Shared: len(processorsOf(dir, "shared_cpu_list"))})
	}
	return all
}

// Processors says what each of some processors shares with others.
func Processors(numbers []int) []schema.Processor { return processorsIn(processorsFolder, numbers) }

func processorsIn(folder string, numbers []int) (all []schema.Processor) {
	for _, n := range numbers {
		dir := processorIn(folder, n)
		p := schema.Processor{Number: n, Core: lowest(processorsOf(dir, "topology/thread_siblings_list")), Cache: -1, Socket: -1}
		if socket, err := strconv.Atoi(textOf(dir, "topology/physical_package_id")); err == nil {
			p.Socket = socket
		}
		if c := cacheFolders(dir); len(c) > 0 && levelOf(c[len(c)-1]) > 1 {
			p.Cache = lowest(processorsOf(c[len(c)-1], "shared_cpu_list"))
		}
		all = append(all, p)
	}
	return all
}

func processorIn(folder string, number int) string {
	return filepath.Join(folder, fmt.Sprintf("cpu%d", number))
}

// cacheFolders are those of the caches of a processor which hold data, by level.
func cacheFolders(processor string) []string {
	all, _ := filepath.Glob(filepath.Join(processor, "cache", "index*")) // the pattern is well formed
	all = slices.DeleteFunc(all, func(dir string) bool { return levelOf(dir) == 0 || textOf(dir, "type") == "Instruction" })
	slices.SortFunc(all, func(a, b string) int { return levelOf(a) - levelOf(b) })
	return all
}

// levelOf is 0 if the level is not known.
func levelOf(cache string) int {
	level, _ := strconv.ParseUint(textOf(cache, "level"), 10, 8)
	return int(level)
}

// cacheSize reads a size, which the kernel writes as 1024K. It is 0 if there is none.
func cacheSize(dir string) uint64 {
	kib, _ := strconv.ParseUint(strings.TrimSuffix(textOf(dir, "size"), "K"), 10, 32) // 0 if it is none
	return kib << 10
}

// processorsOf reads a list of processors, which the kernel writes as 0-3,8. It is empty if there is none.
func processorsOf(path ...string) (numbers []int) {
	for part := range strings.SplitSeq(textOf(path...), ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		low, err := strconv.ParseUint(from, 10, 16)
		high, err2 := strconv.ParseUint(to, 10, 16)
		if err != nil || err2 != nil {
			return nil
		}
		for n := low; n <= high; n++ {
			numbers = append(numbers, int(n))
		}
	}
	return numbers
}

// lowest is -1 if there are none.
func lowest(numbers []int) int {
	if len(numbers) == 0 {
		return -1
	}
	return slices.Min(numbers)
}
