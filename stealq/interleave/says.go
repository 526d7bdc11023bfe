package interleave

import (
	"fmt"
	"strconv"
)

// says is what a step did, as a sentence of which its thread is the subject: "reads A.bottom: 0".
// The table of a schedule has the object first, because its column names the thread.
func (l line) says(labels map[uintptr]label) string {
	if l.target == &spinning {
		return "looks again"
	}
	at := l.target.label(labels)
	switch l.verb {
	case "locks":
		return "takes the lock " + at.name
	case "unlocks":
		return "releases the lock " + at.name
	case "fails to lock":
		return "finds that somebody has the lock " + at.name
	case "fails to swap":
		return fmt.Sprintf("fails to swap %s, which is %s", at.name, at.value(l.v))
	case "adds up to":
		return fmt.Sprintf("adds to %s, which makes %s", at.name, at.value(l.v))
	case "sends, which makes":
		return "sends to " + at.name
	case "receives, which leaves":
		return "receives from " + at.name
	}
	if l.old != nil {
		return fmt.Sprintf("changes %s from %s to %s", at.name, at.value(*l.old), at.value(l.v))
	}
	return fmt.Sprintf("%s %s: %s", l.verb, at.name, at.value(l.v))
}

// value writes a value of the object.
func (at label) value(v uint64) string {
	if at.format != nil {
		if s := at.format(at.name, v); s != "" {
			return s
		}
	}
	return strconv.FormatUint(v, 10)
}
