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

// watchBytes is how many bytes pass between two reports: some hundredths of a second. Tests have smaller files.
var watchBytes uint64 = 16 << 20

// meter counts bytes that pass through one of its ends, of a whole, and reports them.
type meter struct {
	io.Reader
	io.ReaderAt
	io.Writer
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

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.add(n)
	return n, err
}

func (m *meter) ReadAt(p []byte, off int64) (int, error) {
	n, err := m.ReaderAt.ReadAt(p, off)
	m.add(n)
	return n, err
}

func (m *meter) Write(p []byte) (int, error) {
	n, err := m.Writer.Write(p)
	m.add(n)
	return n, err
}

// reader reports what is read from r, of so many bytes, or of 0 if their number is not known.
func (w Watch) reader(r io.Reader, whole uint64) io.Reader {
	return &meter{Reader: r, watch: w, phase: "reading", whole: whole}
}

// readerAt is reader for a file that is read at any offset.
func (w Watch) readerAt(r io.ReaderAt, whole uint64) io.ReaderAt {
	return &meter{ReaderAt: r, watch: w, phase: "reading", whole: whole}
}

// writer reports what write has written of the bytes that are expected.
func (w Watch) writer(write func(io.Writer, *heap.Heap) error, expected func(*heap.Heap) uint64) func(io.Writer, *heap.Heap) error {
	return func(to io.Writer, h *heap.Heap) error {
		w.phase("writing")
		return write(&meter{Writer: to, watch: w, phase: "writing", whole: expected(h)}, h)
	}
}
