package lab

import "strings"

const hintMark = "\n## Hint"

// Task returns the page of the lab for a student, without its hints, and the hints. How to work stands at the
// end of every task.
func (l *Lab) Task(student string) (task string, hints []string) {
	const page = "README.md"
	parts := strings.Split(l.arranged(student, Files{page: mustRead(l.Name + "/" + page)})[page], hintMark)
	for _, hint := range parts[1:] {
		_, text, _ := strings.Cut(hint, "\n") // behind the number
		hints = append(hints, strings.TrimSpace(text))
	}
	return strings.TrimSpace(parts[0]) + "\n\n" + mustRead("how.md"), hints
}

// Hint returns the hints that the student has seen, and the next one, and how many there
// are. The error says why the folder cannot remember that.
func (f *Folder) Hint(l *Lab) (seen []string, of int, err error) {
	_, hints := l.Task(f.Student)
	f.Hints = min(max(0, f.Hints), len(hints)-1) + 1
	return hints[:f.Hints], len(hints), f.save()
}
