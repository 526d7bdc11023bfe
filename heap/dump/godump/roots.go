package godump

import (
	"cmp"
	"slices"
	"sort"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/objects"
)

// root notes that the program holds addr somewhere outside the heap, in the word at the
// address at. This is 0 if the record does not say where.
func (d *decoder) root(addr, at uint64) {
	if addr-d.params.ArenaStart >= d.params.ArenaEnd-d.params.ArenaStart {
		return // nil, a global variable or foreign memory
	}
	d.stats.RootWords[d.kind]++
	d.roots = append(d.roots, rootWord{value: addr, at: at, origin: d.origins.here()})
}

func (d *decoder) otherRoot() {
	d.origins.name = d.origins.number(d.in.name("description"))
	d.root(d.in.Varint("target"), 0)
}

// segment reads the data or the bss segment.
func (d *decoder) segment() {
	start := d.in.Varint("address")
	size := d.in.Varint("size")
	d.contents(size)
	d.fields(size, func(w keptWord) { d.root(w.value, start+w.off) })
	d.segments = append(d.segments, Segment{d.kind, start, size})
}

func (d *decoder) goroutine() {
	g := goroutine{address: d.in.Varint("address")}
	d.in.Varint("stack pointer")
	g.number = d.in.Varint("number")
	d.in.uints("creator", "status")
	g.system = d.in.bool("mark of a system goroutine")
	d.in.bool("mark of a background goroutine")
	d.in.Varint("time of waiting")
	g.waiting = d.origins.number(d.in.name("reason for waiting"))
	d.origins.enter(g)
	d.root(d.in.Varint("closure context"), 0)
	d.in.Varint("OS thread")
	d.root(d.in.Varint("first defer record"), 0)
	d.root(d.in.Varint("first panic record"), 0)
}

func (d *decoder) stackFrame() {
	sp := d.in.Varint("stack pointer")
	d.in.uints("depth", "stack pointer of the callee")
	size := d.in.Varint("size")
	d.contents(size)
	d.in.uints("function", "program counter", "continuation")
	d.origins.name = d.origins.number(d.in.name("function's name"))
	d.frameFields(sp, size)
	if d.in.Err() != nil || d.opts.PreciseStacks {
		return
	}
	f := frame{sp: sp, size: size, first: uint64(len(d.frameWords)), words: uint64(len(d.kept))}
	for _, w := range d.kept {
		f.origin = d.origins.here()
		d.frameWords = append(d.frameWords, w.value)
	}
	d.frames = append(d.frames, f)
}

// deferRecord notes the same roots as the collector. The collector marks a record on
// the heap and the function, and it follows the list.
func (d *decoder) deferRecord() {
	record := d.in.Varint("address")
	d.origins.of(d.in.Varint("goroutine"))
	d.root(record, 0)
	d.in.uints("stack pointer", "program counter")
	d.root(d.in.Varint("function"), 0)
	d.in.Varint("entry of the function")
	d.root(d.in.Varint("next defer record"), 0)
}

func (d *decoder) panicRecord() {
	record := d.in.Varint("address")
	d.origins.of(d.in.Varint("goroutine"))
	d.root(record, 0)
	d.root(d.in.Varint("type of the value"), 0)
	d.root(d.in.Varint("data of the value"), 0)
	d.in.Varint("defer record")
	d.root(d.in.Varint("next panic record"), 0)
}

// finalizer notes the function as a root. It also notes the object. Once all objects
// are known, what the object refers to becomes roots, because all of it is still there
// when the finalizer runs.
func (d *decoder) finalizer() {
	obj := d.in.Varint("object")
	d.root(d.in.Varint("function"), obj)
	d.in.uints("entry of the function", "type of the argument", "type of the object")
	d.finalized = append(d.finalized, obj)
}

// queuedFinalizer notes as roots what the runtime's mask of its queue lists.
func (d *decoder) queuedFinalizer() {
	d.root(d.in.Varint("object"), 0)
	d.root(d.in.Varint("function"), 0)
	d.in.Varint("entry of the function")
	d.root(d.in.Varint("type of the argument"), 0)
	d.root(d.in.Varint("type of the object"), 0)
}

// intoObjects leaves those root words that lead into an object, and puts its number in
// place of the word. If a root leads into a stack frame, all words of the frame become
// roots. They are guessed.
func (d *decoder) intoObjects(x *objects.Index) {
	slices.SortFunc(d.frames, func(a, b frame) int { return cmp.Compare(a.sp, b.sp) })
	var todo []*frame
	kept := d.roots[:0] // never longer than what has been looked at
	look := func(w rootWord) {
		if i, ok := x.Inside(w.value); ok {
			w.value = uint64(i)
			kept = append(kept, w)
		} else if f := d.frameAt(w.value); f != nil && !f.scanned {
			f.scanned = true
			d.stats.FramesPointedInto++
			todo = append(todo, f)
		}
	}
	for _, w := range d.roots {
		look(w)
	}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, value := range d.frameWords[f.first : f.first+f.words] {
			look(rootWord{value: value, origin: f.origin, guessed: true})
		}
	}
	d.roots = kept
}

// frameAt returns the frame that contains addr, or nil.
func (d *decoder) frameAt(addr uint64) *frame {
	i := sort.Search(len(d.frames), func(i int) bool { return d.frames[i].sp > addr }) - 1
	if i < 0 || addr-d.frames[i].sp >= d.frames[i].size {
		return nil
	}
	return &d.frames[i]
}
