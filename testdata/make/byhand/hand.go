package main

import (
	"fmt"
	"slices"
)

// This file has the loops that one writes without a library. Each one is what a careful
// programmer would write: the graph lies in two arrays, and nothing is allocated twice.

// successors are those of a node.
func (in *input) successors(node uint32) []uint32 {
	return in.targets[in.offsets[node]:in.offsets[node+1]]
}

// search is the depth-first search that most loops begin with. It adds to seen.
func search(in *input, roots []uint32, seen []bool) (count int) {
	stack := unseenOf(roots, seen)
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		count++
		for _, to := range in.successors(node) {
			if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return count
}

// unseenOf returns the roots that have not been seen, each once.
func unseenOf(roots []uint32, seen []bool) (stack []uint32) {
	for _, r := range roots {
		if !seen[r] {
			seen[r] = true
			stack = append(stack, r)
		}
	}
	return stack
}

func handReachable(in *input) string {
	return fmt.Sprint(search(in, in.roots, make([]bool, in.nodes())), " nodes")
}

// handAgain keeps its memory from one question to the next.
func handAgain(in *input) string {
	clear(in.seen)
	return fmt.Sprint(search(in, in.roots, in.seen), " nodes")
}

func handUnreached(in *input) string {
	seen := make([]bool, in.nodes())
	search(in, in.roots, seen)
	count, sum := 0, 0
	for node, is := range seen {
		if !is {
			count++
			sum += node
		}
	}
	return fmt.Sprintf("%d nodes, sum %d", count, sum)
}

// unseen is the distance, or the parent, of a node that has not been reached.
const unseen = ^uint32(0)

// distances is a breadth-first search.
func distances(in *input) []uint32 {
	d := make([]uint32, in.nodes())
	for i := range d {
		d[i] = unseen
	}
	var queue []uint32
	for _, r := range in.roots {
		d[r] = 0
		queue = append(queue, r)
	}
	for i := 0; i < len(queue); i++ {
		for _, to := range in.successors(queue[i]) {
			if d[to] == unseen {
				d[to] = d[queue[i]] + 1
				queue = append(queue, to)
			}
		}
	}
	return d
}

// farthest returns the first node with the largest distance.
func farthest(in *input) (far uint32) {
	most := uint32(0)
	for node, d := range distances(in) {
		if d != unseen && d > most {
			far, most = uint32(node), d
		}
	}
	return far
}

func handLevels(in *input) string {
	most, sum := uint32(0), 0
	for _, d := range distances(in) {
		if d != unseen {
			most = max(most, d)
			sum += int(d)
		}
	}
	return fmt.Sprintf("%d levels, sum %d", most+1, sum)
}

// parents is a breadth-first search that ends at a node, if it is one.
func parents(in *input, until uint32) []uint32 {
	parents := make([]uint32, in.nodes())
	for i := range parents {
		parents[i] = unseen
	}
	var queue []uint32
	for _, r := range in.roots {
		parents[r] = r
		queue = append(queue, r)
	}
	for i := 0; i < len(queue) && (until == unseen || parents[until] == unseen); i++ {
		for _, to := range in.successors(queue[i]) {
			if parents[to] == unseen {
				parents[to] = queue[i]
				queue = append(queue, to)
			}
		}
	}
	return parents
}

// pathTo is how many nodes the path to a node has.
func pathTo(parents []uint32, node uint32) int {
	if parents[node] == unseen {
		return 0
	}
	var path []uint32
	for ; parents[node] != node; node = parents[node] {
		path = append(path, node)
	}
	path = append(path, node)
	slices.Reverse(path)
	return len(path)
}

func handPath(in *input) string {
	return fmt.Sprint("path of ", pathTo(parents(in, in.far), in.far))
}

func handPaths(in *input) string {
	tree, sum := parents(in, unseen), 0
	for _, node := range in.some {
		sum += pathTo(tree, node)
	}
	return fmt.Sprint("nodes on paths: ", sum)
}

// handRetainedByRoots asks what only the root holds, and none of the later roots.
func handRetainedByRoots(in *input) string {
	seen := make([]bool, in.nodes())
	search(in, in.later, seen)
	return fmt.Sprint(search(in, in.roots, seen), " nodes")
}

// sets are ten sets of roots: the root, the later ones, and those whose paths are asked for.
func (in *input) sets() (sets [][]uint32) {
	sets = [][]uint32{in.roots, in.later}
	for _, node := range in.some[:8] {
		sets = append(sets, []uint32{node})
	}
	return sets
}

// handOrigins searches for each set.
func handOrigins(in *input) string {
	sum := 0
	for _, set := range in.sets() {
		clear(in.seen)
		sum += search(in, set, in.seen)
	}
	return fmt.Sprint("bits: ", sum)
}

func handReferrers(in *input) string {
	seen := make([]bool, in.nodes())
	search(in, in.roots, seen)
	all := []uint32{}
	for node := range uint32(in.nodes()) {
		if seen[node] && slices.Contains(in.successors(node), in.far) {
			all = append(all, node)
		}
	}
	return fmt.Sprint(all)
}

// handReverse is a counting sort by target.
func handReverse(in *input) string {
	next := make([]uint32, in.nodes()+1)
	for _, to := range in.targets {
		next[to+1]++
	}
	for i := range in.nodes() {
		next[i+1] += next[i]
	}
	offsets, sources := slices.Clone(next), make([]uint32, len(in.targets))
	for node := range uint32(in.nodes()) {
		for _, to := range in.successors(node) {
			sources[next[to]] = node
			next[to]++
		}
	}
	return fmt.Sprint(offsets[in.nodes()], " edges")
}

func handRetained(in *input) string {
	all := search(in, in.roots, make([]bool, in.nodes()))
	seen := make([]bool, in.nodes())
	seen[in.cut] = true // as if it had been visited
	return fmt.Sprint(all-search(in, in.roots, seen), " nodes")
}

func handExtend(in *input) string {
	clear(in.seen)
	first := search(in, in.roots, in.seen)
	return fmt.Sprintf("%d, then %d nodes", first, first+search(in, in.later, in.seen))
}

// handEphemerons looks at all pairs again and again, until none has an effect.
func handEphemerons(in *input) string {
	seen := make([]bool, in.nodes())
	count := search(in, in.roots, seen)
	for found := true; found; {
		found = false
		for _, p := range in.pairs {
			if seen[p.Table] && seen[p.Key] && !seen[p.Value] {
				count += search(in, []uint32{p.Value}, seen)
				found = true
			}
		}
	}
	return fmt.Sprint(count, " nodes")
}

// handUntil stops at a node.
func handUntil(in *input) string {
	seen := make([]bool, in.nodes())
	stack := unseenOf(in.roots, seen)
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if node == in.far {
			return fmt.Sprint("node ", node)
		}
		for _, to := range in.successors(node) {
			if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return "nothing"
}
