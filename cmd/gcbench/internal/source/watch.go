package source

import (
	"io"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// phase says that a phase of unknown length has begun.
func (w Watch) phase(name string) {
	if w != nil {
		w(name, 0, 0)
	}
}

// watchBytes is how many bytes pass between two reports: some hundredths of a second.
const watchBytes = 16 << 20

// meter counts bytes that pass, of a whole, and reports them.
type meter struct {
	watch         Watch
	phase         string
	passed, whole uint64
	told          uint64
}

func (m *meter) add(n int) {
	m.passed += uint64(n)
	if m.watch != nil && m.passed-m.told >= watchBytes {
		m.told = m.passed
		m.watch(m.phase, m.passed, m.whole)
	}
}

// reader reports what is read from r, of so many bytes, or of 0 if nobody knows how many.
func (w Watch) reader(r io.Reader, whole uint64) io.Reader {
	return &meteredReader{r, meter{watch: w, phase: "reading", whole: whole}}
}

type meteredReader struct {
	io.Reader
	meter
}

func (m *meteredReader) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.add(n)
	return n, err
}

// readerAt is reader for a file that is read at any offset.
func (w Watch) readerAt(r io.ReaderAt, whole uint64) io.ReaderAt {
	return &meteredReaderAt{r, meter{watch: w, phase: "reading", whole: whole}}
}

type meteredReaderAt struct {
	io.ReaderAt
	meter
}

func (m *meteredReaderAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := m.ReaderAt.ReadAt(p, off)
	m.add(n)
	return n, err
}

// writer reports what write has written of the bytes that are expected.
func (w Watch) writer(write func(io.Writer, *heap.Heap) error, expected func(*heap.Heap) uint64) func(io.Writer, *heap.Heap) error {
	return func(to io.Writer, h *heap.Heap) error {
		w.phase("writing")
		return write(&meteredWriter{to, meter{watch: w, phase: "writing", whole: expected(h)}}, h)
	}
}

type meteredWriter struct {
	io.Writer
	meter
}

func (m *meteredWriter) Write(p []byte) (int, error) {
	n, err := m.Writer.Write(p)
	m.add(n)
	return n, err
}
