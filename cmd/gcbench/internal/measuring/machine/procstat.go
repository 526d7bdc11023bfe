package machine

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of /proc/stat: Linux shows hundredths of a second to all programs,
// whatever the kernel's own clock is.
const tick = 10 * time.Millisecond

// procStat is the part of /proc/stat that is about time, summed over the processors, since
// the machine started (proc(5)).
type procStat struct {
	busy, steal, all time.Duration
	processors       int
}

// parseProcStat reads the text of /proc/stat. Its first line has the ticks in which the
// processors ran user, nice, system, idle, iowait, irq, softirq and steal. Old kernels have
// fewer columns. The time of guests, in the columns after these, is part of user and nice.
func parseProcStat(text string) (s procStat, ok bool) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || !strings.HasPrefix(fields[0], "cpu") {
			break // the lines about processors come first
		}
		if fields[0] != "cpu" {
			s.processors++
			continue
		}
		if ok = s.parse(fields[1:]); !ok {
			return procStat{}, false
		}
	}
	return s, ok && s.processors > 0
}

// parse adds the columns up.
func (s *procStat) parse(columns []string) bool {
	if len(columns) < 4 {
		return false
	}
	for i, column := range columns[:min(len(columns), 8)] {
		ticks, err := strconv.ParseUint(column, 10, 62)
		if err != nil || ticks > math.MaxInt64/8/uint64(tick) {
			return false
		}
		d := time.Duration(ticks) * tick
		s.all += d
		switch i {
		case 3, 4: // idle, iowait
		case 7:
			s.steal += d
		default:
			s.busy += d
		}
	}
	return true
}

// loadOf reads the first figure of /proc/loadavg: how many threads ran, or waited for a
// processor or a disk, in the mean over the last minute. It is -1 if there is none.
func loadOf(text string) float64 {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return -1
	}
	load, err := strconv.ParseFloat(fields[0], 64)
	if err != nil || !(load >= 0 && load < 1e6) {
		return -1
	}
	return load
}

// use is what happened between two moments.
type use struct {
	elapsed    time.Duration
	others     time.Duration // processor time of other processes, and of the kernel for them
	steal, all time.Duration
	processors int
}

// usedBetween compares two moments. The ticks are sampled and the processes' own times are
// not, so a difference of some ticks means nothing.
func usedBetween(start, end moment) use {
	busy := end.stat.busy - start.stat.busy
	return use{
		elapsed: end.at.Sub(start.at),
		others:  max(busy-(end.own-start.own), 0),
		steal:   max(end.stat.steal-start.stat.steal, 0), all: end.stat.all - start.stat.all,
		processors: end.stat.processors,
	}
}

// frequency is how a processor's clock is governed.
type frequency struct {
	governor string
	kHz      uint64 // now; 0 if not known
}

// parseFrequency reads scaling_governor and scaling_cur_freq of a processor.
func parseFrequency(governor, kHz string) (f frequency, ok bool) {
	f.governor = governor
	f.kHz, _ = strconv.ParseUint(kHz, 10, 40) // 0 if there is none
	return f, f.governor != "" && len(f.governor) < 32
}
