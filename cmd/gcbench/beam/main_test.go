package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// The role of a process of this test binary, by variables of its environment: the program itself,
// or a worker that makes the file of that name and then does nothing.
const (
	asCommand = "HALFMARK_BEAM"
	asIdle    = "HALFMARK_BEAM_IDLE"
)

// prismRunner is for all tests: a process has one embedded runner.
var prismRunner *runner

func TestMain(m *testing.M) {
	if file := os.Getenv(asIdle); file != "" {
		os.WriteFile(file, nil, 0o666)
		select {}
	}
	if os.Getenv(asCommand) != "" {
		main()
	}
	flag.Parse()
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(withRunner(m.Run))
}

func withRunner(tests func() int) int {
	var err error
	if prismRunner, err = newRunner(context.Background(), embedded); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer prismRunner.close()
	return tests()
}
