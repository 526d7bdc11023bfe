package hprof

import "unicode/utf8"

// threads is what the file says of stacks. Roots name a frame by its thread and its number in
// the stack:
//
//	root ──thread──> trace ──number──> frame ──> class and method
type threads struct {
	frames map[uint64]*frame   // by id
	traces map[uint32][]uint64 // the frames of a stack, by the serial number of the trace
	stacks map[uint32]uint32   // the trace of a thread, by the serial number of the thread
	names  map[uint32]uint64   // the name of a thread
}

// frame is a frame of a stack: the name of its method, and the serial number of the class.
type frame struct {
	method uint64
	class  uint32
	text   string // the class and the method, once a root has asked for them
}

// frameBytes is what a frame, a trace or a thread takes.
const frameBytes = 96

func newThreads() threads {
	return threads{map[uint64]*frame{}, map[uint32][]uint64{}, map[uint32]uint32{}, map[uint32]uint64{}}
}

// runs says that a thread has this stack. Where the thread's root and a trace differ, the
// root counts.
func (t *threads) runs(thread, trace uint32) {
	if _, known := t.traces[trace]; known {
		t.stacks[thread] = trace
	}
}

// frame reads a frame of a stack: id, method, signature, file, class, line.
func (d *decoder) frame(length uint64) {
	if !d.needs(length, 4, 8) {
		return
	}
	id := d.id("identifier of a frame")
	method := d.id("name of a method")
	d.id("signature of a method")
	d.id("file of a method")
	class := d.serial("class of a method")
	if d.in.Err() == nil {
		d.out.Held(frameBytes)
		d.threads.frames[id] = &frame{method: method, class: class}
	}
}

// trace reads a stack: serial number, thread, number of frames, frames.
func (d *decoder) trace(length uint64) {
	if !d.needs(length, 0, 12) {
		return
	}
	serial, thread := d.serial("serial number of a trace"), d.serial("thread of a trace")
	n := d.in.Big(4, "number of frames")
	if d.in.Err() == nil && n*uint64(d.idBytes) > length-12 {
		d.in.Fail("the stack has %d frames: there is room for %d in the record", n, (length-12)/uint64(d.idBytes))
	}
	d.out.Held(frameBytes)
	var frames []uint64
	for ; n > 0 && !d.stopped(); n-- {
		frames = append(frames, d.id("frame of a trace"))
		d.out.Held(8)
	}
	d.threads.traces[serial] = frames
	if _, known := d.threads.stacks[thread]; !known {
		d.threads.stacks[thread] = serial
	}
}

// startThread reads the name of a thread, which the old agent writes: serial number, object,
// trace, name, names of groups.
func (d *decoder) startThread(length uint64) {
	if !d.needs(length, 4, 8) {
		return
	}
	serial := d.serial("serial number of a thread")
	d.id("object of a thread")
	d.serial("trace of a thread")
	name := d.id("name of a thread")
	if d.in.Err() == nil {
		d.out.Held(frameBytes)
		d.threads.names[serial] = name
	}
}

// method returns the class and the method of a frame, or "". Frames are numbered from 0, the
// innermost first. A root that belongs to no frame has the number 2^32-1.
func (d *decoder) method(thread, number uint32) string {
	trace, known := d.threads.stacks[thread]
	frames := d.threads.traces[trace]
	if !known || uint64(number) >= uint64(len(frames)) {
		return ""
	}
	f := d.threads.frames[frames[number]]
	if f == nil {
		return ""
	}
	if f.text == "" {
		f.text = inLabel(d.names[f.method])
		if c := d.bySerial[f.class]; c != nil {
			f.text = inLabel(c.text()) + "." + f.text
		}
	}
	return f.text
}

// labelBytes is how much of a name the label of a root has. Roots are the shortest entries of a
// dump, and each may have another label: with whole names, a few bytes of the file would make a label
// of a kilobyte.
const labelBytes = 96

// inLabel is a name as labels have it.
func inLabel(name string) string {
	if len(name) <= labelBytes {
		return name
	}
	end := labelBytes
	for !utf8.RuneStart(name[end]) { // names are printable, so a character begins near
		end--
	}
	return name[:end] + "..."
}
