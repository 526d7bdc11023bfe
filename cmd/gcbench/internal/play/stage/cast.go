package stage

import (
	"path"
	"slices"
	"strings"
)

// This file has what other packages give to the engine when the program begins. So the engine does not import
// copies of packages, which are there in a workshop alone (package play).

// Add gives the engine more scenes. Call it from an init function.
func Add(scenes ...Scene) { all = append(all, scenes...) }

// CopyOf says that package to is a copy of package from, and which files differ in more than their imports. The
// page shows the lines of the other files in the original. Call it from an init function.
func CopyOf(from, to string, changed ...string) { copied[to] = original{from, changed} }

type original struct {
	pkg     string
	changed []string
}

// copied are the copies by their folders below the root of the module.
var copied = map[string]original{}

// shownIn is where the page has a file of a package. The file is as the compiler knows it.
func shownIn(pkg, file string) string {
	file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	if o, ok := copied[pkg]; ok && !slices.Contains(o.changed, file) {
		pkg = o.pkg
	}
	return pkg + "/" + file
}

// isBackstage says whether a package calls the code that is played.
func isBackstage(pkg string) bool {
	return pkg == "stealq/interleave/scene" || strings.HasPrefix(pkg, "cmd/gcbench/internal/play/")
}
