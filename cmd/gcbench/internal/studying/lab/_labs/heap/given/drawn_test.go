package answer

// drawn is a heap for a test: the references of each object.
type drawn struct {
	roots      []uint32
	references map[uint32][]uint32
}

func (d drawn) Roots() []uint32                       { return d.roots }
func (d drawn) NumReferences(object uint32) int       { return len(d.references[object]) }
func (d drawn) Reference(object uint32, i int) uint32 { return d.references[object][i] }

// set is a bitmap of the words that a test gives it.
type set []uint64

func (s set) Has(object uint32) bool { return s[object/64]>>(object%64)&1 == 1 }
func (s set) Set(object uint32)      { s[object/64] |= 1 << (object % 64) }
func (s set) Clear(object uint32)    { s[object/64] &^= 1 << (object % 64) }
func (s set) NumWords() int          { return len(s) }
func (s set) Word(i int) uint64      { return s[i] }
