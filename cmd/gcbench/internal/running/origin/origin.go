// Package origin finds the source that this program was built from. Some commands compile
// a part of it again, for another purpose.
package origin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// Module is the path of this module.
const Module = "github.com/seed-3ccf4018/halfmark"

// Source returns the folder with the source of this module. It is the given folder, if
// that is not "". Otherwise it is the folder in which the program was compiled, or the
// version of the module that the program says it is of.
func Source(ctx context.Context, given string) (string, error) {
	if given != "" {
		given, err := filepath.Abs(given)
		if err == nil && !isModule(given) {
			err = fmt.Errorf("%s is not a folder with the source of %s: it has no go.mod of that module", given, Module)
		}
		return given, err
	}
	if dir := compiledIn(); isModule(dir) {
		return dir, nil
	}
	if dir := fetched(ctx); isModule(dir) {
		return dir, nil
	}
	return "", errors.New("the source that this program was built from is not where it was: give its folder with --source DIR")
}

// compiledIn returns the root of the module as the compiler saw it, if the compiler was
// not told to forget it (-trimpath). Otherwise it returns "".
func compiledIn() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Join(filepath.Dir(file), "..", "..", "..", "..", "..")
}

// fetched returns where the go command keeps this version of the module, "" if it does not.
func fetched(ctx context.Context) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path != Module || m.Version == "" || m.Version == "(devel)" {
			continue
		}
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", m.Path+"@"+m.Version)
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		if out, err := cmd.Output(); err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	return ""
}

// isModule says whether a folder is the root of this module. No folder ("") is not: it is not the current one.
func isModule(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	first, _, _ := strings.Cut(string(text), "\n")
	return dir != "" && err == nil && strings.TrimSpace(first) == "module "+Module
}
