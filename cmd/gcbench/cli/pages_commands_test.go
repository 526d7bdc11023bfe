package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pageCommand is a command of a page.
type pageCommand struct {
	line   int      // of the page
	text   string   // without the comment
	env    []string // NAME=value before the command
	words  []string // the command, without quotes
	prints string   // what the page says that it prints; "" if it does not say
	stdin  string   // the file after <, "" if none
}

// pageReader reads a page line by line.
type pageReader struct {
	commands []pageCommand
	fence    string // how the block of code began that the line is in
	joined   string // lines that end with a backslash
	answered bool   // the block before was commands, and nothing but empty lines followed
}

// The beginnings of two kinds of blocks, and a name for what is a file.
const (
	shellBlock  = "```sh"
	outputBlock = "```output"
	fileBlock   = "a file"
)

// commandsOf returns the commands of a page: those in blocks marked as sh, and
// code in running text that looks like a command. A block that is marked
// otherwise may not have commands. A block marked as output follows one of commands,
// and has what the last of these prints.
func commandsOf(page string) ([]pageCommand, error) {
	var r pageReader
	number := 0
	for line := range strings.Lines(page) {
		number++
		if err := r.line(strings.TrimSuffix(line, "\n"), number); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return r.commands, nil
}

func (r *pageReader) line(line string, number int) error {
	mark := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(mark, "```") && r.fence != "":
		r.answered = r.fence == shellBlock
		r.fence = ""
	case strings.HasPrefix(mark, "```"):
		r.fence = mark
		if mark == outputBlock && !r.answered {
			return errors.New("what is printed stands behind no commands")
		}
	case r.fence == "":
		r.answered = r.answered && mark == ""
		r.commands = append(r.commands, inline(line, number)...)
	case r.fence == outputBlock:
		r.commands[len(r.commands)-1].prints += line + "\n"
	case r.fence != shellBlock && looksLikeCommand(line):
		return fmt.Errorf("a command in a block that does not begin with ```sh: %s", line)
	case r.fence == shellBlock && mark != "":
		return r.shell(line, number)
	}
	return nil
}

