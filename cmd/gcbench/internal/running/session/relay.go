package session

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

// These marks begin a line that a process tells the one that has started it. No other text begins with
// them, because no output has their first character.
const (
	relayMark = "\x1egcbench-progress "
	usageMark = "\x1egcbench-usage "
	inputMark = "\x1egcbench-input "
)

// Relay makes w the reader of the progress, line by line: see Relayed. Time left is for
// the reader to say. Errors in the command line and about inputs go there, too: see RelayedError.
func (s *Session) Relay(w io.Writer) {
	s.Progress = &Progress{w: w, relay: true, width: func() int { return progressWidth + 1 }, now: time.Now}
}

// Relayed reads a line that another process wrote for Relay: the part of its work that is
// done, 0 to 1 and 0 if it did not say, and what it is doing.
func Relayed(line string) (part float64, text string, ok bool) {
	line, ok = strings.CutPrefix(line, relayMark)
	if !ok {
		return 0, "", false
	}
	number, text, _ := strings.Cut(line, " ")
	part, err := strconv.ParseFloat(number, 64)
	return min(max(part, 0), 1), text, err == nil
}

// relayed tells the process that has started this one of an error that its user will understand without a
// word about processes: a Failure of this status. It returns false if there is no such process, or the status is
// that of another error.
func (s *Session) relayed(err error, status int) bool {
	mark := map[int]string{ExitUsage: usageMark, ExitFailed: inputMark}[status]
	if !s.Progress.relay || s.Err() != nil || mark == "" {
		return false
	}
	_, failed := fmt.Fprintf(s.Progress.w, "%s%s\n", mark, printable.Line(err.Error()))
	return failed == nil
}

// RelayedError reads a line that another process wrote for Relay: an error as that one has found it, nil
// if the line is something else.
func RelayedError(line string) error {
	if text, ok := strings.CutPrefix(line, usageMark); ok {
		return BadUsage("%s", text)
	}
	if text, ok := strings.CutPrefix(line, inputMark); ok {
		return BadInput(errors.New(text))
	}
	return nil
}
