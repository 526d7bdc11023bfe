package shard

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/draft"
)

// The kinds of files of words: see format.go.
const (
	outWords uint32 = iota + 1
	rankWords
	markWords
	sentWords
)

const (
	wordsMagic   = "\x89HMP\r\n\x1a\n"
	wordsVersion = 1
	wordsHeader  = 56
	wordBytes    = 8
	blockWords   = 1 << 17 // of a block of 1 MiB, the unit of a checksum
)

// wordsOf says which file of words is meant.
type wordsOf struct {
	kind        uint32
	export      uint64 // checksum of the manifest, for marks and messages
	part, round uint32
}

// header returns the header of a file of n words whose sums have this checksum.
func (w wordsOf) header(n, sumsHash uint64) []byte {
	le := binary.LittleEndian
	b := append(make([]byte, 0, wordsHeader), wordsMagic...)
	b = le.AppendUint32(le.AppendUint32(b, wordsVersion), w.kind)
	b = le.AppendUint64(b, w.export)
	b = le.AppendUint32(le.AppendUint32(b, w.part), w.round)
	b = le.AppendUint64(le.AppendUint64(b, n), sumsHash)
	return le.AppendUint64(b, xxhash.Sum64(b))
}

// wordsWriter writes a file of words from start to end. The header comes last, because it
// depends on the checksums.
type wordsWriter struct {
	*draft.File
	of    wordsOf
	n     uint64
	block []byte
	sums  []byte
}

// createWords begins a file of words. The caller ends it with finish or abandon.
func createWords(path string, of wordsOf) (*wordsWriter, error) {
	d, err := draft.Create(path)
	if err != nil {
		return nil, err
	}
	if _, err := d.Write(make([]byte, wordsHeader)); err != nil {
		d.Abandon()
		return nil, err
	}
	return &wordsWriter{File: d, of: of}, nil
}

// add appends a word.
func (w *wordsWriter) add(word uint64) error {
	w.block = binary.LittleEndian.AppendUint64(w.block, word)
	w.n++
	if len(w.block) < blockWords*wordBytes {
		return nil
	}
	return w.flush()
}

// flush writes the words that make the next block.
func (w *wordsWriter) flush() error {
	if len(w.block) == 0 {
		return nil
	}
	w.sums = binary.LittleEndian.AppendUint64(w.sums, xxhash.Sum64(w.block))
	_, err := w.Write(w.block)
	w.block = w.block[:0]
	return err
}

// finish writes the rest, and gives the file its name. It returns the checksum that identifies
// the file.
func (w *wordsWriter) finish() (uint64, error) {
	if err := w.flush(); err != nil {
		return 0, err
	}
	if _, err := w.Write(w.sums); err != nil {
		return 0, err
	}
	header := w.of.header(w.n, xxhash.Sum64(w.sums))
	if _, err := w.WriteAt(header, 0); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(header[wordsHeader-wordBytes:]), w.Commit()
}
