// Command gcbench marks heaps with the parallel marker of package mark. The heaps are synthetic,
// or dumps of real programs. It verifies every mark, and reports mark time and its stability.
//
// Begin with a synthetic heap, or with a heap dump of yours:
//
//	gcbench run --shape tree
//	gcbench info my.dump
//
// gcbench --help lists the subcommands, and gcbench run --help describes one.
package main

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli"

func main() { cli.Main() }
