package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// module is what the commands of pages may name: for each folder with Go files,
// its test functions and the flags that its files add, and the environment
// variables of the project.
type module struct {
	root      string
	functions map[string][]string
	flags     map[string][]string
	variables map[string]bool
}

var (
	testFunction = regexp.MustCompile(`^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)
	flagOfFile   = regexp.MustCompile(`\bflag\.[A-Z]\w+\("(\w+)"`)
	variable     = regexp.MustCompile(`"(HALFMARK_[A-Z]+)"`)
)

// moduleTree reads the module's Go files, whatever their build tags. Tests may not change
// what it returns.
func moduleTree(t *testing.T) *module {
	t.Helper()
	m, err := readModule()
	require.NoError(t, err)
	require.Greater(t, len(m.functions), 20)
	return m
}

var readModule = sync.OnceValues(func() (*module, error) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		return nil, err
	}
	m := &module{root, map[string][]string{}, map[string][]string{}, map[string]bool{}}
	return m, filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		m.add("./"+filepath.ToSlash(folder), string(text))
		return err
	})
})

func (m *module) add(folder, text string) {
	var tests, flags []string
	for line := range strings.Lines(text) { // a pattern takes long, and few lines can match one
		if strings.HasPrefix(line, "func ") {
			tests = append(tests, names(testFunction, line)...)
		}
		if strings.Contains(line, "flag.") {
			flags = append(flags, names(flagOfFile, line)...)
		}
		if strings.Contains(line, `"HALFMARK_`) {
			for _, name := range names(variable, line) {
				m.variables[name] = true
			}
		}
	}
	m.functions[folder] = append(m.functions[folder], tests...)
	m.flags[folder] = append(m.flags[folder], flags...)
}

// names returns what the pattern's first group matches.
func names(pattern *regexp.Regexp, text string) (found []string) {
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// check returns what is wrong with a command, and the beginning by which it is
// excused from running, if it is.
func (m *module) check(c pageCommand) (excuse string, err error) {
	for _, v := range c.env {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "HALFMARK_") && !m.variables[name] {
			return "", fmt.Errorf("no Go file reads the variable %s", name)
		}
	}
	for _, e := range excused {
		if strings.HasPrefix(strings.Join(c.words, " ")+" ", e.command) {
			excuse = e.command
		}
	}
	args, ours := c.gcbench()
	switch {
	case ours:
		return excuse, parses(args)
	case excuse != "" && excuse != readersOwn && len(c.words) > 2 && c.words[1] == "run":
		return excuse, m.checkProgram(c.words[2], c.words[3:])
	case excuse != "":
		return excuse, nil
	case len(c.words) > 1 && c.words[0] == "go" && c.words[1] == "test":
		return "", m.checkTests(c.words[2:])
	}
	return "", errors.New("the command is neither run nor excused: see TestSlowCommandsOfThePages")
}

// checkProgram looks for the package of a program, and for its flags.
func (m *module) checkProgram(folder string, args []string) error {
	if _, ok := m.functions[folder]; !ok {
		return fmt.Errorf("there is no package %s", folder)
	}
	for _, arg := range args {
		if name := strings.TrimLeft(arg, "-"); name != arg && !slices.Contains(m.flags[folder], name) {
			return fmt.Errorf("%s has no flag -%s", folder, name)
		}
	}
	return nil
}

// flagsOfGoTest are those that pages use; true if a value follows.
var flagsOfGoTest = map[string]bool{
	"bench": true, "benchtime": true, "count": true, "cpu": true, "fuzz": true, "fuzzminimizetime": true, "fuzztime": true, "ldflags": true,
	"parallel": true, "race": false, "run": true, "short": false, "skip": true, "tags": true, "timeout": true, "v": false,
}

// checkTests looks for what a go test command names.
func (m *module) checkTests(args []string) error {
	var folders []string
	values := map[string]string{}
	for i := 0; i < len(args); i++ {
		name, flag := strings.CutPrefix(args[i], "-")
		if !flag {
			matched := m.matching(args[i])
			if matched == nil {
				return fmt.Errorf("no package matches %s", args[i])
			}
			folders = append(folders, matched...)
			continue
		}
		if values[name] = ""; flagsOfGoTest[name] || !m.knows(name) {
			if i++; i == len(args) {
				return fmt.Errorf("the flag -%s lacks its value", name)
			}
			values[name] = args[i]
		}
	}
	return m.checkFlags(folders, values)
}

// knows reports whether go test itself has the flag.
func (m *module) knows(name string) bool { _, known := flagsOfGoTest[name]; return known }

// matching returns the folders that a pattern stands for.
func (m *module) matching(pattern string) (folders []string) {
	prefix, all := strings.CutSuffix(pattern, "/...")
	for folder := range m.functions {
		if folder == prefix || all && strings.HasPrefix(folder+"/", prefix+"/") {
			folders = append(folders, folder)
		}
	}
	return folders
}

// checkFlags looks for the tests that the values of flags name, and for flags
// that the tests add.
func (m *module) checkFlags(folders []string, values map[string]string) error {
	var functions, flags []string
	for _, folder := range folders {
		functions = append(functions, m.functions[folder]...)
		flags = append(flags, m.flags[folder]...)
	}
	tests := slices.DeleteFunc(slices.Clone(functions), func(f string) bool { return strings.HasPrefix(f, "Benchmark") })
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		var err error
		switch name {
		case "run", "skip":
			err = eachMatches(value, "test", tests)
		case "bench":
			err = eachMatches(value, "benchmark", startingWith("Benchmark", functions))
		case "fuzz":
			if n := count(value, startingWith("Fuzz", functions)); n != 1 {
				err = fmt.Errorf("%d fuzz targets match %s", n, value)
			}
		default:
			if !m.knows(name) && !slices.Contains(flags, name) {
				err = fmt.Errorf("neither go test nor these tests have the flag -%s", name)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachMatches demands of each alternative of a pattern that it matches a
// function. Only ^$ may match none. The part after a slash is about subtests
// and is not looked at.
func eachMatches(pattern, what string, functions []string) error {
	if pattern == "^$" {
		return nil
	}
	for _, alternative := range patternsOf(pattern) {
		if count(alternative, functions) == 0 {
			return fmt.Errorf("no %s matches %s", what, alternative)
		}
	}
	return nil
}

// patternsOf splits a pattern for functions at its bars: A|B, (A|B)/subtest.
func patternsOf(pattern string) []string {
	if inner, _, ok := strings.Cut(strings.TrimPrefix(pattern, "("), ")"); ok && pattern[0] == '(' {
		return strings.Split(inner, "|")
	}
	pattern, _, _ = strings.Cut(pattern, "/")
	return strings.Split(pattern, "|")
}

func count(pattern string, functions []string) (n int) {
	matcher := regexp.MustCompile(pattern)
	for _, f := range functions {
		if matcher.MatchString(f) {
			n++
		}
	}
	return n
}

func startingWith(prefix string, functions []string) []string {
	return slices.DeleteFunc(slices.Clone(functions), func(f string) bool { return !strings.HasPrefix(f, prefix) })
}
