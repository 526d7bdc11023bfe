// Schedules runs every exploration of this module's own source. It writes to
// docs/results/explorations.md what was explored, how, and how many executions this took.
// Run it at the module's root:
//
//	go run ./stealq/interleave/internal/schedules          # at the ordinary bounds
//	go run ./stealq/interleave/internal/schedules -long    # at the bounds of the long run
//
// It writes nothing if a test fails.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

const document = "docs/results/explorations.md"

func main() {
	long := flag.Bool("long", false, "the long run: an hour on two cores")
	from := flag.String("from", "", "take the rows from a file with the output of go test -v, and run nothing")
	flag.Parse()
	if err := run(*long, *from); err != nil {
		fmt.Fprintln(os.Stderr, "schedules:", err)
		os.Exit(1)
	}
}

func run(long bool, from string) error {
	var rows []row
	var err error
	began := time.Now()
	if from != "" {
		rows, err = read(from)
	} else {
		rows, err = explore(long)
	}
	if err != nil {
		return err
	}
	fmt.Printf("%s%v\n", totals(rows), time.Since(began).Round(time.Second))
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	changed, err := replace(string(text), long, tables(rows))
	if err != nil {
		return err
	}
	return os.WriteFile(document, []byte(changed), 0o644)
}
