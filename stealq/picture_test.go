//go:build interleave && !fullsize

package stealq

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// TestPictures: the picture of each kind of deque that stands still has the items that the deque holds, from the oldest one
// on: of an empty deque, of a full one, and wherever the first slot lies.
func TestPictures(t *testing.T) {
	for _, k := range Kinds() {
		for start := range uint64(9) {
			if k.Shared && start > 0 {
				continue
			}
			d := SceneForm(k).Make(1, 4, start)[0]
			held := []uint64{}
			for item := uint64(1); ; item++ {
				requirePicture(t, k, d, held)
				if len(held) == 4 {
					break
				}
				require.True(t, d.Push(item))
				held = append(held, item)
			}
			for len(held) > 0 {
				item, ok := d.Pop()
				require.True(t, ok)
				if held[0] == item && k.Shared {
					held = held[1:]
				} else {
					held = held[:len(held)-1]
				}
				requirePicture(t, k, d, held)
			}
		}
	}
}

func requirePicture(t *testing.T, k *Kind, d scene.Deque, held []uint64) {
	t.Helper()
	p := d.(scene.Pictured).Picture()
	require.Equal(t, held, p.Items)
	at := map[string]uint64{}
	for _, pointer := range p.Pointers {
		at[pointer.Name] = pointer.Index
	}
	require.Contains(t, at, "top")
	for i, item := range held {
		if k.OnRequest {
			break // private items lie elsewhere
		}
		require.Equal(t, item, p.Slots[(at["top"]+uint64(i))%uint64(len(p.Slots))], "%+v", p)
	}
	require.Equal(t, uint64(len(held))%uint64(len(p.Slots)), (at["bottom"]-at["top"])%uint64(len(p.Slots)))
}

// TestPictureOfARange: low, high and the steal range are what is left to claim.
func TestPictureOfARange(t *testing.T) {
	r := SceneRange()
	r.Open(1, 3, 11)
	_, ok := r.Take()
	require.True(t, ok)
	p := r.(scene.Pictured).Picture()
	require.Equal(t, []scene.Pointer{{Name: "low", Index: 4}, {Name: "high", Index: 11}}, p.Pointers)
	require.Equal(t, p.Pointers[1].Index, p.Range.From+p.Range.Length, "the steal range ends at high")
	stolen, ok := r.Steal()
	require.True(t, ok)
	require.Equal(t, p.Range.Length, stolen.High-stolen.Low)
	require.Equal(t, p.Range.From, stolen.Low)
}
