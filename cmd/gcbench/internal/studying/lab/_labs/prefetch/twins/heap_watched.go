//go:build watched

package answer

// Heap and Bitmap are what the judge watches, in place of those in heap.go.
type (
	Heap struct {
		Watched interface {
			Roots() []uint32
			NumReferences(object uint32) int
			Reference(object uint32, i int) uint32
			Prefetch(object uint32)
		}
	}
	Bitmap struct {
		Watched interface {
			Has(object uint32) bool
			Set(object uint32)
		}
	}
)

func (h *Heap) Roots() []uint32                       { return h.Watched.Roots() }
func (h *Heap) NumReferences(object uint32) int       { return h.Watched.NumReferences(object) }
func (h *Heap) Reference(object uint32, i int) uint32 { return h.Watched.Reference(object, i) }
func (h *Heap) Prefetch(object uint32)                { h.Watched.Prefetch(object) }
func (b *Bitmap) Has(object uint32) bool              { return b.Watched.Has(object) }
func (b *Bitmap) Set(object uint32)                   { b.Watched.Set(object) }
