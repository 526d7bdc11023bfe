package judge

import (
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// Picture is the answer's deque in gcbench play --lab: what of its variables has the name of a
// part of a deque is drawn, and the others are listed.
func (d *counted) Picture() scene.Picture {
	p := scene.Picture{Slots: []uint64{}, Pointers: []scene.Pointer{}, Items: []uint64{}}
	at := map[string]uint64{}
	for _, v := range interleave.Variables("", d.Root(), d.Show) {
		n, err := strconv.ParseUint(v.Value, 10, 64)
		switch {
		case err == nil && strings.HasPrefix(v.Name, "slots["):
			p.Slots = append(p.Slots, n)
		case err == nil && (v.Name == "top" || v.Name == "bottom"):
			p.Pointers = append(p.Pointers, scene.Pointer{Name: v.Name, Index: n})
			at[v.Name] = n
		default:
			p.Words = append(p.Words, scene.Word{Name: v.Name, Value: v.Value})
		}
	}
	for i := at["top"]; i != at["bottom"] && len(p.Items) < len(p.Slots); i++ {
		p.Items = append(p.Items, p.Slots[i%uint64(len(p.Slots))])
	}
	return p
}
