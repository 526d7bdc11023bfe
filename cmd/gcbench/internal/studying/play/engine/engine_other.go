//go:build !js

package engine

import (
	"bufio"
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
)

// Run answers requests until the standard input ends. Then it ends the process.
func Run() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		fmt.Printf("%s\n", stage.Answer(in.Bytes(), func(stage.Progress) {}))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
