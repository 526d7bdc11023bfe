package spell

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// renamed are flags that had another name once. The kind of a deque and its size exchanged one: --deque was
// the size. Files go on having the keys of before (setting.Setting).
var renamed = []struct{ before, now string }{
	{"--queue", "--deque"},
	{"--deque", "--capacity"},
	{"--limit", "--floor"},
}

// NowNamed says which flag of the command is meant by one that is gone, "" if the error is about something else.
func NowNamed(err error, command *kong.Context) string {
	for _, r := range renamed {
		unknown, _, _ := strings.Cut(err.Error(), ",")
		has := command != nil && slices.ContainsFunc(command.Flags(), func(f *kong.Flag) bool { return "--"+f.Name == r.now })
		if has && unknown == "unknown flag "+r.before {
			return fmt.Sprintf("%s is called %s now", r.before, r.now)
		}
	}
	return ""
}

// sizeAsKind says which flag is meant if a kind of deque is a number, "" if it is none.
func sizeAsKind(flag, part string) string {
	number := strings.FieldsFunc(part, func(r rune) bool { return r == '-' || r == '*' })
	if flag != "deque" || len(number) == 0 {
		return ""
	}
	if _, err := strconv.ParseFloat(strings.TrimRight(number[0], "kKMG"), 64); err != nil {
		return ""
	}
	return fmt.Sprintf("it is the kind of deque now: for its size write --capacity %s", part)
}

// KnowsCapacity reports whether a build of gcbench has the flag --capacity, or is no build at all, which
// its first measurement will say better.
func KnowsCapacity(ctx context.Context, program string) bool {
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	help, err := exec.CommandContext(ctx, program, "run", "--help").Output()
	return err != nil || strings.Contains(string(help), "--capacity") || !strings.Contains(string(help), "--queue")
}

// AsBefore spells the flags of a command line for a build that does not know --capacity.
func AsBefore(args []string) []string {
	args = slices.Clone(args)
	for i, word := range args {
		for _, r := range renamed[:2] {
			if word == r.now {
				args[i] = r.before
			}
		}
	}
	return args
}
