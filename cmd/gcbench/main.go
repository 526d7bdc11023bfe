// Command gcbench marks heaps, synthetic ones and dumps of real programs, with
// the parallel marker of package mark. It verifies every mark and reports mark
// time and its stability. gcbench --help tells the rest.
package main

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli"

func main() { cli.Main() }
