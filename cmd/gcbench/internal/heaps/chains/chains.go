// Package chains keeps chains of classes, such as those from a root to an object. Chains share their beginnings, so that millions of objects have few.
package chains

import (
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// Longest is how many classes a chain has at most. What follows is one class, cut.
const (
	Longest = 30
	cut     = sink.Class(math.MaxUint32)
)

// Chain is the number of a chain, or 0 for the empty one.
type Chain uint32

// step is a class in a chain.
type step struct {
	before Chain
	class  sink.Class
	depth  int
	root   string // the words of the root, if before is 0
}

// Trie has all chains. Make one with New. It belongs to one goroutine.
type Trie struct {
	classes []string
	steps   []step // from 1 up
	next    map[step]Chain
}

// New returns a Trie for classes with these names.
func New(classes []string) *Trie {
	return &Trie{classes: classes, steps: make([]step, 1), next: map[step]Chain{}}
}

// Len is how many chains there are, the empty one among them. So the numbers are below.
func (t *Trie) Len() int { return len(t.steps) }

// Begin returns the chain that begins at a root, which has words, with a class.
func (t *Trie) Begin(root string, class sink.Class) Chain {
	return t.step(step{root: root, class: class})
}

// Extend returns the chain with one class more, or its beginning if the class is in it: so a list is one step.
func (t *Trie) Extend(chain Chain, class sink.Class) Chain {
	if t.steps[chain].class == cut {
		return chain
	}
	for at := chain; at != 0; at = t.steps[at].before {
		if t.steps[at].class == class {
			return at
		}
	}
	depth := t.steps[chain].depth + 1
	if depth == Longest {
		class = cut
	}
	return t.step(step{before: chain, class: class, depth: depth})
}

func (t *Trie) step(s step) Chain {
	n, known := t.next[s]
	if !known {
		n = Chain(len(t.steps))
		t.steps = append(t.steps, s)
		t.next[s] = n
	}
	return n
}

// Words returns what the chain's root is, and the names of its classes.
func (t *Trie) Words(chain Chain) (root string, classes []string) {
	for at := chain; at != 0; at = t.steps[at].before {
		name := "…"
		if class := t.steps[at].class; class != cut {
			name = t.classes[class]
		}
		classes, root = append(classes, name), t.steps[at].root
	}
	slices.Reverse(classes)
	return root, classes
}
