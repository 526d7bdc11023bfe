//go:build interleave && !fullsize

package stealq

import "github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"

// This file shows deques and ranges that stand still, for gcbench play.

// Picture is that of the deque itself.
func (a actor) Picture() scene.Picture {
	if d, ok := a.Deque.(scene.Pictured); ok {
		return d.Picture()
	}
	return scene.Picture{}
}

func (d *stealHalf) Picture() scene.Picture {
	r, b := d.stealRange(), d.bottom.Load()
	p := scene.Ring(scene.Loaded(d.slots), r.top(), d.items(r, b), b, d.own.bottom)
	p.Range = &scene.Span{Name: "steal range", From: r.top(), Length: r.length()}
	p.Words = []scene.Word{scene.Number("tag", uint64(r)>>tagShift), {Name: "the owner's last range", Value: showWord(d)("packed", uint64(d.own.prev))}}
	return p
}

func (d *abp) Picture() scene.Picture {
	a, b := d.loadAge(), d.bottom.Load()
	p := scene.Ring(scene.Loaded(d.slots), a.top(), d.items(a, b), b, d.own.bottom)
	p.Words = []scene.Word{scene.Number("tag", uint64(a)>>topBits)}
	return p
}

func (d *chaseLev) Picture() scene.Picture {
	top, b := d.top.Load(), d.bottom.Load()
	return scene.Ring(scene.Loaded(d.ring.Load().slots), top, b-top, b, d.own.bottom)
}

func (d *split) Picture() scene.Picture {
	top, official := d.top.Load(), d.official.Load()
	p := scene.Ring(scene.Loaded(d.slots), top, official-top, d.own.bottom, d.own.bottom)
	p.Pointers = []scene.Pointer{{Name: "top", Index: top}, {Name: "official", Index: official}, {Name: "bottom", Index: d.own.bottom, Own: true}}
	for i := d.own.official; i != d.own.bottom; i++ {
		p.Items = append(p.Items, d.own.ring[i&d.mask])
	}
	p.Words = []scene.Word{scene.Number("private items", d.own.bottom-d.own.official), scene.Number("a thief has asked", d.targeted.Load())}
	return p
}

func (d *rudolph) Picture() scene.Picture {
	s := d.load()
	bottom := uint64(s.top() + s.length())
	p := scene.Ring(scene.Loaded(d.ring), uint64(s.top()), uint64(s.length()), bottom, bottom)
	p.Words = []scene.Word{scene.Flag("busy", s&busy != 0), scene.Flag("open", s&open != 0)}
	return p
}

func (d *locked) Picture() scene.Picture {
	bottom := uint64(d.top + d.n)
	return scene.Ring(append([]uint64{}, d.ring...), uint64(d.top), uint64(d.n), bottom, bottom)
}

func (d *central) Picture() scene.Picture {
	n := d.shared.n.Load()
	return scene.Ring(append([]uint64{}, d.shared.items...), 0, n, n, n)
}

// Picture is that of a range.
func (r *openRange) Picture() scene.Picture {
	s := r.stealRange()
	return scene.Picture{
		Pointers: []scene.Pointer{{Name: "low", Index: r.low.Load()}, {Name: "high", Index: s.high()}},
		Range:    &scene.Span{Name: "steal range", From: s.high() - s.length(), Length: s.length()},
		Words:    []scene.Word{scene.Number("tag", uint64(s)>>indexTagShift)},
	}
}
