package peers

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Lines that JDK 17 logged.
const (
	parallelLog = `GC(4) Pause Full (Heap Inspection Initiated GC) 31M->29M(219M) 141.416ms
GC(5) Pre Compact 0.026ms
GC(5) Par Mark 108.423ms
GC(5) Reference Processing 0.129ms
GC(5)   VM Weak                        Min:  0.0, Avg:  0.0, Max:  0.0, Diff:  0.0, Sum:  0.0, Workers: 2
GC(5) Weak Processing 0.103ms
GC(5) ClassLoaderData 0.011ms
GC(5) Class Unloading 0.606ms
GC(5) Marking Phase 109.337ms
GC(5) Summary Phase 0.002ms
GC(5) Compaction Phase 49.840ms
GC(5) Pause Full (System.gc()) 32M->29M(219M) 160.200ms
`
	g1Log = `GC(6) Phase 1: Reference Processing 0.176ms
GC(6)   VM Weak                        Min:  0.0, Avg:  0.0, Max:  0.0, Diff:  0.0, Sum:  0.0, Workers: 2
GC(6) Phase 1: Weak Processing 0.095ms
GC(6) Trigger cleanups 0.000ms
GC(6) Phase 1: Class Unloading and Cleanup 0.682ms
GC(6) Phase 1: Mark live objects 180.662ms
GC(6) Phase 2: Prepare for compaction 0.225ms
GC(6) Phase 3: Adjust pointers 10.768ms
GC(6) Pause Full (System.gc()) 31M->30M(234M) 192.688ms
`
	decorated = `[0.619s][info ][gc,start       ] GC(1) Pause Full (System.gc())
[0.619s][info ][gc,phases,start] GC(1) Marking Phase
[0.690s][info ][gc,phases      ] GC(1) Marking Phase 71.250ms
[0.700s][info ][gc             ] GC(1) Pause Full (System.gc()) 53M->30M(589M) 99.000ms
`
)

func TestParseMarkTime(t *testing.T) {
	for name, c := range map[string]struct {
		log  string
		want float64 // ns
	}{
		"ParallelGC":                    {parallelLog, 108.423e6},
		"G1 less its parts":             {g1Log, (180.662 - 0.176 - 0.095 - 0.682) * 1e6},
		"decorations, no Par Mark":      {decorated, 71.25e6},
		"the last of several":           {parallelLog + g1Log, (180.662 - 0.176 - 0.095 - 0.682) * 1e6},
		"a young collection in between": {"GC(3) Pause Young (Normal) 1M->1M(2M) 5.000ms\n" + parallelLog, 108.423e6},
		"decimal comma":                 {"GC(0) Par Mark 1,500ms\r\nGC(0) Pause Full (System.gc()) 1M->1M(2M) 5,000ms\r\n", 1.5e6},
	} {
		got, err := parseMarkTime(c.log)
		require.NoError(t, err, name)
		assert.InDelta(t, c.want, got, 1, name)
	}
	for log, says := range map[string]string{
		"": "no full collection",
		"GC(4) Pause Full (Heap Inspection Initiated GC) 31M->29M(219M) 141.416ms\n":    "no full collection",
		"GC(4) Par Mark 1.0ms\nGC(5) Pause Full (System.gc()) 31M->29M(219M) 141.416ms": "no marking phase of collection 5",
	} {
		_, err := parseMarkTime(log)
		assert.ErrorContains(t, err, says)
	}
}

// TestLogIsReadOnce: what a call has seen does not count for the next.
func TestLogIsReadOnce(t *testing.T) {
	l := gcLog{path: filepath.Join(t.TempDir(), "log")}
	_, err := l.markTime()
	assert.Error(t, err, "there is no file yet")
	require.NoError(t, os.WriteFile(l.path, []byte(parallelLog), 0o600))
	ns, err := l.markTime()
	require.NoError(t, err)
	assert.InDelta(t, 108.423e6, ns, 1)
	_, err = l.markTime()
	assert.ErrorContains(t, err, "no full collection")
	require.NoError(t, os.WriteFile(l.path, []byte(parallelLog+decorated), 0o600))
	ns, err = l.markTime()
	require.NoError(t, err)
	assert.InDelta(t, 71.25e6, ns, 1)
}
