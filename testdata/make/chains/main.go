// Chains writes heaps whose live objects form long chains, and heaps in which it is hard to
// follow a chain ahead of the marker. Package heap/shape has heaps as programs have them. The
// heaps here are experiments: each has one property, and no garbage unless the garbage is the
// property.
//
//	go run ./testdata/make/chains -o list.heap list 4_000_000
//	go run ./cmd/gcbench run --heap list.heap
//
// With -h it prints the shapes. The file is a snapshot (see package heap). The same shape, N
// and seed give the same file.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/heap"
)

func main() {
	output := flag.String("o", "", "the `FILE` to write, such as list.heap")
	seed := flag.Uint64("seed", 1, "seed of what is random in a shape, and of the order in memory")
	flag.Usage = func() {
		usage(flag.CommandLine.Output())
		flag.PrintDefaults()
	}
	flag.Parse()
	s, n, err := chosen(*output, flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "chains: %v\nchains -h prints the shapes\n", err)
		os.Exit(2)
	}
	if err := write(*output, s, n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "chains:", err)
		os.Exit(1)
	}
}

// usage prints each shape with a sentence. The flags follow.
func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: chains [-seed SEED] -o FILE SHAPE N")
	fmt.Fprintln(w, "\nWrites a heap of N objects, such as 4_000_000, to a snapshot file. The shapes are:")
	for _, s := range shapes {
		fmt.Fprintf(w, "\n  %s (N from %d)\n    %s\n", s.name, s.least, s.doc)
	}
	fmt.Fprintln(w, "\nThe objects lie in random order in memory, unless the shape says otherwise.")
}

// chosen returns what the command line asks for, or what is wrong with it.
func chosen(output string, args []string) (s shape, n uint32, err error) {
	if len(args) != 2 {
		return s, 0, fmt.Errorf("%d arguments after the flags: they must be two, a shape and a number of objects, such as list 4_000_000", len(args))
	}
	if s, err = find(args[0]); err != nil {
		return s, 0, err
	}
	count, err := strconv.ParseUint(args[1], 0, 32)
	switch {
	case err != nil:
		return s, 0, fmt.Errorf("number of objects %q: it must be a whole number from %d to %d, such as 4_000_000", args[1], s.least, most)
	case count < uint64(s.least) || count > most:
		return s, 0, fmt.Errorf("%d objects: for %s it must be from %d to %d", count, s.name, s.least, most)
	case output == "":
		return s, 0, errors.New("flag -o: it must name the file to write, such as -o list.heap")
	}
	return s, uint32(count), nil
}

// write builds the heap, writes it to the file and says what it has. If it fails, it leaves
// no file.
func write(path string, s shape, n uint32, seed uint64) error {
	h, err := s.heap(n, seed)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(file, 1<<20)
	if err := errors.Join(heap.WriteSnapshot(buffer, h), buffer.Flush(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", path, err), os.Remove(path))
	}
	fmt.Printf("%s: %s, %d objects, %d live, %d bytes of arena\n",
		path, s.name, h.NumObjects(), s.live(n), h.Granules()*heap.GranuleBytes)
	return nil
}
