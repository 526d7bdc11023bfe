// Package bugs has what differs from student to student in the lab bugs: which wrong deques
// are in the folder, and under which numbers.
package bugs

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
)

// Deques is how many wrong deques a student gets.
const Deques = 6

// bases are the files of the right deques, one for each deque that a student gets. No two
// deques of a folder can therefore be compared with each other.
var bases = [Deques]string{"chaselev.go", "abp.go", "locked.go", "half.go", "word.go", "the.go"}

// Paper is why gcbench play does not have these deques.
const Paper = "this lab is done on paper: the task is to find the schedules"

// Scene is the small program that a schedule is for.
type Scene struct {
	Capacity, Filled int
	Owner, Thief     string // '+' Push, '-' Pop, 's' Steal
}

// String says what the program does.
func (s Scene) String() string {
	holds := "It is empty."
	switch {
	case s.Filled == 1:
		holds = "It has item 1."
	case s.Filled == 2:
		holds = "It has the items 1 and 2, and 1 is the oldest."
	case s.Filled > 2:
		holds = fmt.Sprintf("It has the items 1 to %d, and 1 is the oldest.", s.Filled)
	}
	return fmt.Sprintf("Room for %d items. %s Worker a, the owner: %s. Worker b, a thief: %s.",
		s.Capacity, holds, s.calls(s.Owner), s.calls(s.Thief))
}

func (s Scene) calls(script string) string {
	var calls []string
	item := s.Filled
	for _, c := range script {
		switch c {
		case '+':
			item++
			calls = append(calls, fmt.Sprintf("Push(%d)", item))
		case '-':
			calls = append(calls, "Pop")
		case 's':
			calls = append(calls, "Steal")
		}
	}
	return strings.Join(calls, ", ")
}

// Chosen returns the defects of a student's deques, in the order of their numbers. The same
// name always has the same deques.
func Chosen(student string) (chosen [Deques]Defect) {
	for i, base := range bases {
		chosen[i] = twoOf(base)[0]
	}
	if student == "" {
		return chosen
	}
	hash := sha256.Sum256([]byte(student))
	// PCG makes the same numbers in every version of Go. Functions on top of it may not.
	dice := rand.NewPCG(binary.BigEndian.Uint64(hash[:8]), 0)
	throw := func(sides int) int { return int(dice.Uint64() % uint64(sides)) }
	for i, base := range bases {
		chosen[i] = twoOf(base)[throw(2)]
	}
	for i := Deques - 1; i > 0; i-- {
		j := throw(i + 1)
		chosen[i], chosen[j] = chosen[j], chosen[i]
	}
	return chosen
}

// twoOf returns the two defects of a right deque.
func twoOf(base string) (two []Defect) {
	for _, d := range defects {
		if d.change().File() == base {
			two = append(two, d)
		}
	}
	return two
}

// Arrange makes the files of a student from those of the lab.
func Arrange(student string, files map[string]string) map[string]string {
	return With(Chosen(student), files)
}

// With makes wrong deques with these defects from right ones, and answers from texts with gaps.
func With(chosen [Deques]Defect, files map[string]string) map[string]string {
	arranged := maps.Clone(files)
	for i, d := range chosen {
		base := d.change().File()
		right, given := files[base]
		if given {
			delete(arranged, base)
			arranged[fmt.Sprintf("deque%d.go", i+1)] = d.deque(right, i+1)
		}
		for name, text := range arranged {
			arranged[name] = strings.NewReplacer(
				fmt.Sprintf("{defect %d}", i+1), d.Letter,
				fmt.Sprintf("{schedule %d}", i+1), d.Schedule,
				fmt.Sprintf("{scene %d}", i+1), strings.ReplaceAll(d.Scene.String(), ". ", ".\n  "),
			).Replace(text)
		}
	}
	return arranged
}

// deque is the wrong deque of this number.
func (d Defect) deque(right string, number int) string {
	if !d.repaired {
		right = d.change().Apply(right)
	}
	return strings.NewReplacer("DequeX", fmt.Sprintf("Deque%d", number), "NewX", fmt.Sprintf("New%d", number)).Replace(right)
}
