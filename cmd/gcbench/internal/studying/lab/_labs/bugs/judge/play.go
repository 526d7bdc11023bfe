package main

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/bugs"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// deque is what every deque of the lab can do.
type deque interface {
	Push(item uint64) bool
	Pop() (item uint64, ok bool)
	Steal(into []uint64) int
}

// makers make the deques by their numbers.
var makers = [bugs.Deques]func(capacity int) deque{
	func(c int) deque { return answer.New1(c) },
	func(c int) deque { return answer.New2(c) },
	func(c int) deque { return answer.New3(c) },
	func(c int) deque { return answer.New4(c) },
	func(c int) deque { return answer.New5(c) },
	func(c int) deque { return answer.New6(c) },
}

// program is a scene with one of the deques, by its number from 0. The law of items is all that its deques must keep.
func program(number int, s bugs.Scene) interleave.Program {
	form := scene.Form{Amounts: "h", Make: func(_, capacity int, _ uint64) []scene.Deque { return []scene.Deque{played{makers[number](capacity)}} }}
	ops := []string{s.Owner, strings.ReplaceAll(s.Thief, "s", "h")}
	return scene.Scene{Form: form, Capacity: s.Capacity, Fill: []int{s.Filled}, Ops: ops, Bare: true, ItemsOnly: true}.Run
}

// played is a deque in a scene.
type played struct{ deque }

// Take lets the thief steal, which has no deque. How many items it takes is the deque's to say.
func (p played) Take(rune) (items []uint64, empty bool) {
	var into [8]uint64
	n := p.deque.Steal(into[:])
	return into[:n], n == 0
}

// Steal is for thieves with deques, of which there are none.
func (played) Steal(scene.Deque, rune) (n int, empty bool) { return 0, true }

// Len is for other laws.
func (played) Len() int { return 0 }

// Root has the variables that tables show.
func (p played) Root() any { return p.deque }

// Show is how tables show the words that have parts.
func (played) Show(name string, v uint64) string {
	switch name {
	case "age":
		return fmt.Sprintf("top %d, tag %d", v&(1<<32-1), v>>32)
	case "ends":
		return fmt.Sprintf("top %d, bottom %d, tag %d", v>>24&(1<<24-1), v&(1<<24-1), v>>48)
	case "items":
		var all []string
		for ; v != 0; v >>= 8 {
			all = append([]string{fmt.Sprint(v & 255)}, all...)
		}
		return "[" + strings.Join(all, " ") + "]"
	}
	return ""
}
