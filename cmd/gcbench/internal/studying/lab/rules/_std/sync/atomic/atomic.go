package atomic

type Uint64 struct{ v uint64 }

func (x *Uint64) Add(delta uint64) (new uint64)
func (x *Uint64) And(mask uint64) (old uint64)
func (x *Uint64) CompareAndSwap(old, new uint64) (swapped bool)
func (x *Uint64) Load() uint64
func (x *Uint64) Or(mask uint64) (old uint64)
func (x *Uint64) Store(val uint64)
func (x *Uint64) Swap(new uint64) (old uint64)
