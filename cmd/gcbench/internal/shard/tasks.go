package shard

import (
	"iter"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Task is what one part has to do in a round.
type Task struct {
	Part int
	// Refs are the messages to the part in the round before, ascending and without
	// repetition. In round 1 there are none, because a part begins with its own roots.
	Refs []heap.Ref
}

// tasksAtOnce is how many messages Tasks holds in memory at most, unless one part has more: 32 MiB.
const tasksAtOnce = 8 << 20

// Tasks iterates over the tasks of a round, one for each of r.Parts, ascending. After an error it
// ends. Any goroutine may call it.
//
// Each sender's file is read once to count its messages, and once more for each group of parts whose
// messages fit into memory together. So the files that are opened grow with the parts, and not with
// the square of their number, as they would if each part looked into the file of each sender.
func (r *Round) Tasks() iter.Seq2[Task, error] { return r.tasks(tasksAtOnce) }

// tasks is Tasks with another bound.
func (r *Round) tasks(most int) iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		e, err := r.open()
		if err != nil {
			yield(Task{}, err)
			return
		}
		counts, err := r.counts(e)
		for rest := r.Parts; err == nil && len(rest) > 0; {
			group := fitting(rest, counts, most)
			rest = rest[len(group):]
			var boxes [][]heap.Ref
			if boxes, err = r.sortOut(e, group, counts); err != nil {
				break
			}
			for _, part := range group {
				if !yield(Task{part, sorted(boxes[part])}, nil) {
					return
				}
				boxes[part] = nil // a large part needs the room
			}
		}
		if err != nil {
			yield(Task{}, err)
		}
	}
}

// counts returns for each part of the export how many messages there are to it.
func (r *Round) counts(e *Export) ([]int, error) {
	counts := make([]int, len(e.Parts))
	for _, by := range r.Senders {
		err := r.messages(e, by, 0, func(m Message) bool {
			counts[m.Part()]++
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// fitting returns the first of these parts, as many as have at most so many messages together, and one at
// least.
func fitting(parts, counts []int, most int) []int {
	sum := counts[parts[0]]
	for i := 1; i < len(parts); i++ {
		if sum += counts[parts[i]]; sum > most {
			return parts[:i]
		}
	}
	return parts
}

// sortOut returns the messages to each of some parts, which ascend. It reads of each sender's file
// only what lies between the first of them and the last.
func (r *Round) sortOut(e *Export, parts, counts []int) ([][]heap.Ref, error) {
	boxes, last := make([][]heap.Ref, len(e.Parts)), parts[len(parts)-1]
	for _, part := range parts {
		boxes[part] = make([]heap.Ref, 0, counts[part])
	}
	for _, by := range r.Senders {
		err := r.messages(e, by, MessageTo(parts[0], heap.Nil), func(m Message) bool {
			if m.Part() > last {
				return false
			}
			boxes[m.Part()] = append(boxes[m.Part()], m.Ref())
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return boxes, nil
}
