package lab

import "strings"

const hintMark = "\n## Hint"

// Task returns the page of the lab without its hints, and the hints.
func (l *Lab) Task() (task string, hints []string) {
	parts := strings.Split(mustRead(l.Name+"/README.md"), hintMark)
	for _, hint := range parts[1:] {
		_, text, _ := strings.Cut(hint, "\n") // behind the number
		hints = append(hints, strings.TrimSpace(text))
	}
	return strings.TrimSpace(parts[0]) + "\n\n" + how, hints
}

// how stands at the end of every task.
const how = `## How to work

    go test ./...            a first look, with one worker
    gcbench lab check .      the judge
    gcbench lab hint .       the next hint

The program gcbench is built in the clone of its repository. Type its path, such as
../halfmark/gcbench, or put it where commands are found: go install ./cmd/gcbench.

What your code prints is shown by go test, and not by the judge.

The judge runs your code many times, one step of one worker after the other. So your code
imports cmp, fmt, math, math/bits and slices alone, keeps nothing in variables outside of
functions, and never copies a word: take its address, and call its methods. Where workers
share memory, make a slice once, with make. If your code does something that the judge
cannot judge, lab check names the line, and what to write instead.

The judge compiles your files with its own copies of the other files, so changes of
those change nothing for it. Your code runs with your rights on your computer, with a limit
of time and of memory.
`

// Hint returns the hints that the student has seen, and the next one, and how many there
// are. The error says why the folder cannot remember that.
func (f *Folder) Hint(l *Lab) (seen []string, of int, err error) {
	_, hints := l.Task()
	f.Hints = min(max(0, f.Hints), len(hints)-1) + 1
	return hints[:f.Hints], len(hints), f.save()
}
