package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// TestPresetsPage: docs/algorithms/presets.md says of each preset what the code
// says, line breaks aside.
func TestPresetsPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "algorithms", "presets.md"))
	require.NoError(t, err)
	page := strings.Join(strings.Fields(string(text)), " ")
	for _, p := range tune.Presets() {
		section := strings.Join(strings.Fields(presetSection(p)), " ")
		assert.Contains(t, page, section, "the section should be\n%s", presetSection(p))
	}
	assert.Equal(t, len(tune.Presets()), strings.Count(string(text), "\nSource: "), "a section without a preset")
}

// presetSection is what the page has on a preset.
func presetSection(p tune.Preset) string {
	s := fmt.Sprintf("## %s\n\n%s.\n\nSource: %s.\n\n```\n%s\n```\n\nLeft out, or otherwise:\n\n", p.Name, p.Doc, p.Source, strings.Join(spell.Line(flags.Spelled(mark.Options{}.Imitating(p))...), " "))
	for _, o := range p.Omits {
		s += "- " + o + "\n"
	}
	return s
}
