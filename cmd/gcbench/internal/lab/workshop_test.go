package lab

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
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

// An answer that compiles for the explorer alone is not right: it does not lack the race
// detector, but a build.
func TestOnlyTheExplorerCompilesIt(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles an answer")
	}
	files := right(t, "")
	files["more.go"] = "package answer\n\ntype sync struct{}\n"
	f, l, j := probe(t, files)
	l.builds = append(l.builds, build{name: "plain", race: true})
	r, err := j.Check(t.Context(), f, l)
	require.NoError(t, err)
	assert.Equal(t, verdict.Unjudged, r.Verdict)
	assert.Contains(t, strings.Join(r.Why, "\n"), "it does not compile:\nmore.go:3:6: sync already declared")
}
