package lab

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Lines of the go command have the names of the student's files, and say who is to blame.
func TestCompilerLines(t *testing.T) {
	for said, want := range map[string]struct {
		line   string
		blames bool
	}{
		"answer/deque.go:3:5: undefined: a":                           {"deque.go:3:5: undefined: a", true},
		`answer\deque.go:3:5: unknown escape '\q'`:                    {`deque.go:3:5: unknown escape '\q'`, true},
		"./main.go:9:2: undefined: answer.New":                        {"the judge calls your code in its main.go:9:2: undefined: answer.New", true},
		"go: -race requires cgo; enable cgo by setting CGO_ENABLED=1": {"go: -race requires cgo; enable cgo by setting CGO_ENABLED=1", false},
		"/usr/lib/go/src/runtime/cgo/cgo.go:12:8: no gcc":             {"/usr/lib/go/src/runtime/cgo/cgo.go:12:8: no gcc", false},
	} {
		lines := inTheFolder([]string{said})
		assert.Equal(t, []string{want.line}, lines)
		assert.Equal(t, want.blames, blames(lines), said)
	}
}
