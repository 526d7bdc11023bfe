// Longlist is a program whose heap is worth a look. It keeps events in a linked list, in
// order of time, and it keeps accounts, orders and an index besides. When it has worked for a
// while, it writes its heap to a file and ends:
//
//	go run ./testdata/make/longlist long.dump
//	go run ./cmd/gcbench info long.dump
//
// The nodes of the list lie scattered in memory, for two reasons. Events do not come in the
// order of their times. And new events take the room of old ones.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// The fewest and the most events.
const (
	fewest = 10
	most   = 100_000_000
)

func main() {
	events := flag.Int("events", 1_000_000, "how many events are in the list when the heap is written")
	seed := flag.Uint64("seed", 1, "seed of the random times")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: longlist [-events N] [-seed SEED] FILE\n\nWrites a dump of its own heap, which holds a long linked list, to FILE.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := check(*events, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "longlist: %v\nlonglist -h prints the flags\n", err)
		os.Exit(2)
	}
	o := newOffice(*seed)
	o.work(*events)
	if err := dump(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "longlist:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d events, %d accounts, %d orders\n", flag.Arg(0), *events, len(o.accounts), len(o.orders))
	runtime.KeepAlive(o)
}

// check returns what is wrong with the command line.
func check(events int, args []string) error {
	switch {
	case len(args) != 1:
		return fmt.Errorf("%d arguments after the flags: it must be one, the file to write, such as long.dump", len(args))
	case events < fewest || events > most:
		return fmt.Errorf("flag -events: %d: it must be from %d to %d", events, fewest, most)
	}
	return nil
}

// dump writes the heap to the file. Only the user may read it, because a dump holds all that
// a program knows.
func dump(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	runtime.GC() // leaves out what is dead by now
	debug.WriteHeapDump(file.Fd())
	info, err := file.Stat()
	if err == nil && info.Size() == 0 {
		err = errors.New("nothing was written: is there room on the disk?")
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
