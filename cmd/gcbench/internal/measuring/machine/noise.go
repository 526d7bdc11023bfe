package machine

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Noise watches what else happens on the machine while something is measured.
// Figures that a system does not tell are left out. A Noise belongs to one goroutine.
type Noise struct {
	load  float64 // mean over the last minute, when the watch began; below 0 if not known
	start moment
}

// moment is what the system says at one time.
type moment struct {
	at    time.Time
	stat  procStat
	own   time.Duration // processor time of this process and its children
	known bool          // stat and own are
}

// Watch begins to watch.
func Watch() *Noise { return &Noise{load: loadOf(textOf("/proc/loadavg")), start: now()} }

func now() moment {
	m := moment{at: time.Now()}
	var ok bool
	m.stat, m.known = parseProcStat(textOf("/proc/stat"))
	m.own, ok = ownTime()
	m.known = m.known && ok
	return m
}

// Warnings says what may have made times since Watch longer or less stable: each line has
// the figure, what it means and what to do. There are none on a quiet machine. The
// argument is the largest number of workers that was measured.
//
// Child processes count as part of this one, once they have been waited for. Wait for
// them first.
func (n *Noise) Warnings(workers int) []string {
	procs, processors := runtime.GOMAXPROCS(0), runtime.NumCPU()
	lines := []string{
		judgeWorkers(workers, procs, processors),
		judgeQuota(min(workers, procs), cpuQuota()),
		judgeGovernors(readFrequencies(processorsFolder)),
	}
	if end := now(); n.start.known && end.known {
		use := usedBetween(n.start, end)
		lines = append(lines, judgeOthers(use, workers, n.load), judgeSteal(use))
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// textOf returns the beginning of a file, up to 1 MiB of it, without the blanks around it. It returns nothing if the
// file cannot be read.
func textOf(path ...string) string {
	f, err := os.Open(filepath.Join(path...))
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 1<<20))
	return strings.TrimSpace(string(text))
}

// numberOf is the number that a file has.
func numberOf(path ...string) (uint64, error) { return strconv.ParseUint(textOf(path...), 10, 64) }

// readFrequencies reads the frequency scaling of all processors below dir.
func readFrequencies(dir string) (all []frequency) {
	folders, _ := filepath.Glob(filepath.Join(dir, "cpu[0-9]*", "cpufreq")) // the pattern is well formed
	for _, folder := range folders {
		if f, ok := parseFrequency(textOf(folder, "scaling_governor"), textOf(folder, "scaling_cur_freq")); ok {
			all = append(all, f)
		}
	}
	return all
}
