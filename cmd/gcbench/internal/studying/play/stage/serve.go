package stage

import (
	"path"
	"strings"
)

// This file lets the judge of a lab have its programs as scenes.

// answers begins the names of the files whose lines are shown if the scenes are a judge's. It is "" if they are this package's.
var answers string

// Play lets others play these scenes instead of this package's. Of the code, the page shows the files whose names begin with source,
// which has a slash at the end. The page knows them without it. Call it before the first request.
func Play(source string, scenes []Scene) { answers, all = source, scenes }

// shown says whether the page shows the code of a package, and where the page has a file there.
// The file is as the compiler knows it.
func shown(pkg, file string) (name string, ok bool) {
	name = pkg + "/" + path.Base(strings.ReplaceAll(file, `\`, "/"))
	if answers == "" {
		return name, !isBackstage(pkg)
	}
	return strings.CutPrefix(name, answers)
}

// isBackstage says whether a package calls the code that is played.
func isBackstage(pkg string) bool {
	return pkg == "stealq/interleave/scene" || strings.HasPrefix(pkg, "cmd/gcbench/internal/studying/play/")
}
