// Command console is the engine of gcbench play without a page: it reads a request from each
// line of the standard input, and writes the answer as a line. Tests compare it with the
// page's. Build it with the tag interleave.
package main

import (
	"bufio"
	"fmt"
	"os"

	_ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/cast" // more scenes
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/stage"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		fmt.Printf("%s\n", stage.Answer(in.Bytes(), func(stage.Progress) bool { return true }))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
