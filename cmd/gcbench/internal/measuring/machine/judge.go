package machine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
)

const (
	// leastTicks is how much time must be missed before it counts: below, it may be the
	// coarseness of the kernel's clock.
	leastTicks = 5 * tick
	// leastOthers is how many processors others may use, in the mean, on a quiet machine:
	// what a shell, a desktop and the kernel itself take.
	leastOthers = 0.1
	// othersShare is the share of all processors that others may use while each worker
	// still has a processor to itself.
	othersShare = 0.05
	// leastSteal is the share of the time that the host may take from a quiet machine.
	leastSteal = 0.01
)

// judgeWorkers warns of workers that take turns on a processor.
func judgeWorkers(workers, procs, processors int) string {
	if free := min(procs, processors); workers > free {
		return fmt.Sprintf("%d workers share %s (GOMAXPROCS is %d, the machine has %d): the times show how the threads take turns, too; measure at most %s",
			workers, plural(free, "processor"), procs, processors, plural(free, "worker"))
	}
	return ""
}

// judgeQuota warns of more threads than the control group lets run. A quota of 0 is none.
func judgeQuota(threads int, quota float64) string {
	if quota <= 0 || float64(threads) <= quota {
		return ""
	}
	most := max(int(quota), 1)
	return fmt.Sprintf("%s may run at once, and the control group allows %s processors (cpu.max): the kernel stops all of them for a part of each period; measure with at most %s, or raise the limit",
		plural(threads, "worker"), figure(quota), plural(most, "worker"))
}

// judgeGovernors warns of processors that change their clock as the load changes.
func judgeGovernors(all []frequency) string {
	var names []string
	var low, high uint64
	for _, f := range all {
		if f.governor != "performance" && !slices.Contains(names, f.governor) {
			names = append(names, f.governor)
		}
		if f.kHz > 0 {
			high = max(high, f.kHz)
			if low == 0 || f.kHz < low {
				low = f.kHz
			}
		}
	}
	if names == nil {
		return ""
	}
	slices.Sort(names)
	speed := ""
	if low > 0 {
		speed = fmt.Sprintf(" (now %s to %s MHz)", strconv.FormatUint(low/1000, 10), strconv.FormatUint(high/1000, 10))
	}
	return fmt.Sprintf("the frequency governor is %s%s: the clock of the processors changes between marks; as root, choose the governor performance (cpupower frequency-set -g performance)",
		strings.Join(names, " and "), speed)
}

// judgeOthers warns of other processes that ran meanwhile: if they took more than a quiet
// machine's, or any of the processors that the workers need. The load average alone proves
// nothing: what ran a minute ago is in it, and that may have been gcbench.
func judgeOthers(u use, workers int, load float64) string {
	if u.elapsed <= 0 || u.others < leastTicks {
		return ""
	}
	others := float64(u.others) / float64(u.elapsed)
	needed := others > float64(u.processors-workers)
	if others < leastOthers || !needed && others < othersShare*float64(u.processors) {
		return ""
	}
	before := ""
	if load >= 0 {
		before = fmt.Sprintf(", and before it %s threads ran or wanted to run (load average)", figure(load))
	}
	return fmt.Sprintf("other processes used %s of %s while this ran%s: they take processors, caches and memory bandwidth from the marks; stop them and measure again",
		figure(others), plural(u.processors, "processor"), before)
}

// judgeSteal warns of a host that runs something else on this machine's processors.
func judgeSteal(u use) string {
	if u.all <= 0 || u.steal < leastTicks || float64(u.steal) <= leastSteal*float64(u.all) {
		return ""
	}
	return fmt.Sprintf("the host took %.1f %% of the processors' time for other work (steal time, %v): marks that it stopped look long; measure when the host is quiet, or on your own machine",
		100*float64(u.steal)/float64(u.all), u.steal.Round(time.Millisecond))
}

// figure prints one decimal, and two below 1.
func figure(x float64) string {
	if x < 1 {
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

func plural(n int, noun string) string { return numeral.Plural(uint64(n), noun) }
