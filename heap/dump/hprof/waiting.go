package hprof

import "encoding/binary"

// Android writes objects in the order of memory, so an instance may come before its class, or
// before a superclass of it. Such an instance waits, with its bytes, until its class is ready:
//
//	id │ length │ bytes        8 and 4 bytes, then as many as the length says
//
// An instance that waits at the end of the file is read as far as its classes are known.

// wait lets an instance of n bytes wait for class c.
func (d *decoder) wait(c *class, id, n uint64) {
	before := len(c.waiting)
	buf := binary.BigEndian.AppendUint64(c.waiting, id)
	buf = binary.BigEndian.AppendUint32(buf, uint32(n))
	for left := n; left > 0 && !d.stopped(); {
		step := min(left, 1<<15)
		d.hold(step)
		buf = d.gather(buf, step)
		left -= step
	}
	c.waiting = buf
	d.hold(headBytes)
	if d.stopped() {
		c.waiting = buf[:before]
	}
}

// headBytes is the length of what stands before the bytes of an instance that waits.
const headBytes = 12

// hold counts bytes that wait. The limit is for the most that ever waited at once.
func (d *decoder) hold(bytes uint64) {
	if d.waiting += bytes; d.waiting > d.peak {
		d.out.Held(d.waiting - d.peak)
		d.peak = d.waiting
	}
}

// wake reads the instances that have waited for class c, which is ready.
func (d *decoder) wake(c *class) {
	buf := c.waiting
	c.waiting = nil
	d.waiting -= uint64(len(buf))
	for len(buf) > 0 && !d.stopped() {
		id, end := binary.BigEndian.Uint64(buf), headBytes+int(binary.BigEndian.Uint32(buf[8:]))
		if d.fits(c, uint64(end-headBytes)) {
			d.addInstance(c, id, uint64(end-headBytes), buf[headBytes:end])
		}
		buf = buf[end:]
	}
}
