package lab

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/rules"

// inspect returns what keeps the judge from judging these files, a line each. It changes nothing,
// and reads no files. The type checker may need much time and memory for an answer that means
// harm, so it is called in a process with limits.
func inspect(l *Lab, answer Files) []string {
	missing, found := rules.Missing(l.rules(), answer), rules.Check(l.rules(), answer)
	if len(missing) == 0 && len(found.Errors) > 0 {
		return append([]string{heading(found.Errors)}, found.Errors...)
	}
	return append(missing, found.Broken...)
}

// rules is what the rules have to know of the lab. They are the same for all students.
func (l *Lab) rules() *rules.Lab {
	shared := atomicsFile
	if l.alone {
		shared = ""
	}
	return &rules.Lab{Given: l.given(""), Skeleton: l.skeleton(""), Judge: l.twins(), Shared: shared, NoWait: l.noWait}
}
