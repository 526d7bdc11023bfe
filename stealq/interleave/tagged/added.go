package tagged

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Environment is an entry for the environment of a process that explores. With it Go's
// collector runs seldom. Otherwise it would take a third of the time.
const Environment = "GOGC=800"

var (
	constraint = []byte("//go:build " + Tag + " && !fullsize\n")
	added      = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
)

// Pattern returns a pattern for go test -run. It matches the tests of the package in dir that stand
// in files which begin with the tag's constraint. It is an error if there is no such test.
func Pattern(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return "", err
	}
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if !bytes.HasPrefix(text, constraint) {
			continue
		}
		for _, m := range added.FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	if len(names) == 0 {
		return "", fmt.Errorf("%s: no test stands in a file that begins with %q", dir, bytes.TrimSpace(constraint))
	}
	return "^(" + strings.Join(names, "|") + ")$", nil
}
