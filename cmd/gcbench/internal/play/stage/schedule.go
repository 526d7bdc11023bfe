package stage

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// schedule writes steps as the explorer does: a3b.
func schedule(made []interleave.Made) string {
	var b strings.Builder
	for i := 0; i < len(made); {
		n := 1
		for i+n < len(made) && made[i+n].Thread == made[i].Thread {
			n++
		}
		b.WriteByte('a' + byte(made[i].Thread))
		if n > 1 {
			b.WriteString(strconv.Itoa(n))
		}
		i += n
	}
	return b.String()
}

// requireShort refuses schedules of more steps than a scene can have. A link can ask for any
// number.
func requireShort(schedule string) error {
	steps := 0
	for part := range strings.FieldsFuncSeq(schedule, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(part)
		if steps += n; err != nil || n > mostSteps || steps > mostSteps {
			return fmt.Errorf("the schedule %.20q... has more than %d steps", schedule, mostSteps)
		}
	}
	if len(schedule) > mostSteps {
		return fmt.Errorf("the schedule %.20q... is longer than %d letters", schedule, mostSteps)
	}
	return nil
}

// mostSteps is as many steps as interleave.Watch makes.
const mostSteps = 10_000
