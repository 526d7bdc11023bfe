package lab

import (
	"fmt"
	"regexp"
	"strings"
)

// access is what the race detector says of one of the two: the kind of it, and below that the calls,
// a line for the function and a line for the place. The first place in the answer counts.
var access = regexp.MustCompile(`(?:Previous )?(?i:(read|write)) at 0x[0-9a-f]+ by [^\n]*\n(?:[^\n]*\n)*?` +
	`[^\n]*\.(\w+)\([^\n]*\n[^\n]*/` + answerDir + `/([^/ ]+\.go:\d+)`)

// raceSentence says what the race detector's report says, in one sentence: which two lines
// of the answer use the same memory.
func raceSentence(report []string) string {
	var accesses []string
	for _, m := range access.FindAllStringSubmatch(strings.Join(report, "\n"), 2) {
		accesses = append(accesses, fmt.Sprintf("%s %ss at %s", m[2], strings.ToLower(m[1]), m[3]))
	}
	if len(accesses) < 2 {
		return "a data race: two goroutines use the same plain memory, and one of them writes"
	}
	return "a data race: two goroutines use the same plain memory with no order between them: " + strings.Join(accesses, ", ")
}
