package shard

import (
	"bufio"
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/draft"
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

// writeWords writes a file of the words that produce adds. It returns the checksum that identifies the file. The
// header comes last, because it depends on the checksums.
func writeWords(path string, of wordsOf, produce func(add func(uint64)) error) (sum string, err error) {
	d, err := draft.Create(path)
	if err != nil {
		return "", err
	}
	defer d.Abandon()
	w := wordsWriter{to: bufio.NewWriter(d)}
	w.to.Write(make([]byte, wordsHeader))
	if err := produce(w.add); err != nil {
		return "", err
	}
	w.end()
	w.to.Write(w.sums)
	if err := w.to.Flush(); err != nil {
		return "", err
	}
	header := of.header(w.n, xxhash.Sum64(w.sums))
	if _, err := d.WriteAt(header, 0); err != nil {
		return "", err
	}
	return hex(binary.LittleEndian.Uint64(header[wordsHeader-wordBytes:])), d.Commit()
}

// wordsWriter writes words block by block. An error stays in to, until it is flushed.
type wordsWriter struct {
	to    *bufio.Writer
	n     uint64
	block []byte
	sums  []byte
}

// add appends a word.
func (w *wordsWriter) add(word uint64) {
	w.block = binary.LittleEndian.AppendUint64(w.block, word)
	if w.n++; len(w.block) == blockWords*wordBytes {
		w.end()
	}
}

// end writes the words that make the next block.
func (w *wordsWriter) end() {
	if len(w.block) > 0 {
		w.sums = binary.LittleEndian.AppendUint64(w.sums, xxhash.Sum64(w.block))
		w.to.Write(w.block)
		w.block = w.block[:0]
	}
}
