// Mutants makes known bugs in copies of this module's source, one at a time, runs the
// deterministic tests against each, and writes which of them notice to the section
// Mutants of docs/testing.md. It is run at the module's root:
//
//	go run ./stealq/interleave/internal/mutants
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	only := flag.String("only", "", "the number of one mutant to run, which writes nothing")
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

// run fills the matrix and writes it, unless it is of one mutant only.
func run(root, only string) error {
	var rows []row
	if only == "" {
		if err := requireSound(root); err != nil {
			return err
		}
	}
	for _, m := range mutants {
		if only != "" && m.number != only {
			continue
		}
		r, err := m.row(root)
		if err != nil {
			return err
		}
		fmt.Print(r)
		rows = append(rows, r)
	}
	if only != "" {
		return nil
	}
	return writeSection(filepath.Join(root, document), section(rows))
}

// requireSound runs every layer on the code as it is: only a test that passes there
// can tell a mutant.
func requireSound(root string) error {
	for _, l := range layers {
		v, err := l.judge(root, "", []string{"stealq", "overflow", "mark"})
		if err != nil {
			return err
		}
		if v.test != "" {
			return fmt.Errorf("without any mutant %s fails: %v", l.name, v)
		}
	}
	return nil
}

// row runs all layers against a mutant.
func (m mutant) row(root string) (r row, err error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(root, dir)
	if err != nil {
		return r, err
	}
	r.mutant = m
	for _, l := range layers {
		v, err := l.judge(root, overlay, m.packages())
		if err != nil {
			return r, fmt.Errorf("mutant %s: %w", m.number, err)
		}
		r.verdicts = append(r.verdicts, v)
	}
	return r, nil
}
