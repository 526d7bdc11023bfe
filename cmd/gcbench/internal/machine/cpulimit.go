package machine

import (
	"path/filepath"
	"strconv"
	"strings"
)

// cpuQuota is how many processors the control groups of this process allow in the mean: the
// least of all groups above it. It is 0 if none has a limit.
func cpuQuota() (least float64) {
	for _, g := range cpuGroups(readSome("/proc/self/cgroup")) {
		var quota float64
		if g.unified {
			quota = quotaOf(string(readSome(filepath.Join(g.dir, "cpu.max"))))
		} else {
			quota = quotaOf(string(readSome(filepath.Join(g.dir, "cpu.cfs_quota_us"))) + " " + string(readSome(filepath.Join(g.dir, "cpu.cfs_period_us"))))
		}
		if quota > 0 && (least == 0 || quota < least) {
			least = quota
		}
	}
	return least
}

// cpuGroup is a control group that may have a limit.
type cpuGroup struct {
	dir     string
	unified bool
}

// cpuGroups returns the groups that /proc/self/cgroup names, and all above them. In a
// container the names may mean nothing inside; the roots are then its own.
func cpuGroups(proc []byte) (groups []cpuGroup) {
	const unified, legacy = "/sys/fs/cgroup", "/sys/fs/cgroup/cpu"
	for dir, isUnified := range groupDirs(proc, "cpu") {
		if isUnified {
			groups = append(groups, cpuGroup{unified + dir, true})
		} else {
			groups = append(groups, cpuGroup{legacy + dir, false})
		}
	}
	return append(groups, cpuGroup{unified, true}, cpuGroup{legacy, false})
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
