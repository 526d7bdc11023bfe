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
	if sentence, known := sentences[l.verb]; known {
		return fmt.Sprintf(sentence, at.name, at.value(l.v))
	}
	if l.old != nil {
		return fmt.Sprintf("changes %s from %s to %s", at.name, at.value(*l.old), at.value(l.v))
	}
	return fmt.Sprintf("%s %s: %s", l.verb, at.name, at.value(l.v))
}

// sentences are those of verbs whose object is not what they are about, with its name and its value.
var sentences = map[string]string{
	"locks":                  "takes the lock %[1]s",
	"unlocks":                "releases the lock %[1]s",
	"fails to lock":          "finds the lock %[1]s taken",
	"fails to swap":          "fails to swap %[1]s, which is %[2]s",
	"adds up to":             "adds to %[1]s, which makes %[2]s",
	"sends, which makes":     "sends to %[1]s",
	"receives, which leaves": "receives from %[1]s",
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
