package text

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
)

// LabsStarted is a list of the labs that a student has started, "" if there are none.
func LabsStarted(all []lab.Started) string {
	if len(all) == 0 {
		return ""
	}
	return "\n" + table(columns.Table([]columns.Of[lab.Started]{
		columns.Left("your folder", 20, func(s lab.Started) string { return verdict.Printable(filepath.Base(s.Folder.Dir)) }),
		columns.Left("lab", 14, func(s lab.Started) string { return s.Lab.Name }),
		columns.Left("last check", 0, lastCheck),
	}, all))
}

func lastCheck(s lab.Started) string {
	switch {
	case s.Folder.Checked == nil:
		return "never checked"
	case s.Changed:
		return verdictWord(s.Folder.Checked.Verdict) + ", and changed since"
	}
	return verdictWord(s.Folder.Checked.Verdict)
}

func verdictWord(v verdict.Verdict) string {
	if v == verdict.Unjudged {
		return "not judged"
	}
	return string(v)
}

// LabWatched is the line above a verdict of a watch: when the check began, and which files had changed.
func LabWatched(at time.Time, changed []string) string {
	line := at.Format("15:04:05") + " checking"
	if len(changed) > 0 {
		line = at.Format("15:04:05") + " changed: " + verdict.Printable(strings.Join(changed, ", "))
	}
	if room := 58 - len([]rune(line)); room > 0 {
		line += " " + strings.Repeat("-", room)
	}
	return "\n" + line + "\n"
}

// LabWaits is the line below a verdict of a watch. dir is the folder as one types it in a shell.
func LabWaits(dir string) string {
	return fmt.Sprintf("\nWaiting for a change in %s. Ctrl-C ends.\n", dir)
}
