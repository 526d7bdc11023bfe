package printed

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSwitchesAreNumbered: the switches of a form are its bits, from the lowest one on.
// Each says something else.
func TestSwitchesAreNumbered(t *testing.T) {
	for _, form := range transcripts {
		said := map[string]bool{}
		for i, s := range form.Switches {
			require.Equal(t, uint32(1)<<i, s.Bit, form.Name)
			require.False(t, said[s.Says] || s.Says == "", "%s: %q", form.Name, s.Says)
			said[s.Says] = true
		}
		_, found := Find(form.Name, 1<<len(form.Switches)-1)
		require.True(t, found)
		_, found = Find(form.Name, 1<<len(form.Switches))
		require.False(t, found, "a line that %s does not have", form.Name)
	}
}

// TestLettersOfSwitches: the file of stealq has a departure of this letter.
func TestLettersOfSwitches(t *testing.T) {
	for _, form := range transcripts {
		if form.Name == "printed.pagerange" { // as workrange.go
			continue
		}
		text, err := os.ReadFile("../../" + strings.TrimPrefix(form.Name, "printed.") + ".go")
		for _, s := range form.Switches {
			require.NoError(t, err)
			require.True(t, s.Letter == "" || regexp.MustCompile(`(?m)^//\t`+s.Letter+`[ *] `).Match(text), "%s: %v", form.Name, s)
		}
	}
}

// TestFlagsOfSwitches: the code of the form asks for each line with the word that the switch says, and the word is the
// name of its constant.
func TestFlagsOfSwitches(t *testing.T) {
	table, err := os.ReadFile("switches.go")
	require.NoError(t, err)
	for _, form := range transcripts {
		files, err := filepath.Glob(strings.TrimPrefix(form.Name, "printed.") + "*.go")
		require.NoError(t, err)
		code := ""
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			code += string(text)
		}
		for _, s := range form.Switches {
			require.Regexp(t, `has\(`+s.Flag+`\)`, code, form.Name)
			require.Contains(t, string(table)+code, fmt.Sprintf("{%s, %q, ", s.Flag, s.Flag))
		}
	}
}

// TestFormsAreNamed: the name of a form in links leads to the form.
func TestFormsAreNamed(t *testing.T) {
	for _, form := range transcripts {
		if form.Deques == nil {
			continue
		}
		require.Equal(t, form.Name, form.Deques(0).Link)
		if len(form.Switches) > 0 {
			require.Equal(t, form.Name+"/wrong=1", form.Deques(1).Link)
		}
	}
}
