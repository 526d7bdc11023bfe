// Leak is a program with a leak made on purpose. It serves requests, and keeps the session of
// each visitor in a map from which nothing is ever deleted. After each 10,000 visitors it dumps
// its own heap to the next file. Then it says how to find out why a session is still there:
//
//	go build -o leak ./mark/examples/leak
//	./leak leak.dump
//	./leak 1.dump 2.dump 3.dump
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// session is what the program remembers of a visitor.
type session struct {
	visitor int
	basket  []string
}

// server has two fields of interest: one that leaks, and one that does not.
type server struct {
	sessions map[int]*session // BUG: nobody deletes what has expired
	recent   [10]*session     // the last ten
}

// site is a global variable, so the garbage collector starts from it.
var site = server{sessions: map[int]*session{}}

func main() {
	files := os.Args[1:]
	if len(files) == 0 {
		fmt.Fprintln(os.Stderr, "usage: leak FILE ...")
		os.Exit(2)
	}
	const each = 10_000 // visitors before a dump
	for i, file := range files {
		for visitor := range each {
			site.serve(i*each + visitor)
		}
		if err := dump(file); err != nil {
			fmt.Fprintln(os.Stderr, "leak:", err)
			os.Exit(1)
		}
	}
	fmt.Println("visitor 1234 left long ago. Why is the session still in memory?")
	fmt.Printf("gcbench why %s %p --binary %s\n", files[len(files)-1], site.sessions[1234], os.Args[0])
}

// serve answers a request.
func (s *server) serve(visitor int) {
	next := &session{visitor: visitor, basket: []string{fmt.Sprint("a gift for ", visitor)}}
	s.sessions[visitor] = next
	s.recent[visitor%len(s.recent)] = next
}

// dump writes the heap to a file. No other user may read it, because a dump holds all that
// a program knows.
func dump(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	runtime.GC() // leaves out what is dead by now
	debug.WriteHeapDump(file.Fd())
	return file.Close()
}
