package hprof

import (
	"strconv"
	"strings"
)

// rootKind says what a root is called, and what its entry has after the identifier of the
// object: another identifier, a thread, or a thread and a number.
type rootKind struct {
	name    string
	id      bool
	thread  bool
	numbers int // of 4 bytes, the thread among them
}

// rootKinds has the roots by their tags. An entry of the kind notARoot is read like the others, and
// makes no object a root.
var rootKinds = map[byte]rootKind{
	rootUnknown:     {name: "unknown root"},
	rootJNIGlobal:   {name: "JNI global", id: true},
	rootJNILocal:    {name: "JNI local", thread: true, numbers: 2},
	rootFrame:       {name: "frame", thread: true, numbers: 2},
	rootNativeStack: {name: "native stack", thread: true, numbers: 1},
	rootSystemClass: {name: "system class"},
	rootThreadBlock: {name: "thread block", thread: true, numbers: 1},
	rootMonitor:     {name: "monitor"},
	rootThread:      {name: "thread", thread: true, numbers: 2},
	rootInterned:    {name: "interned string"},
	rootFinalizing:  {name: "object in finalization"},
	rootDebugger:    {name: "debugger"},
	rootCleanup:     {name: "reference in cleanup"},
	rootVMInternal:  {name: "VM internal"},
	rootJNIMonitor:  {name: "JNI monitor", thread: true, numbers: 2},
	notARoot:        {name: ""},
}

// lateRootBytes is the size of a lateRoot.
const lateRootBytes = 24

// lateRoot is a root that belongs to a thread. Frames and names of threads may come later.
type lateRoot struct {
	object        uint64
	thread, frame uint32
	tag           byte
}

// root reads a root.
func (d *decoder) root(tag byte) {
	kind, known := rootKinds[tag]
	if !known {
		d.in.FailAt(d.in.Offset()-1, "the next part of the heap dump is of kind %#x, which is not known: the part before it may be damaged", tag)
		return
	}
	r := lateRoot{object: d.id("root"), tag: tag}
	if kind.id {
		d.id("JNI reference")
	}
	if kind.numbers > 0 {
		r.thread = d.serial("thread of a root")
	}
	if kind.numbers > 1 {
		r.frame = d.serial("frame or trace of a root")
	}
	switch {
	case d.in.Err() != nil, tag == notARoot:
	case kind.thread:
		if tag == rootThread {
			d.threads.runs(r.thread, r.frame)
		}
		d.out.Held(lateRootBytes)
		d.late = append(d.late, r)
	default:
		if tag == rootSystemClass {
			d.odd.systemClasses++
		}
		d.out.Root(r.object, d.out.Label(kind.name))
	}
}

// labelLateRoots adds the roots of threads.
func (d *decoder) labelLateRoots() {
	for _, r := range d.late {
		if d.stopped() {
			return
		}
		d.out.Root(r.object, d.out.Label(d.lateLabel(r)))
	}
	d.late = nil
}

// lateLabel says what a root of a thread is: "frame of Foo.bar, thread 3".
func (d *decoder) lateLabel(r lateRoot) string {
	kind, thread := rootKinds[r.tag].name, d.threadName(r.thread)
	if r.tag == rootThread {
		return thread
	}
	if r.tag == rootFrame || r.tag == rootJNILocal {
		if method := d.method(r.thread, r.frame); method != "" {
			return kind + " of " + method + ", " + thread
		}
	}
	return kind + ", " + thread
}

// threadName is the name of a thread if the file has it, and its number if not.
func (d *decoder) threadName(serial uint32) string {
	if name := d.names[d.threads.names[serial]]; name != "" {
		return "thread " + inLabel(name)
	}
	return "thread " + strconv.FormatUint(uint64(serial), 10)
}

// rootGroup is as what the label of a root counts: without its method and its thread.
func rootGroup(label string) string {
	block := rootKinds[rootThreadBlock].name
	if strings.HasPrefix(label, "thread ") && !strings.HasPrefix(label, block+", ") {
		return "thread"
	}
	label, _, _ = strings.Cut(label, " of ")
	label, _, _ = strings.Cut(label, ", ")
	return label
}
