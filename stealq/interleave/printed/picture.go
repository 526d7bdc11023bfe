package printed

import "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"

// This file shows deques and ranges that stand still, for gcbench play.

func (d *stealHalf) Picture() scene.Picture {
	r, b := d.packed.Load(), d.bottom.Load()
	p := scene.Ring(scene.Loaded(d.slots), topOf(r), d.items(r, b), b, d.b)
	p.Range = &scene.Span{Name: "steal range", From: topOf(r), Length: lengthOf(r)}
	p.Words = []scene.Word{scene.Number("tag", tagOf(r)), {Name: "the owner's last range", Value: d.Show("packed", d.prev)}}
	return p
}

func (d *chaseLev) Picture() scene.Picture {
	top, b, r := d.top.Load(), d.bottom.Load(), d.ring.Load()
	p := scene.Ring(scene.Loaded(d.rings[r].slots), top, b-top, b, d.b)
	for i := range r {
		p.Older = append(p.Older, scene.Loaded(d.rings[r-1-i].slots))
	}
	return p
}

func (d *abp) Picture() scene.Picture {
	a, b := d.age.Load(), d.bottom.Load()
	p := scene.Ring(scene.Loaded(d.slots), topOfAge(a), d.items(a, b), b, d.b)
	p.Words = []scene.Word{scene.Number("tag", a>>8)}
	return p
}

func (d *halfByOneSwap) Picture() scene.Picture {
	top, b := d.top.Load(), d.bottom.Load()
	return scene.Ring(scene.Loaded(d.slots), top, b-top, b, d.b)
}

func (d *central) Picture() scene.Picture {
	n := d.n.Load()
	p := scene.Ring(scene.Loaded(d.items), 0, n, n, n)
	p.Pointers = []scene.Pointer{{Name: "n", Index: n}}
	return p
}

// Picture is that of a range.
func (r *workRange) Picture() scene.Picture {
	s := r.packed.Load()
	return scene.Picture{
		Pointers: []scene.Pointer{{Name: "low", Index: r.low.Load()}, {Name: "high", Index: topOf(s)}},
		Range:    &scene.Span{Name: "steal range", From: topOf(s) - lengthOf(s), Length: lengthOf(s)},
		Words:    []scene.Word{scene.Number("tag", tagOf(s))},
	}
}

// Picture is that of a range.
func (r *pageRange) Picture() scene.Picture {
	s := r.packed.Load()
	p := scene.Picture{
		Pointers: []scene.Pointer{{Name: "low", Index: r.low.Load()}, {Name: "high", Index: highOf(s)}},
		Range:    &scene.Span{Name: "steal range", From: midOf(s), Length: highOf(s) - midOf(s)},
	}
	if !r.has(PagePacked) {
		p.Words = []scene.Word{scene.Number("identity of the pair", tagOf(s))}
	}
	return p
}
