package shard

import (
	"github.com/seed-3ccf4018/halfmark/heap"
)

// marks returns the marks of a part before this round. If it has none, they have no bits.
func (r *Round) marks(p *Part) (*heap.Bitmap, error) {
	marks := heap.NewBitmap(p.heap.Granules())
	round := r.Before[p.Number]
	if round == 0 {
		return marks, nil
	}
	path := fileOf(folderOf(r.Work, round), p.Number, "marks")
	file, err := openWords(path, p.export.wordsOf(markWords, p.Number, round))
	if err != nil {
		return nil, err
	}
	into := marks.Words()
	if file.n != uint64(len(into)) {
		return nil, damaged(path, 32, "it has %d words: the bitmap of part %d has %d", file.n, p.Number, len(into))
	}
	for i := range file.n {
		word, err := file.at(i)
		if err != nil {
			return nil, err
		}
		into[i].Store(word)
	}
	if marks.Has(heap.Nil) {
		return nil, damaged(path, wordsHeader, "bit 0 is set, which is nil and no object")
	}
	if end := marks.Len() % 64; end != 0 && into[file.n-1].Load()>>end != 0 {
		return nil, damaged(path, wordsHeader+(file.n-1)*wordBytes, "a bit is set beyond the %d granules of part %d", marks.Len(), p.Number)
	}
	return marks, nil
}

// total counts the marks of a part before this round: see [Part.Total].
func (r *Round) total(e *Export, part int) (count, digest uint64, err error) {
	p, err := e.OpenPart(part, false)
	if err != nil {
		return 0, 0, err
	}
	marks, err := r.marks(p)
	if err != nil {
		return 0, 0, err
	}
	return p.Total(marks)
}

// writeMarks writes the marks of a part after this round.
func (r *Round) writeMarks(e *Export, part int, marks *heap.Bitmap) error {
	_, err := writeWords(fileOf(folderOf(r.Work, r.Number), part, "marks"), e.wordsOf(markWords, part, r.Number), func(add func(uint64)) error {
		for i := range marks.Words() {
			add(marks.Words()[i].Load())
		}
		return nil
	})
	return err
}

// writeSent writes the messages of a step, and counts them.
func (r *Round) writeSent(e *Export, sent func(func(Message)) error, out *Outcome) error {
	_, err := writeWords(fileOf(folderOf(r.Work, r.Number), out.Part, "sent"), e.wordsOf(sentWords, out.Part, r.Number), func(add func(uint64)) error {
		return sent(func(m Message) {
			if n := len(out.To); n == 0 || out.To[n-1] != m.Part() {
				out.To = append(out.To, m.Part())
			}
			out.Messages++
			add(uint64(m))
		})
	})
	return err
}
