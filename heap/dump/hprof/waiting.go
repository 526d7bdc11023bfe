package hprof

import "encoding/binary"

// Android writes objects in the order of memory, so an instance may come before its class, or
// before a superclass of it. Such an instance waits, with its bytes, for the first class
// that is missing:
//
//	id │ class │ length │ bytes        8, 8 and 4 bytes, then as many as the length says
//
// When that class comes, the instance is read, or waits for the next missing class. This is the same
// class for all that waited, because they share the superclasses. What waits at the end of the file is
// read as far as its classes are known.

// wait lets an instance of n bytes wait for class missing.
func (d *decoder) wait(missing, c *class, id, n uint64) {
	before := len(missing.waiting)
	buf := appendHead(missing.waiting, id, c.id, uint32(n))
	for left := n; left > 0 && !d.stopped(); {
		step := min(left, 1<<15)
		d.hold(step)
		buf = d.gather(buf, step)
		left -= step
	}
	missing.waiting = buf
	d.hold(headBytes)
	if d.stopped() {
		missing.waiting = buf[:before]
	}
}

// headBytes is the length of what stands before the bytes of an instance that waits.
const headBytes = 20

func appendHead(buf []byte, id, class uint64, n uint32) []byte {
	buf = binary.BigEndian.AppendUint64(buf, id)
	buf = binary.BigEndian.AppendUint64(buf, class)
	return binary.BigEndian.AppendUint32(buf, n)
}

// hold counts bytes that wait. The limit is for the most that ever waited at once.
func (d *decoder) hold(bytes uint64) {
	if d.waiting += bytes; d.waiting > d.peak {
		d.out.Held(d.waiting - d.peak)
		d.peak = d.waiting
	}
}

// wake reads the instances that waited for class c, if c is known now. Or they wait for the next
// missing class: then the smaller one of two buffers is copied, so no byte is copied often.
func (d *decoder) wake(c *class) {
	if !d.last && !(c.named && c.dumped) || len(c.waiting) == 0 {
		return
	}
	buf := c.waiting
	c.waiting = nil
	if missing := d.settle(c); missing != nil {
		if len(missing.waiting) < len(buf) {
			missing.waiting, buf = buf, missing.waiting
		}
		missing.waiting = append(missing.waiting, buf...)
		return
	}
	d.waiting -= uint64(len(buf))
	for len(buf) > 0 && !d.stopped() {
		id, of := binary.BigEndian.Uint64(buf), d.classes[binary.BigEndian.Uint64(buf[8:])]
		end := headBytes + int(binary.BigEndian.Uint32(buf[16:]))
		d.settle(of) // nothing is missing: c is settled, and the instance waited for c alone
		if !d.stopped() && d.fits(of, uint64(end-headBytes)) {
			d.addInstance(of, id, uint64(end-headBytes), buf[headBytes:end])
		}
		buf = buf[end:]
	}
}
