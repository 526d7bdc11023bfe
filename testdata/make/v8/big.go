//go:build ignore

// Big writes a heap snapshot of about so many megabytes, with the proportions of one that Node
// writes: 4.3 edges for each node, 15 bytes for each edge, and a string for two nodes.
//
//	go run testdata/make/v8/big.go 1000 > big.heapsnapshot
package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
)

const (
	width     = 6   // fields of a node
	nodeBytes = 120 // what a node takes in the file with its edges and its part of the strings
	classes   = 1000
	meta      = `{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count","detachedness"],` +
		`"node_types":[["hidden","array","string","object","code","closure","regexp","number","native","synthetic"],"string","number","number","number","number"],` +
		`"edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"]},` +
		`"node_count":%d,"edge_count":%d},` + "\n"
)

func main() {
	megabytes, err := strconv.Atoi(append(os.Args, "")[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "usage: big MEGABYTES")
		os.Exit(2)
	}
	nodes := megabytes * 1_000_000 / nodeBytes
	w := bufio.NewWriterSize(os.Stdout, 1<<20)
	if write(w, nodes); w.Flush() != nil {
		fmt.Fprintln(os.Stderr, "big: cannot write")
		os.Exit(1)
	}
}

// degree is how many edges node n has: none to 30, and 4.3 in the mean.
func degree(n int) int {
	if n%16 == 0 {
		return 30
	}
	return []int{0, 1, 2, 3, 4, 5, 2, 3}[n%8]
}

func write(w *bufio.Writer, nodes int) {
	rng := rand.New(rand.NewPCG(1, 2))
	edges := 0
	for n := range nodes {
		edges += degree(n)
	}
	fmt.Fprintf(w, meta, nodes, edges)
	kinds := []int{9, 4, 2, 3, 4, 5, 0, 1}
	w.WriteString(`"nodes":[`)
	for n := range nodes {
		kind, name := kinds[n%8], rng.IntN(nodes/2)
		if kind == 3 || kind == 9 {
			name %= classes
		}
		row(w, n > 0, kind, name, 2*n+1, 16+8*(n%13), degree(n), 0)
	}
	w.WriteString("],\n\"edges\":[")
	kinds = []int{3, 3, 3, 2, 4, 1, 3, 6}
	first := true
	for n := range nodes {
		for k := range degree(n) {
			to := n*8 + k + 1 // a tree, so that most of it is reached
			if k > 7 || to >= nodes || rng.IntN(4) == 0 {
				to = rng.IntN(nodes)
			}
			row(w, !first, kinds[(n+k)%8], rng.IntN(nodes/2), to*width)
			first = false
		}
	}
	w.WriteString("],\n\"locations\":[],\n\"strings\":[")
	for n := range nodes/2 + 1 {
		if n > 0 {
			w.WriteString(",\n")
		}
		fmt.Fprintf(w, `"name %d \"quoted\""`, n)
	}
	w.WriteString("]}\n")
}

// row writes numbers, with a comma before them unless they are the first.
func row(w *bufio.Writer, comma bool, numbers ...int) {
	var b []byte
	for _, n := range numbers {
		if comma {
			b = append(b, ',')
		}
		b, comma = strconv.AppendInt(b, int64(n), 10), true
	}
	w.Write(b)
}
