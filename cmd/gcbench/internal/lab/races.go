package lab

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

var (
	accessLine = regexp.MustCompile(`^(Read|Write|Previous read|Previous write) at 0x[0-9a-f]+ by `)
	sourceLine = regexp.MustCompile(`/` + answerDir + `/([^/ ]+\.go):(\d+)`)
	calledLine = regexp.MustCompile(`\.(?:\([^)]*\)\.)?(\w+)\(`)
)

// raceSentence says what the race detector's report says, in one sentence: which two lines
// of the answer use the same memory.
func raceSentence(report []string) string {
	var accesses []string
	access, function := "", ""
	for _, line := range report {
		line = strings.TrimSpace(line)
		if m := accessLine.FindStringSubmatch(line); m != nil {
			access = strings.ToLower(strings.TrimPrefix(m[1], "Previous ")) + "s"
			access = strings.TrimPrefix(access, "previous ")
			continue
		}
		if m := sourceLine.FindStringSubmatch(line); m != nil && access != "" {
			accesses = append(accesses, fmt.Sprintf("%s %s at %s:%s", function, access, path.Base(m[1]), m[2]))
			access = ""
			continue
		}
		if m := calledLine.FindStringSubmatch(line); m != nil {
			function = m[1]
		}
	}
	if len(accesses) < 2 {
		return "a data race: two goroutines use the same plain memory, and one of them writes"
	}
	return fmt.Sprintf("a data race: two goroutines use the same plain memory with no order between them: %s, %s", accesses[0], accesses[1])
}
