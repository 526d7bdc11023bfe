package machine

import (
	"strconv"
	"strings"
)

// cpuQuota is how many processors the control groups of this process allow in the mean: the
// least of all groups above it. It is 0 if none has a limit.
func cpuQuota() (least float64) {
	for _, g := range groupsOf(textOf("/proc/self/cgroup"), "cpu") {
		quota := quotaOf(textOf(g.dir, "cpu.cfs_quota_us") + " " + textOf(g.dir, "cpu.cfs_period_us"))
		if g.unified {
			quota = quotaOf(textOf(g.dir, "cpu.max"))
		}
		if quota > 0 && (least == 0 || quota < least) {
			least = quota
		}
	}
	return least
}

// quotaOf reads microseconds per period and the period: the text of cpu.max, or of both
// files of version 1. It is 0 if there is no limit, which is "max" or -1.
func quotaOf(text string) float64 {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return 0
	}
	quota, err := strconv.ParseUint(fields[0], 10, 53)
	period, err2 := strconv.ParseUint(fields[1], 10, 53)
	if err != nil || err2 != nil || period == 0 {
		return 0
	}
	return float64(quota) / float64(period)
}
