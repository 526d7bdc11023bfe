package tagged

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Passes ends the test if an execution of the exploration has failed. It prints what is
// wrong, the program in words, the steps of the schedule, the command that plays it, and the
// command that repeats the test. The program and its args are a format for fmt.Sprintf.
func Passes(t testing.TB, rep interleave.Report, program string, args ...any) {
	t.Helper()
	if rep.Failure != nil {
		t.Fatalf("%v\nprogram: %s\n%sschedule: %s%s\nrepeat with: %s", rep.Failure.Err, fmt.Sprintf(program, args...),
			rep.Failure.Table, rep.Failure.Schedule, interleave.PlayLine(rep.Failure.Link, rep.Failure.Schedule), Command(t.Name()))
	}
}

// Command returns the command that runs one test again, in the folder of the test.
func Command(test string) string {
	command := "go test"
	if built {
		command += " -tags " + Tag
	}
	if long := os.Getenv("HALFMARK_LONG"); long != "" {
		command = "HALFMARK_LONG=" + long + " " + command
	}
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return fmt.Sprintf("%s -run '%s' .", command, strings.Join(parts, "/"))
}