// shell reads a line of commands.
func (r *pageReader) shell(line string, number int) error {
	if start, more := strings.CutSuffix(line, `\`); more {
		r.joined += start
		return nil
	}
	c, err := readCommand(r.joined+line, number)
	if err != nil {
		return err
	}
	r.joined = ""
	if c.text != "" {
		r.commands = append(r.commands, c)
	}
	if strings.HasPrefix(line, "#!") {
		r.fence = fileBlock
	}
	return nil
}

// inline returns the commands of a line of text: code that has a flag.
func inline(line string, number int) (commands []pageCommand) {
	parts := strings.Split(line, "`")
	for i := 1; i+1 < len(parts); i += 2 {
		if looksLikeCommand(parts[i]) && strings.Contains(parts[i], " -") {
			if c, err := readCommand(parts[i], number); err == nil {
				commands = append(commands, c)
			}
		}
	}
	return commands
}

func looksLikeCommand(text string) bool {
	for _, first := range []string{"go run ", "go test ", "go build ", "gcbench ", "./gcbench ", "HALFMARK_"} {
		if strings.HasPrefix(strings.TrimSpace(text), first) {
			return true
		}
	}
	return false
}

// readCommand splits a line into words as a shell does, as far as pages need
// that: quotes, comments and variables that are set for one command.
func readCommand(line string, number int) (pageCommand, error) {
	c := pageCommand{line: number}
	if strings.HasPrefix(line, "#!") {
		c.text, c.words = line, []string{line}
		return c, nil
	}
	var quote rune
	var word strings.Builder
	begun := false
	end := func() {
		switch name, _, set := strings.Cut(word.String(), "="); {
		case !begun:
		case set && len(c.words) == 0 && name == strings.ToUpper(name):
			c.env = append(c.env, word.String())
		default:
			c.words = append(c.words, word.String())
		}
		word.Reset()
		begun = false
	}
	for i, r := range line {
		switch {
		case r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			end()
		case quote == 0 && r == '#' && !begun:
			c.text = strings.TrimSpace(line[:i])
			return c, nil
		default:
			begun = true
			word.WriteRune(r)
		}
	}
	end()
	c.text = strings.TrimSpace(line)
	if n := len(c.words); n > 2 && c.words[n-2] == "<" {
		c.words, c.stdin = c.words[:n-2], c.words[n-1]
	}
	if quote != 0 {
		return c, fmt.Errorf("the quote %c is not closed", quote)
	}
	return c, nil
}

// gcbench returns the arguments if the command is gcbench.
func (c *pageCommand) gcbench() (args []string, ours bool) {
	if len(c.words) > 0 && strings.TrimPrefix(c.words[0], "./") == "gcbench" {
		return c.words[1:], true
	}
	run, ok := strings.CutPrefix(strings.Join(c.words, "\x00"), "go\x00run\x00")
	run = strings.TrimPrefix(run, "-race\x00")
	if rest, found := strings.CutPrefix(run, "./cmd/gcbench"); ok && found && (rest == "" || rest[0] == 0) {
		if rest == "" {
			return nil, true
		}
		return strings.Split(rest[1:], "\x00"), true
	}
	return nil, false
}

// TestReadingOfPages: what the test of the pages would not look at cannot fail.
func TestReadingOfPages(t *testing.T) {
	fenced := func(lines ...string) string { return "```sh\n" + strings.Join(lines, "\n") + "\n```\n" }
	commands, err := commandsOf("`gcbench run --reps 2 < my.dump` and `gcbench`\n" + fenced(
		"# a comment", "go run ./cmd/gcbench", "A=1 go test './x y' -run 'A#|B' # why", `go run -race ./cmd/gcbench run \`, "  --reps 3") +
		fenced("#!/bin/sh", "anything"))
	require.NoError(t, err)
	var got []string
	for _, c := range commands {
		got = append(got, fmt.Sprintf("%d %q %q", c.line, c.env, c.words))
	}
	assert.Equal(t, []string{
		`1 [] ["gcbench" "run" "--reps" "2"]`,
		`4 [] ["go" "run" "./cmd/gcbench"]`,
		`5 ["A=1"] ["go" "test" "./x y" "-run" "A#|B"]`,
		`7 [] ["go" "run" "-race" "./cmd/gcbench" "run" "--reps" "3"]`,
		`10 [] ["#!/bin/sh"]`,
	}, got)
	args, ours := commands[3].gcbench()
	assert.True(t, ours)
	assert.Equal(t, []string{"run", "--reps", "3"}, args)

	_, err = commandsOf("```\ngo run ./cmd/gcbench\n```\n")
	assert.ErrorContains(t, err, "line 2: a command in a block")
	_, err = commandsOf(fenced("go test -run 'x"))
	assert.ErrorContains(t, err, "line 2: the quote ' is not closed")
}

// TestReadingOfWhatIsPrinted: a block of output belongs to the command before it.
func TestReadingOfWhatIsPrinted(t *testing.T) {
	const commands, output = "```sh\ngcbench info x\n./gcbench run\n```\n", "```output\na\ngcbench run --heap F\n```\n"
	got, err := commandsOf(commands + "\n" + output + "```sh\ngcbench\n```\n")
	require.NoError(t, err)
	require.Len(t, got, 3)
	assert.Equal(t, []string{"", "a\ngcbench run --heap F\n", ""}, []string{got[0].prints, got[1].prints, got[2].prints})
	args, ours := got[1].gcbench()
	assert.True(t, ours)
	assert.Equal(t, []string{"run"}, args)
	for _, wrong := range []string{output, commands + "prints\n" + output, commands + output + output} {
		_, err = commandsOf(wrong)
		assert.ErrorContains(t, err, "behind no commands")
	}
}

// TestMasked: what differs from run to run is masked, and nothing else.
func TestMasked(t *testing.T) {
	const page = "shape  objects  ±  cv  idle %\ntree   1,000,000  9.5 %  1.2 %  50+0.0\nlist  3  12 %  -  -\nmemory: 4.52 MiB with 1 worker\n"
	assert.Equal(t, "shape objects ± cv idle %\ntree # # # #\nlist # # # #\nmemory: # with # worker\n", masked(page))
	assert.Equal(t, masked(page), masked("shape objects ± cv idle %\ntree 30 ∞ - -\nlist 3,000 0.1 % 7 % 1+2\nmemory: 12 KiB with 2 worker\n"))
	assert.NotEqual(t, masked(page), masked(strings.Replace(page, "cv", "cv2", 1)))
	assert.NotEqual(t, masked(page), masked(strings.Replace(page, "list", "lists", 1)))
}

// TestWrongCommandsOfPages: the check sees each kind of mistake.
func TestWrongCommandsOfPages(t *testing.T) {
	tree := moduleTree(t)
	for text, says := range map[string]string{
		"gcbench run --nosuch":                      "unknown flag --nosuch",
		"go run ./cmd/gcbench sim nosuch":           "nosuch",
		"go run ./cmd/nosuch":                       "neither run nor excused",
		"go run ./mark/examples/nosuch":             "no package",
		"go run ./mark/examples/leak -x":            "flag -x",
		"make everything":                           "neither run nor excused",
		"go test ./nosuch":                          "no package matches ./nosuch",
		"go test ./heap/... ./nosuch/...":           "no package matches ./nosuch/...",
		"go test ./heap -run NoSuch":                "no test matches NoSuch",
		"go test ./heap -run 'Snapshot|NoSuch'":     "no test matches NoSuch",
		"go test ./heap -run '(Snapshot|NoSuch)/x'": "no test matches NoSuch",
		"go test ./heap -bench NoSuch":              "no benchmark matches NoSuch",
		"go test ./heap -fuzz Fuzz":                 "2 fuzz targets match Fuzz",
		"go test ./heap -skip NoSuch":               "no test matches NoSuch",
		"go test ./heap -rounds 3":                  "flag -rounds",
		"HALFMARK_NOSUCH=1 go test ./heap":          "reads the variable",
	} {
		c, err := readCommand(text, 1)
		require.NoError(t, err)
		_, err = tree.check(c)
		assert.ErrorContains(t, err, says, text)
	}
	_, err := os.Stat(tree.root + "/go.mod")
	require.NoError(t, err)
}
