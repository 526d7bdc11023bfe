package spell

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
)

// AsFlag spells "help run" as "run --help": other programs have such a command, so people type it.
func AsFlag(args []string) []string {
	if len(args) == 0 || args[0] != "help" {
		return args
	}
	var command []string
	for _, word := range args {
		switch {
		case strings.HasPrefix(word, "-"): // a flag could take --help for its value
			return append(command, "--help")
		case word != "help":
			command = append(command, word)
		}
	}
	return append(command, "--help")
}

// HelpCommand is the command whose help describes what was meant.
func HelpCommand(parsed *kong.Context, args []string) string {
	flags := len(args) > 0 && strings.HasPrefix(args[0], "-")
	switch {
	case parsed != nil && parsed.Selected() != nil:
		if parsed.Selected().Name == "run" && len(args) > 0 && args[0] != "run" && !flags {
			return "gcbench" // what run was taken for is no subcommand
		}
		return parsed.Selected().FullPath()
	case flags:
		return "gcbench run"
	}
	return "gcbench"
}

// InOurWords makes two of kong's errors say what would be right. kong has no
// types for them, so they are known by their text; TestBadUsage has each.
func InOurWords(err error, parsed *kong.Context, args []string) error {
	if argument, ok := strings.CutPrefix(err.Error(), "unexpected argument "); ok {
		return fmt.Errorf("unexpected argument %q%s", argument, instead(argument, parsed, args))
	}
	if now := NowNamed(err, parsed); now != "" {
		return errors.New(now)
	}
	if argument, ok := strings.CutPrefix(err.Error(), "expected "); ok {
		return fmt.Errorf("missing argument: %s", strings.ReplaceAll(argument, `"`, ""))
	}
	return err
}

// instead says what could stand in the place of an argument.
func instead(argument string, parsed *kong.Context, args []string) string {
	if command := readerOf(argument, parsed); command != "" {
		return fmt.Sprintf("; a file goes after --heap: %s --heap %s", command, argument)
	}
	if parsed != nil && parsed.Selected() != nil && slices.Contains([]string{"gen", "export"}, parsed.Selected().Name) {
		return fmt.Sprintf("; what is written goes after -o: %s ... -o %s", parsed.Selected().FullPath(), argument)
	}
	if parsed != nil && parsed.Selected() != nil && parsed.Selected().Name == "report" {
		return "; the files stand beside one another: gcbench report FILE.json... -o report.html"
	}
	if parsed != nil && parsed.Selected() != nil {
		if models := subcommands(parsed.Selected()); models != "" {
			return fmt.Sprintf("; %s has %s", parsed.Selected().FullPath(), models)
		}
	}
	if command := HelpCommand(parsed, args); command != "gcbench" {
		return ": " + command + " takes no more"
	}
	return "; the subcommands are " + subcommands(parsed.Model.Node)
}

// subcommands lists those of a command that its help lists.
func subcommands(of *kong.Node) string {
	var names []string
	for _, c := range of.Children {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return strings.Join(names, ", ")
}

// readerOf returns the command that would read the file that argument seems to
// be with --heap, "" if it is no file or the command has no such flag.
func readerOf(argument string, parsed *kong.Context) string {
	info, err := os.Stat(argument)
	known := source.IsStdin(argument) || source.IsRepository(argument) || slices.Contains([]string{".heap", ".el", ".csv", ".tsv", ".dump", ".zst", ".gz"}, strings.ToLower(filepath.Ext(argument)))
	if !known && (err != nil || !info.Mode().IsRegular()) {
		return ""
	}
	if parsed == nil || parsed.Selected() == nil {
		return "gcbench run"
	}
	if command := parsed.Selected().FullPath(); slices.Contains([]string{"gcbench run", "gcbench peers", "gcbench sim mark"}, command) {
		return command
	}
	return ""
}
