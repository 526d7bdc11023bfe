package stage

import (
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
