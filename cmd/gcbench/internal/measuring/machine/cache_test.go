package machine

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// TestLastCache: the highest level counts, an instruction cache does not, and what cannot
// be read is not known.
func TestLastCache(t *testing.T) {
	folder := t.TempDir()
	cache := func(name, level, kind, size string) {
		dir := filepath.Join(folder, "cpu0", "cache", name)
		require.NoError(t, os.MkdirAll(dir, 0o700))
		for file, text := range map[string]string{"level": level, "type": kind, "size": size} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text+"\n"), 0o600))
		}
	}
	assert.Zero(t, lastCacheIn(folder))
	cache("index0", "1", "Data", "32K")
	assert.Zero(t, lastCacheIn(folder), "there must be more than a first level")
	cache("index1", "2", "Unified", "1024K")
	assert.EqualValues(t, 1<<20, lastCacheIn(folder))
	cache("index2", "3", "Unified", "36608K")
	assert.EqualValues(t, 36608<<10, lastCacheIn(folder))
	cache("index3", "4", "Instruction", "64M")
	assert.EqualValues(t, 36608<<10, lastCacheIn(folder))
	cache("index4", "5", "Unified", "many")
	assert.Zero(t, lastCacheIn(folder))
}

// TestTopology: two cores with two siblings each share a cache. A second socket has a processor of which the system says no more.
func TestTopology(t *testing.T) {
	folder := t.TempDir()
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Join(folder, filepath.Dir(path)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, path), []byte(text+"\n"), 0o600))
	}
	siblings := []string{"0,2", "1,3", "0,2", "1,3"}
	for n, both := range siblings {
		cpu := fmt.Sprintf("cpu%d/", n)
		write(cpu+"topology/thread_siblings_list", both)
		write(cpu+"topology/physical_package_id", "0")
		write(cpu+"cache/index0/level", "1")
		write(cpu+"cache/index0/shared_cpu_list", both)
		write(cpu+"cache/index3/level", "3")
		write(cpu+"cache/index3/size", "32768K")
		write(cpu+"cache/index3/coherency_line_size", "64")
		write(cpu+"cache/index3/shared_cpu_list", "0-3")
	}
	write("cpu4/topology/physical_package_id", "1")
	all := processorsIn(folder, []int{0, 1, 2, 3, 4})
	require.Equal(t, []schema.Processor{
		{Number: 0, Core: 0}, {Number: 1, Core: 1}, {Number: 2, Core: 0}, {Number: 3, Core: 1},
		{Number: 4, Core: -1, Cache: -1, Socket: 1},
	}, all)
	assert.Equal(t, "core", all[0].Place(&all[2]))
	assert.Equal(t, "cache", all[0].Place(&all[1]))
	assert.Equal(t, "machine", all[0].Place(&all[4]))
	assert.Equal(t, "socket", all[4].Place(&all[4]), "what is not known is not shared")
	assert.Equal(t, []schema.Cache{{Level: 1, Shared: 2}, {Level: 3, Bytes: 32 << 20, Line: 64, Shared: 4}}, cachesIn(folder, 1))
	assert.Empty(t, cachesIn(folder, 9))
}

// TestProcessorsOf: lists as the kernel writes them, and texts that are none.
func TestProcessorsOf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list")
	for text, want := range map[string][]int{"0": {0}, "0-2,7": {0, 1, 2, 7}, "": nil, "a": nil, "1-": nil, "3-2": nil, "0-99999": nil} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		assert.Equal(t, want, processorsOf(file), text)
	}
}

// TestWaited: threads that work run longer.
func TestWaited(t *testing.T) {
	before, _ := Waited()
	if before == 0 {
		t.Skip("the system does not say")
	}
	for start := time.Now(); time.Since(start) < 5*time.Millisecond; {
	}
	after, waited := Waited()
	assert.Greater(t, after, before)
	assert.GreaterOrEqual(t, waited, time.Duration(0))
}
