package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
)

// TestEveryLabIsInTheCourse: the chapter to which a lab belongs says how to start it, and the page
// for teachers has a row with its wrong answers.
func TestEveryLabIsInTheCourse(t *testing.T) {
	course := filepath.Join(moduleTree(t).root, "docs", "course")
	teachers, err := os.ReadFile(filepath.Join(course, "teachers.md"))
	require.NoError(t, err)
	for _, l := range lab.All() {
		chapter, err := os.ReadFile(filepath.Join(course, l.Chapter))
		if assert.NoError(t, err, l.Name) {
			assert.Contains(t, string(chapter), "gcbench lab start "+l.Name+" ", l.Chapter)
		}
		assert.Contains(t, string(teachers), "\n| `"+l.Name+"` | ", "teachers.md has no row for the lab")
	}
}
