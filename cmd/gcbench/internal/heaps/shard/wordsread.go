package shard

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// words is a file of words that is read. It holds one block of it, which is
// verified when it is read. Between two reads the file is closed, so any number of them can be in use. One
// goroutine at a time may use it.
type words struct {
	path string
	n    uint64 // how many words there are
	sum  string // the checksum that identifies the file
	sums []byte

	buffer []byte // room for a block
	loaded uint64 // number of the block in buffer plus 1; 0 if there is none
}

// openWords reads the header and the section sums of the file of words at path, which must be the one that is
// meant. It allocates nothing before it has compared the number of words with the file's length.
func openWords(path string, of wordsOf) (*words, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	w, header := &words{path: path}, make([]byte, wordsHeader)
	if err := w.read(f, header, 0); err != nil {
		return nil, err
	}
	if err := w.decode(header, of); err != nil {
		return nil, err
	}
	size := uint64(max(info.Size(), 0))
	if most := size / wordBytes; w.n > most || w.end()+w.sumsBytes() != size {
		return nil, damaged(path, 32, "the header says %d words, and the file has %d bytes: it was cut, or something was appended", w.n, size)
	}
	w.sums = make([]byte, w.sumsBytes())
	if err := w.read(f, w.sums, w.end()); err != nil {
		return nil, err
	}
	if got, want := xxhash.Sum64(w.sums), binary.LittleEndian.Uint64(header[40:]); got != want {
		return nil, damaged(path, w.end(), "the checksum of the section sums is %016x and should be %016x: the file is damaged", got, want)
	}
	w.buffer = make([]byte, min(w.n, blockWords)*wordBytes)
	return w, nil
}

// decode checks a header.
func (w *words) decode(header []byte, of wordsOf) error {
	le := binary.LittleEndian
	if !bytes.HasPrefix(header, []byte(wordsMagic)) {
		return damaged(w.path, 0, "it begins with % x and should begin with % x: it is not a file of words", header[:8], wordsMagic)
	}
	got := hex(xxhash.Sum64(header[:wordsHeader-wordBytes]))
	if w.sum = hex(le.Uint64(header[wordsHeader-wordBytes:])); got != w.sum {
		return damaged(w.path, 0, "the checksum of the header is %s and should be %s: the header is damaged", got, w.sum)
	}
	w.n = le.Uint64(header[32:])
	want := of.header(w.n, le.Uint64(header[40:]))
	for _, field := range []struct {
		at, bytes int
		what      string
	}{{8, 4, "version"}, {12, 4, "kind of file"}, {16, 8, "export"}, {24, 4, "part"}, {28, 4, "round"}} {
		got, want := header[field.at:field.at+field.bytes], want[field.at:field.at+field.bytes]
		if !bytes.Equal(got, want) {
			return damaged(w.path, uint64(field.at), "the %s is % x and should be % x: it is another file, put the right one here", field.what, got, want)
		}
	}
	return nil
}

// end is where the words end, and the sums begin.
func (w *words) end() uint64 { return wordsHeader + w.n*wordBytes }

func (w *words) sumsBytes() uint64 { return (w.n + blockWords - 1) / blockWords * wordBytes }

// read fills b from an offset of the file.
func (w *words) read(f *os.File, b []byte, at uint64) error {
	n, err := f.ReadAt(b, int64(at))
	if n == len(b) {
		return nil // with io.EOF, if these are the last bytes
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return &DamageError{w.path, int64(at) + int64(n), fmt.Sprintf("%d of %d bytes could be read", n, len(b)), err}
}

// at returns word i, which must be below w.n. To read words in order reads each block once.
func (w *words) at(i uint64) (uint64, error) {
	if k := i / blockWords; w.loaded != k+1 {
		if err := w.load(k); err != nil {
			return 0, err
		}
	}
	return binary.LittleEndian.Uint64(w.buffer[i%blockWords*wordBytes:]), nil
}

// load reads block k and compares it with its checksum.
func (w *words) load(k uint64) error {
	w.loaded = 0
	f, err := os.Open(w.path)
	if err != nil {
		return err
	}
	defer f.Close()
	block := w.buffer[:min(w.n-k*blockWords, blockWords)*wordBytes]
	at := wordsHeader + k*blockWords*wordBytes
	if err := w.read(f, block, at); err != nil {
		return err
	}
	if got, want := xxhash.Sum64(block), binary.LittleEndian.Uint64(w.sums[k*wordBytes:]); got != want {
		return damaged(w.path, at, "the checksum of the %d bytes from here is %016x and should be %016x: the file is damaged", len(block), got, want)
	}
	w.loaded = k + 1
	return nil
}
