package judge

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// This file says in the words of a lab what packages stealqtest and scene find. A student knows the
// methods in the lab's README, and no other deque.

// SpellSteal writes a steal as the student's code does. Thieves that keep one item have a deque only
// where they need one.
func (d *counted) SpellSteal(own, victim string) string {
	switch {
	case !d.single():
		return fmt.Sprintf("%s.Steal(%s)", own, victim)
	case own == "":
		return victim + ".Steal()"
	}
	return fmt.Sprintf("%s.Push(%s.Steal())", own, victim)
}

// SpellStolen writes what such a steal returned.
func (d *counted) SpellStolen(n int, o stealq.Outcome) string {
	switch {
	case d.single():
		return spelt(o)
	case d.loses:
		return fmt.Sprintf("%d, %s", n, spelt(o))
	}
	return fmt.Sprint(n)
}

// spelt is an outcome as the labs name it.
func spelt(o stealq.Outcome) string {
	return map[stealq.Outcome]string{stealq.Took: "Took", stealq.Empty: "Empty", stealq.Lost: "Lost"}[o]
}

// plain is a sentence of these packages without what a lab does not have: amounts, and a Kind.
func plain(says string) string { return inTheLab.Replace(says) }

var inTheLab = strings.NewReplacer("Steal with half", "Steal", "Steal with one", "Steal",
	"fresh deques of capacity 64 allocated", "Push, Pop and Steal of new deques with a capacity of 64 allocated memory",
	", though the Kind's Grows is false", ": only New may allocate. Look for make, and for append to a slice without room")
