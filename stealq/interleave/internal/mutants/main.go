// Mutants makes known bugs in copies of this module's source, one at a time. It runs the
// deterministic tests against each. It writes which tests notice the bug to the section
// Mutants of docs/results/mutants.md. Run it at the module's root:
//
//	go run ./stealq/interleave/internal/mutants
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	only := flag.String("only", "", "the numbers of the mutants to run, with commas between them, the other rows staying as they are")
	flag.Parse()
	root, err := filepath.Abs(".")
	if err == nil {
		err = run(root, *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run fills the matrix. It writes the document after each row, so nothing is lost if it is
// stopped.
func run(root, only string) error {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	if err := requireSound(root, chosen); err != nil {
		return err
	}
	for _, m := range chosen {
		verdicts, err := m.judge(root)
		if err != nil {
			return err
		}
		fmt.Println(m.first() + verdicts)
		if err := m.record(filepath.Join(root, document), verdicts); err != nil {
			return err
		}
	}
	return nil
}

// choose returns the mutants with these numbers, or all of them if there are none.
func choose(only string) (chosen []mutant, err error) {
	if only == "" {
		return mutants, nil
	}
	for number := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(mutants, func(m mutant) bool { return m.number == number })
		if i < 0 {
			return nil, fmt.Errorf("there is no mutant %q: protocols.go, marking.go and library.go have all of them", number)
		}
		chosen = append(chosen, mutants[i])
	}
	return chosen, nil
}

// requireSound runs the layers on the code as it is, as far as they can meet one of the
// mutants. Only a test that passes there can tell a mutant.
func requireSound(root string, chosen []mutant) error {
	var packages []string
	for _, m := range chosen {
		packages = append(packages, m.packages()...)
	}
	for _, l := range layers {
		v, err := l.judge(root, "", packages)
		if err != nil {
			return err
		}
		if v.test != "" {
			return fmt.Errorf("without any mutant %s fails: %v", l.name, v)
		}
	}
	return nil
}

// judge runs all layers against a mutant and returns the cells of its row.
func (m mutant) judge(root string) (verdicts string, err error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(root, dir)
	if err != nil {
		return "", err
	}
	for _, l := range layers {
		v, err := l.judge(root, overlay, m.packages())
		if err != nil {
			return "", fmt.Errorf("mutant %s: %w", m.number, err)
		}
		verdicts += fmt.Sprintf(" %v |", v)
	}
	return verdicts, nil
}
