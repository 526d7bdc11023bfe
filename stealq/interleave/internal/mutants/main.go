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
)

func main() {
	only := flag.String("only", "", "the number of the one mutant to run, the other rows staying as they are")
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
	if err := requireSound(root); err != nil {
		return err
	}
	for _, m := range mutants {
		if only != "" && m.number != only {
			continue
		}
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

// requireSound runs every layer on the code as it is. Only a test that passes there can
// tell a mutant.
func requireSound(root string) error {
	for _, l := range layers {
		v, err := l.judge(root, "", slices.Concat(marker, []string{"stealq", "overflow"}))
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
