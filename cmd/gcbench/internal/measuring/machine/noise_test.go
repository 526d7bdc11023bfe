package machine

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recorded is from a virtual machine with two processors and Linux 6.18.
const recorded = `cpu  1631643 981674 308182 1644335 12116 0 13009 199623 0 0
cpu0 821174 484927 151045 827907 3858 0 6381 100155 0 0
cpu1 810468 496747 157137 816428 8258 0 6627 99468 0 0
intr 86460383 0 0
ctxt 86460383
procs_running 1
`

func TestParseProcStat(t *testing.T) {
	s, ok := parseProcStat(recorded)
	require.True(t, ok)
	const busy, idle, steal = 1631643 + 981674 + 308182 + 13009, 1644335 + 12116, 199623
	assert.Equal(t, procStat{busy: busy * tick, steal: steal * tick, all: (busy + idle + steal) * tick, processors: 2}, s)

	s, ok = parseProcStat("cpu 1 2 3 4\ncpu0 1 2 3 4\n")
	require.True(t, ok, "an old kernel")
	assert.Equal(t, procStat{busy: 6 * tick, all: 10 * tick, processors: 1}, s)
	s, ok = parseProcStat("cpu 1 0 0 0 0 0 0 0 1 0 7 7\ncpu0")
	require.True(t, ok, "the time of guests is within user, and new columns are not known")
	assert.Equal(t, tick, s.all)

	for _, broken := range []string{
		"", "\n", "cpu", "cpu 1 2 3\ncpu0 1 2 3", "cpu 1 2 3 4", "cpu 1 2 -3 4\ncpu0 1 2 3 4", "cpu 1 2 x 4\ncpu0 1 2 3 4",
		"cpu 1 2 3 99999999999999999999\ncpu0 1", "cpu 4000000000000000000 2 3 4\ncpu0 1", "intr 5\n" + recorded, strings.Repeat("x", 1<<16),
	} {
		s, ok := parseProcStat(broken)
		assert.False(t, ok, "%.40q", broken)
		assert.LessOrEqual(t, s.busy+s.steal, s.all, "%.40q", broken)
	}
}

func TestLoadOf(t *testing.T) {
	assert.Equal(t, 4.68, loadOf("4.68 3.05 2.11 2/89 32552\n"))
	assert.Zero(t, loadOf("0.00 0.45 1.26 1/88 310\n"))
	for _, broken := range []string{"", " \n", "x 1 2", "-1 0 0", "NaN", "+Inf", "1e300"} {
		assert.Equal(t, -1.0, loadOf(broken), broken)
	}
}

func TestParseFrequency(t *testing.T) {
	f, ok := parseFrequency("powersave", "1200345")
	assert.True(t, ok)
	assert.Equal(t, frequency{"powersave", 1200345}, f)
	f, ok = parseFrequency("schedutil", "<unknown>")
	assert.True(t, ok)
	assert.Zero(t, f.kHz)
	_, ok = parseFrequency("", "1200345")
	assert.False(t, ok)
	_, ok = parseFrequency(strings.Repeat("x", 99), "")
	assert.False(t, ok)
}

func TestReadFrequencies(t *testing.T) {
	dir := t.TempDir()
	assert.Empty(t, readFrequencies(dir))
	for folder, governor := range map[string]string{"cpu0": "powersave", "cpu1": "performance", "cpu12": "", "cpufreq": "x", "cpuidle": "x"} {
		folder = filepath.Join(dir, folder, "cpufreq")
		require.NoError(t, os.MkdirAll(folder, 0o700))
		if governor != "" {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "scaling_governor"), []byte(governor+"\n"), 0o600))
		}
	}
	assert.ElementsMatch(t, []frequency{{governor: "powersave"}, {governor: "performance"}}, readFrequencies(dir))
}

// TestTextOf: a file of any length takes little memory, and a missing one is silent.
func TestTextOf(t *testing.T) {
	name := filepath.Join(t.TempDir(), "long")
	f, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, f.Truncate(1<<30))
	require.NoError(t, f.Close())
	assert.Len(t, textOf(name), 1<<20)
	assert.Empty(t, textOf(name+"er"))
	assert.Empty(t, textOf(filepath.Dir(name)))
}

func TestUsedBetween(t *testing.T) {
	at := time.Unix(1, 0)
	start := moment{at, procStat{busy: 5 * time.Second, steal: 1, all: 9 * time.Second, processors: 2}, 2 * time.Second, true}
	end := moment{at.Add(time.Second), procStat{busy: 7 * time.Second, steal: 3, all: 11 * time.Second, processors: 2}, 3 * time.Second, true}
	assert.Equal(t, use{elapsed: time.Second, others: time.Second, steal: 2, all: 2 * time.Second, processors: 2}, usedBetween(start, end))
	end.own, end.stat.steal = 9*time.Second, 0
	u := usedBetween(start, end)
	assert.Zero(t, u.others, "ticks are coarser than the processes' own times")
	assert.Zero(t, u.steal, "it fell, as it does after a migration to another host")
}

// TestWatch: whatever this machine does meanwhile, there are too many workers, and every
// warning is one line.
func TestWatch(t *testing.T) {
	lines := Watch().Warnings(1 + runtime.NumCPU())
	require.NotEmpty(t, lines)
	assert.Contains(t, lines[0], "workers share")
	for _, line := range lines {
		t.Log(line)
		assert.NotContains(t, line, "\n")
		assert.NotEmpty(t, line)
	}
}

// TestNothingKnown: where no file can be read there is nothing to say.
func TestNothingKnown(t *testing.T) {
	for _, line := range (&Noise{load: -1}).Warnings(1) {
		assert.NotContains(t, line, "load average")
		assert.NotContains(t, line, "other processes")
		assert.NotContains(t, line, "steal")
	}
}
