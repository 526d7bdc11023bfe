package edit

import "strings"

// Diff is a change of a file, as diff -u writes it. Lines before its head are about the change.
type Diff string

// File is the name of the file that is changed.
func (d Diff) File() string {
	_, head, _ := strings.Cut(string(d), "--- ")
	name, _, _ := strings.Cut(head, "\n")
	return name
}

// Apply changes a text. The text that a hunk replaces must occur once in it, wherever that is: the
// numbers of lines in a diff are not read. Diffs are part of this program, so Apply panics if one
// does not fit.
func (d Diff) Apply(text string) string {
	for _, hunk := range strings.Split(string(d), "\n@@ ")[1:] {
		_, lines, _ := strings.Cut(hunk, "\n")
		var old, new strings.Builder
		for line := range strings.SplitSeq(strings.TrimSuffix(lines, "\n"), "\n") {
			if line[0] != '+' {
				old.WriteString(line[1:] + "\n")
			}
			if line[0] != '-' {
				new.WriteString(line[1:] + "\n")
			}
		}
		changed, err := Once(text, old.String(), new.String())
		if err != nil {
			panic(d.File() + ": " + err.Error())
		}
		text = changed
	}
	return text
}
