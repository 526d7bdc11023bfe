package godump

import (
	"cmp"
	"slices"
	"sort"
)

// root notes that the program holds addr somewhere outside the heap.
func (d *decoder) root(addr uint64) {
	if addr-d.params.ArenaStart >= d.params.ArenaEnd-d.params.ArenaStart {
		return // nil, a global variable or foreign memory
	}
	d.stats.RootWords[d.kind]++
	d.roots = append(d.roots, addr)
}

func (d *decoder) otherRoot() {
	d.in.name("description")
	d.root(d.in.uint("target"))
}

// segment reads the data or the bss segment.
func (d *decoder) segment() {
	d.in.uint("address")
	size := d.in.uint("size")
	d.contents(size)
	first := len(d.roots)
	d.roots, _ = d.fields(size, d.roots)
	d.stats.RootWords[d.kind] += uint64(len(d.roots) - first)
}

func (d *decoder) goroutine() {
	d.in.uints("address", "stack pointer", "number", "creator", "status")
	d.in.bool("mark of a system goroutine")
	d.in.bool("mark of a background goroutine")
	d.in.uint("time of waiting")
	d.in.name("reason for waiting")
	d.root(d.in.uint("closure context"))
	d.in.uint("OS thread")
	d.root(d.in.uint("first defer record"))
	d.root(d.in.uint("first panic record"))
}

func (d *decoder) stackFrame() {
	sp := d.in.uint("stack pointer")
	d.in.uints("depth", "stack pointer of the callee")
	size := d.in.uint("size")
	d.contents(size)
	d.in.uints("function", "program counter", "continuation")
	d.in.name("function's name")
	d.frameFields(size)
	if d.in.err != nil || d.opts.PreciseStacks {
		return
	}
	d.frames = append(d.frames, frame{sp: sp, size: size, first: uint64(len(d.frameWords)), words: uint64(len(d.kept))})
	for _, w := range d.kept {
		d.frameWords = append(d.frameWords, w.value)
	}
}

// deferRecord notes the same roots as the collector. The collector marks a record on
// the heap and the function, and it follows the list.
func (d *decoder) deferRecord() {
	d.root(d.in.uint("address"))
	d.in.uints("goroutine", "stack pointer", "program counter")
	d.root(d.in.uint("function"))
	d.in.uint("entry of the function")
	d.root(d.in.uint("next defer record"))
}

func (d *decoder) panicRecord() {
	d.root(d.in.uint("address"))
	d.in.uint("goroutine")
	d.root(d.in.uint("type of the value"))
	d.root(d.in.uint("data of the value"))
	d.in.uint("defer record")
	d.root(d.in.uint("next panic record"))
}

// finalizer notes the function as a root. It also notes the object. Once all objects
// are known, what the object refers to becomes roots, because all of it is still there
// when the finalizer runs.
func (d *decoder) finalizer() {
	obj := d.in.uint("object")
	d.root(d.in.uint("function"))
	d.in.uints("entry of the function", "type of the argument", "type of the object")
	d.finalized = append(d.finalized, obj)
}

// queuedFinalizer notes as roots what the runtime's mask of its queue lists.
func (d *decoder) queuedFinalizer() {
	d.root(d.in.uint("object"))
	d.root(d.in.uint("function"))
	d.in.uint("entry of the function")
	d.root(d.in.uint("type of the argument"))
	d.root(d.in.uint("type of the object"))
}

// reachFrom calls object with the number of each object that a root leads into. It may
// call it more than once for one object. If a root leads into a stack frame, all words
// of the frame become roots.
func (d *decoder) reachFrom(x *index, object func(int)) {
	slices.SortFunc(d.frames, func(a, b frame) int { return cmp.Compare(a.sp, b.sp) })
	queue := d.roots
	for len(queue) > 0 {
		addr := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if i, ok := x.find(addr); ok {
			object(i)
		} else if f := d.frameAt(addr); f != nil && !f.scanned {
			f.scanned = true
			d.stats.FramesPointedInto++
			queue = append(queue, d.frameWords[f.first:f.first+f.words]...)
		}
	}
}

// frameAt returns the frame that contains addr, or nil.
func (d *decoder) frameAt(addr uint64) *frame {
	i := sort.Search(len(d.frames), func(i int) bool { return d.frames[i].sp > addr }) - 1
	if i < 0 || addr-d.frames[i].sp >= d.frames[i].size {
		return nil
	}
	return &d.frames[i]
}
