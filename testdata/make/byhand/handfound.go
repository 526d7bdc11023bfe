package main

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// This file has the loops over graphs that do not lie in two arrays yet.

// handFound does not know how many nodes there are.
func handFound(in *input) string {
	seen := map[uint32]bool{}
	stack := slices.Clone(in.roots)
	for _, r := range in.roots {
		seen[r] = true
	}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range in.successors(node) {
			if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return fmt.Sprint(len(seen), " keys")
}

// wait is how long a callback waits for a file or a server.
const wait = 100 * time.Microsecond

// handWaiting visits up to 64 nodes at once.
func handWaiting(in *input) string {
	var lock sync.Mutex
	var all sync.WaitGroup
	seen := map[uint32]bool{}
	room := make(chan struct{}, 64)
	var visit func(node uint32)
	visit = func(node uint32) {
		lock.Lock()
		defer lock.Unlock()
		if seen[node] {
			return
		}
		seen[node] = true
		all.Go(func() {
			room <- struct{}{}
			time.Sleep(wait)
			<-room
			for _, to := range in.successors(node) {
				visit(to)
			}
		})
	}
	for _, r := range in.roots {
		visit(r)
	}
	all.Wait()
	return fmt.Sprint(len(seen), " keys")
}

// handFallible asks a function that may fail.
func handFallible(in *input) string {
	seen := make([]bool, in.nodes())
	count := 0
	for stack := unseenOf(in.roots, seen); len(stack) > 0; count++ {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		successors, err := in.trySuccessors(node)
		if err != nil {
			return err.Error()
		}
		for _, to := range successors {
			if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return fmt.Sprint(count, " nodes")
}

// trySuccessors fails for what is no node.
func (in *input) trySuccessors(node uint32) ([]uint32, error) {
	if int(node) >= in.nodes() {
		return nil, fmt.Errorf("there is no node %d", node)
	}
	return in.successors(node), nil
}

// handAdjacency makes a slice for each node.
func handAdjacency(in *input) string {
	successors := make([][]uint32, in.nodes())
	for _, e := range in.edges {
		successors[e[0]] = append(successors[e[0]], e[1])
	}
	return fmt.Sprint(len(successors), " nodes")
}

// handSorted is a counting sort of a slice of edges, and a check of the arrays.
func handSorted(in *input) string {
	offsets, targets := sorted(in.edges, in.nodes())
	g, err := mark.NewAdjacency(offsets, targets)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(g.NumNodes(), " nodes")
}

// handNames reads lines of two names, and searches from the first name.
func handNames(in *input) string {
	numbers := map[string]uint32{}
	var successors [][]uint32
	number := func(name string) uint32 {
		n, known := numbers[name]
		if !known {
			n = uint32(len(numbers))
			numbers[name] = n
			successors = append(successors, nil)
		}
		return n
	}
	for lines := bufio.NewScanner(bytes.NewReader(in.text)); lines.Scan(); {
		from, to, _ := strings.Cut(lines.Text(), " ")
		f, t := number(from), number(to)
		successors[f] = append(successors[f], t)
	}
	seen := make([]bool, len(numbers))
	seen[0] = true
	count := 0
	for stack := []uint32{0}; len(stack) > 0; count++ {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range successors[node] {
			if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return fmt.Sprint(count, " names")
}
