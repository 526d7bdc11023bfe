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

// Tasks iterates over the tasks of a round, one for each of r.Parts, ascending. After an error it
// ends. Any goroutine may call it.
//
// Messages ascend by part, so each sender's file is read once, from start to end. It takes 1 MiB at most meanwhile,
// which is a block of it.
func (r *Round) Tasks() iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		senders, err := r.senders(r.Senders)
		for _, part := range r.Parts {
			var refs []heap.Ref
			for _, s := range senders {
				if err == nil {
					refs, err = s.take(part, refs)
				}
			}
			if !yield(Task{part, sorted(refs)}, err) || err != nil {
				return
			}
		}
	}
}

// Sent iterates over the messages that a part has sent in the round before, ascending.
// Messages to one part therefore lie together. After an error it ends. Any goroutine may call it.
func (r *Round) Sent(by int) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		senders, err := r.senders([]int{by})
		if err != nil {
			yield(0, err)
			return
		}
		for s := senders[0]; s.next < s.n; s.next++ {
			if m, err := s.message(); !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// sender is the file of the messages that a part has sent. They are read up to the next one.
type sender struct {
	*words
	export *Export
	next   uint64
}

// senders opens the messages that these parts have sent in the round before.
func (r *Round) senders(parts []int) (all []*sender, err error) {
	e, err := r.open()
	if err != nil {
		return nil, err
	}
	for _, by := range parts {
		sent, err := openWords(fileOf(folderOf(r.Work, r.Number-1), by, "sent"), e.wordsOf(sentWords, by, r.Number-1))
		if err != nil {
			return nil, err
		}
		all = append(all, &sender{sent, e, 0})
	}
	return all, nil
}

// message returns the next message.
func (s *sender) message() (Message, error) {
	word, err := s.at(s.next)
	if err != nil {
		return 0, err
	}
	return Message(word), s.export.valid(Message(word), s.path, wordsHeader+s.next*wordBytes)
}

// take appends to refs what the next messages name, as far as they are to a part. Parts are asked for in ascending
// order.
func (s *sender) take(part int, refs []heap.Ref) ([]heap.Ref, error) {
	for ; s.next < s.n; s.next++ {
		m, err := s.message()
		if err != nil || m.Part() > part {
			return refs, err
		}
		if m.Part() == part {
			refs = append(refs, m.Ref())
		}
	}
	return refs, nil
}
