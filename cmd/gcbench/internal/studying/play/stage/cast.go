package stage

import (
	"path"
	"slices"
	"strings"
)

// This file has what other packages give to the engine when the program begins. So the engine does not import
// copies of packages, which are there in a workshop alone (package play).

// Copied says that a folder of this name has a copy of the package around it, and which files of these packages are
// others in their copies. The page shows the lines of all other files in the original. Call it from an init function.
func Copied(name string, changed ...string) { copied[name] = changed }

var copied = map[string][]string{}

// shownIn is where the page has a file of a package. The file is as the compiler knows it.
func shownIn(pkg, file string) string {
	file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	if changed, ok := copied[path.Base(pkg)]; ok && !slices.Contains(changed, path.Dir(pkg)+"/"+file) {
		pkg = path.Dir(pkg)
	}
	return pkg + "/" + file
}

// isBackstage says whether a package calls the code that is played.
func isBackstage(pkg string) bool {
	return pkg == "stealq/interleave/scene" || strings.HasPrefix(pkg, "cmd/gcbench/internal/studying/play/")
}
