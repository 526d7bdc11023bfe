//go:build !unix

package machine

import "time"

// CPUTime is not known here.
func CPUTime() (time.Duration, bool) { return 0, false }

func ownTime() (time.Duration, bool) { return 0, false }

func switches() (voluntary, involuntary uint64, known bool) { return 0, 0, false }

// Paging is not known here.
func Paging() (faults, bytes uint64, known bool) { return 0, 0, false }
