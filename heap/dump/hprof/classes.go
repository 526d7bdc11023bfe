package hprof

import "github.com/seed-3ccf4018/halfmark/heap/dump/sink"

// classBytes is what a class takes beside its name, its object fields and its static fields.
const classBytes = 296

// serialBytes is what the serial number of a class takes.
const serialBytes = 32

// class is what is known of a class. Its name and its fields come in two records.
type class struct {
	id     uint64
	name   string     // as people spell it; "" is not known
	of     sink.Class // of its instances, 0 if there is none yet
	itself sink.Class // of the class object
	named  bool       // its name has been read
	dumped bool       // its fields have been read
	array  bool       // there is an array of it
	up     *class     // its superclass
	below  []*class   // the classes of which it is the superclass

	own     uint64   // bytes of the fields that it declares
	slots   []slot   // those of them that hold references
	statics []uint64 // names of static fields that hold references; 0 is a constant

	slotNames, staticNames []string // the texts, when the file has been read

	waiting []byte // instances that cannot be read before the class is ready

	ready    bool   // the rest is known: the class and all its superclasses were read
	whole    bool   // none of them is missing in the file
	total    uint64 // bytes of the fields of an instance
	depth    int    // how many superclasses it has
	strength int    // the kind of edge that field referent of an instance is
	referent int    // which of slots is that field, -1 for none
	bearer   *class // the first of the chain that has slots, nil if none has
	skip     uint64 // bytes of the fields before those of bearer

}

// slot is a field that holds a reference: where it is in the fields of its class, and its
// name.
type slot struct {
	offset uint32
	name   uint64
}

// static is a static field that holds a reference.
type static struct{ name, to uint64 }

// class returns the class with this id.
func (d *decoder) class(id uint64) *class {
	c := d.classes[id]
	if c == nil {
		d.out.Held(classBytes)
		c = &class{id: id, referent: -1}
		d.classes[id] = c
		d.inOrder = append(d.inOrder, c)
	}
	return c
}

// instances returns the class in the heap of the instances of c.
func (d *decoder) instances(c *class) sink.Class {
	if c.of == 0 {
		c.of = d.out.Class(c.text())
	}
	return c.of
}

// loadClass reads the name of a class.
func (d *decoder) loadClass(length uint64) {
	if !d.needs(length, 2, 8) {
		return
	}
	serial := d.serial("serial number of a class")
	id := d.id("identifier of a class")
	d.serial("stack trace")
	name := d.id("name of a class")
	if d.in.Err() != nil {
		return
	}
	c := d.class(id)
	d.out.Held(serialBytes)
	d.bySerial[serial] = c
	if c.named {
		return
	}
	c.named, c.name = true, className(d.names[name])
	d.out.NameClass(c.of, c.text())
	d.out.NameClass(c.itself, "class "+c.text())
	d.settle(c)
}

// classDump reads the fields of a class. The class is an object, too.
//
//	id  trace  super  loader  signers  domain  2 ids  size of instances
//	n  { index, type, value } ...   constants, of no virtual machine today
//	n  { name, type, value } ...    static fields
//	n  { name, type } ...           fields of instances, not those of superclasses
func (d *decoder) classDump() {
	id := d.id("identifier of a class")
	d.serial("stack trace")
	var links [4]uint64 // super, loader, signers, domain
	for i := range links {
		links[i] = d.id("class, loader, signers or domain")
	}
	d.in.Skip(uint64(2*d.idBytes)+4, "reserved words and size of instances")
	d.statics = d.statics[:0]
	bytes := d.values("constant", func() uint64 { d.in.Skip(2, "index of a constant"); return 0 })
	bytes += d.values("static field", func() uint64 { return d.id("name of a static field") })
	slots, own := d.fieldList()
	if d.stopped() {
		return
	}
	c := d.class(id)
	d.classObject(c, bytes, links)
	if c.dumped {
		return // the sink counts it
	}
	c.dumped, c.slots, c.own = true, slots, own
	for _, s := range d.statics {
		c.statics = append(c.statics, s.name)
	}
	d.out.Held(uint64(len(slots)*16 + len(c.statics)*8))
	if links[0] != 0 {
		c.up = d.class(links[0])
		c.up.below = append(c.up.below, c)
	}
	d.settle(c)
}

// values reads constants or static fields, each after what name reads. It adds those that
// hold references to d.statics, and returns the bytes of all.
func (d *decoder) values(what string, name func() uint64) (bytes uint64) {
	n := d.in.Big(2, "number of "+what+"s")
	for range n {
		id, t := name(), d.in.Byte("type of a "+what)
		size := d.typeBytes(t)
		if d.in.Err() != nil {
			return 0
		}
		if t == typeObject {
			d.statics = append(d.statics, static{id, d.id(what)})
		} else {
			d.in.Skip(size, what)
		}
		bytes += size
	}
	return bytes
}

// fieldList reads the fields that a class declares: those that hold references, and the bytes
// of all.
func (d *decoder) fieldList() (slots []slot, bytes uint64) {
	n := d.in.Big(2, "number of fields")
	for range n {
		name, t := d.id("name of a field"), d.in.Byte("type of a field")
		size := d.typeBytes(t)
		if d.in.Err() != nil {
			return nil, 0
		}
		if t == typeObject {
			slots = append(slots, slot{uint32(bytes), name})
		}
		bytes += size
	}
	return slots, bytes
}

// classObject adds a class as an object: its links, then d.statics.
func (d *decoder) classObject(c *class, bytes uint64, links [4]uint64) {
	if c.itself == 0 {
		c.itself = d.out.Class("class " + c.text())
	}
	d.odd.classes++
	d.object(c.id, bytes, c.itself)
	for _, to := range links {
		d.edge(classEdge, to)
	}
	for _, s := range d.statics {
		d.edge(staticEdge, s.to)
	}
}
