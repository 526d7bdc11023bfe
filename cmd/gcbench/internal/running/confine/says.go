package confine

import (
	"fmt"
	"slices"
	"strings"
)

// The words of a program in Go, the go command and a linker when the kernel gives them no more.
var (
	noMemory    = []string{"out of memory", "cannot allocate memory"}
	noFile      = []string{"file too large", "file size limit exceeded"}
	noProcessor = []string{"signal: killed", "CPU time limit exceeded"}
)

// Says says which limit a command has met, as far as the result or the lines of its standard error
// tell; "" if it has met none. The lines tell of limits of the kernel.
func (l *Limits) Says(r *Result, said []string) string {
	text := strings.Join(append([]string{r.Ended}, said...), "\n")
	tells := func(of []string) bool {
		return slices.ContainsFunc(of, func(words string) bool { return strings.Contains(text, words) })
	}
	switch {
	case r.Over == Memory:
		return fmt.Sprintf("more than %d MiB of memory", l.Memory>>20)
	case r.Over == Disk:
		return fmt.Sprintf("more than %d MiB in files", l.Folder>>20)
	case r.Over == Clock:
		return fmt.Sprintf("more than %v", l.Time)
	case l.Data > 0 && tells(noMemory):
		return fmt.Sprintf("more than %d MiB of memory in one process", l.Data>>20)
	case l.File > 0 && tells(noFile):
		return fmt.Sprintf("a file of more than %d MiB", l.File>>20)
	case l.Processor > 0 && tells(noProcessor):
		return fmt.Sprintf("more than %v of a processor's time, or the system has ended it", l.Processor)
	}
	return ""
}
