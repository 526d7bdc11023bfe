// Beam marks an exported heap in rounds on Apache Beam: each part with the marker of package
// mark, where the runner wants, and what crosses parts through the runner's shuffle.
//
//	gcbench export --shards 7 -o parts heap.heap
//	cd cmd/gcbench/beam && go run . ../../../parts
//
// Without flags everything happens in this process, on Beam's embedded runner. It is a
// separate module, so that no other program needs Beam. docs/beyond.md says how other runners
// are used.
package main

import (
	"context"
	"flag"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

func main() {
	flag.CommandLine.Init("beam", flag.ContinueOnError)
	os.Exit(command(os.Args[1:]))
}

// command runs the command line and returns the exit status. An interrupt ends it in good
// order, a second one at once.
func command(args []string) int {
	child.SurviveBrokenPipes()
	ctx, stop := session.Interruptible(context.Background())
	defer stop()
	s := session.New(ctx, args, os.Stdout, os.Stderr)
	s.Program = "beam"
	c, err := parse(args)
	switch {
	case err != nil:
	case c.help:
		err = usage(s.Stdout)
	case c.version:
		err = version(s.Stdout)
	default:
		err = c.start(s)
	}
	return s.Conclude(err, s.Program)
}

// start hands the process to Beam, which reads its flags, and then carries out the command line.
func (c *commandLine) start(s *session.Session) error {
	if err := becomeWorker(); err != nil {
		return err
	}
	if !c.log {
		log.LogLevel = "error"
	}
	beam.Init() // a process that a runner has started as a worker ends here
	if !c.log {
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	return c.run(s)
}
