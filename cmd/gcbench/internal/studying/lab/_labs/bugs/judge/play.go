package main

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/bugs"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
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

// play is a scene with one of the deques.
type play struct {
	scene  bugs.Scene
	number int // from 0
	w      *interleave.World
	d      deque
	pushed uint64
	taken  map[uint64]bool // by item that was pushed
	calls  []string        // what each call returned
}

// run is the scene as a program of the explorer.
func (p *play) run(w *interleave.World) func() {
	p.w, p.d = w, makers[p.number](p.scene.Capacity)
	p.pushed, p.taken, p.calls = 0, map[uint64]bool{}, nil
	w.Name("", p.d, show)
	for range p.scene.Filled {
		p.push()
	}
	p.calls = nil
	w.Go("owner", func() { p.do("a", p.scene.Owner) })
	w.Go("thief", func() { p.do("b", p.scene.Thief) })
	return p.close
}

func (p *play) do(worker, script string) {
	for _, c := range script {
		told := ""
		switch c {
		case '+':
			told = p.push()
		case '-':
			told = p.pop()
		case 's':
			told = p.steal()
		}
		p.calls = append(p.calls, worker+": "+told)
	}
}

func (p *play) push() string {
	p.pushed++
	item := p.pushed
	p.taken[item] = false
	if p.d.Push(item) {
		return fmt.Sprintf("Push(%d) returns true", item)
	}
	delete(p.taken, item)
	return fmt.Sprintf("Push(%d) finds the deque full", item)
}

func (p *play) pop() string {
	item, ok := p.d.Pop()
	if !ok {
		return "Pop finds no item"
	}
	p.take(item)
	return fmt.Sprintf("Pop takes item %d", item)
}

func (p *play) steal() string {
	var into [8]uint64
	n := p.d.Steal(into[:])
	for _, item := range into[:n] {
		p.take(item)
	}
	if n == 0 {
		return "Steal takes nothing"
	}
	return fmt.Sprintf("Steal takes %v", into[:n])
}

func (p *play) take(item uint64) {
	switch taken, known := p.taken[item]; {
	case !known:
		p.w.Failf("item %d is taken, and was never pushed", item)
	case taken:
		p.w.Failf("item %d is taken twice", item)
	}
	p.taken[item] = true
}

// close pops what is left. Then each item has been taken.
func (p *play) close() {
	for range p.scene.Capacity + 1 {
		item, ok := p.d.Pop()
		if !ok {
			break
		}
		p.take(item)
	}
	for item := uint64(1); item <= p.pushed; item++ {
		if taken, known := p.taken[item]; known && !taken {
			p.w.Failf("item %d is lost", item)
		}
	}
}

// show is how tables show the words that have parts.
func show(name string, v uint64) string {
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
