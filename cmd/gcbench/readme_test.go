package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every command that the documentation shows is run, in order and in one
// folder, on smaller heaps. With -short those of two pages are, and
// do less.
func TestCommandsOfTheDocumentation(t *testing.T) {
	pages := []string{"README.md", "docs/heapdump.md", "docs/algorithms/policies.md", "docs/algorithms/presets.md"}
	if testing.Short() {
		pages = pages[:2]
	}
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", page))
			require.NoError(t, err)
			commands := documentedCommands(string(text))
			require.NotEmpty(t, commands)
			t.Chdir(t.TempDir())
			for _, name := range []string{"my.dump", "server.dump"} {
				require.NoError(t, os.WriteFile(name, goDump(t), 0o600))
			}
			for _, c := range commands {
				args := smaller(strings.Fields(strings.ReplaceAll(c, "/tmp/", "")))
				status, _, stderr := runCLI(args...)
				require.Equal(t, exitOK, status, "%s: %s", c, stderr)
			}
		})
	}
}

// documentedCommands returns the arguments of each line "go run ./cmd/gcbench ..."
// in a fenced block.
func documentedCommands(page string) (commands []string) {
	fenced := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if args, ok := strings.CutPrefix(line, "go run ./cmd/gcbench"); ok && fenced {
			args, _, _ = strings.Cut(args, "#")
			commands = append(commands, strings.TrimSpace(args))
		}
	}
	return commands
}

// smaller lowers the number of objects, samples and rows of a command.
func smaller(args []string) []string {
	for i := range args {
		if i > 0 && args[i-1] == "--objects" {
			args[i] = "3000"
		}
	}
	switch {
	case len(args) == 0 && testing.Short():
		return []string{"--objects", "500", "--reps", "2"}
	case len(args) == 0:
		return []string{"--objects", "2000", "--reps", "3"}
	case args[0] == "run" && !testing.Short():
		return append(args, "--reps", "3")
	case args[0] == "run":
		return append(args, "--reps", "1")
	case args[0] == "peers" && testing.Short(): // the others are the tests' of internal/peers
		return append(args, "--peers", "go")
	case args[0] == "verify" && testing.Short():
		return append(args, "--reps", "1")
	case args[0] == "sim" && args[1] == "makespan" && testing.Short():
		return append(args, "--reps", "2")
	case args[0] == "claims": // all of them are measured by the tests of internal/claims
		return append(args, "--match", "LIFO")
	}
	return args
}
