//go:build interleave && !fullsize

package stealq

import (
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// sceneSet is scenes that one kind of deque calls for, besides those that all have.
type sceneSet struct {
	name   string
	scenes []scene.Scene
}

// TestOwnScenes: the same for scenes with what only some kinds have: indices that wrap
// elsewhere than their slots, an amount, a private part, gifts, handles.
func TestOwnScenes(t *testing.T) {
	for _, k := range Kinds() {
		families := own(k)
		if len(families) == 0 {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			for _, f := range families {
				if !every && len(f.scenes) > 100 {
					continue
				}
				explore(t, k.Name+" / "+f.name, f.scenes, interleave.Options{})
			}
		})
	}
}

func own(k *Kind) (all []sceneSet) {
	switch k.Name {
	case "stealhalf":
		all = append(slotsWrap(k, 5, "h"), balancing(k)...)
	case "abp":
		all = slotsWrap(k, 4, "oo")
	case "chaselev":
		all = growing(k)
	case "split":
		all = divided(k)
	case "rudolph":
		all = gifts(k)
	case "central":
		all = handles(k)
	}
	if k.Offers(One) && k.Offers(Half) {
		b := batch{4, 4, []string{"o"}, false}
		all = append(all, sceneSet{b.String(), b.scenes(k)})
	}
	return all
}

// slotsWrap begins at the last slot but not at the last index, where indices run
// modulo 2N.
func slotsWrap(k *Kind, length int, thief string) []sceneSet {
	b := batch{2, length, []string{thief}, false}
	scenes := b.scenes(k)
	for i := range scenes {
		scenes[i].Start = 1
	}
	return []sceneSet{{"only slots wrap, " + b.String(), scenes}}
}

// growing is a ring that is full at 2 and then grows under two thieves, one of whom may
// sleep on the old ring while the other goes past its end.
func growing(k *Kind) []sceneSet {
	b := batch{4, 1, []string{"oo", "o"}, false}
	return []sceneSet{{"the ring grows, " + b.String(), b.scenes(k)}}
}

// balancing is Balance beside the other amounts, and a third thread.
func balancing(k *Kind) []sceneSet {
	return []sceneSet{
		{"two owners, capacity 2: Balance, One and Half", pairs(k, 2, []string{"b+", "h-"}, []string{"oh", "b"})},
		{"two owners, capacity 4: Balance and Half", pairs(k, 4, []string{"h-", "b-"}, []string{"b+", "h+"})},
		{"two owners, capacity 2, and a thief of Half", pairs(k, 2, []string{"h", "h-", "h"})},
	}
}

// divided is every division of every number of items into public and private ones,
// asked for more or not. No request is forgotten.
func divided(k *Kind) (all []sceneSet) {
	for _, b := range []batch{
		{2, 4, []string{"o"}, false},
		{2, 3, []string{"oo"}, false},
		{2, 3, []string{"ooo"}, false},
		{4, 3, []string{"oo"}, false},
		{2, 3, []string{"o", "o"}, false},
		{2, 1, []string{"o", "o", "o"}, false},
	} {
		var scenes []scene.Scene
		for _, s := range b.scenes(k) {
			for public := range s.Fill[0] + 1 {
				for _, asked := range []bool{false, true} {
					s.Division = &scene.Division{Shown: public, Asked: asked}
					scenes = append(scenes, s)
				}
			}
		}
		all = append(all, sceneSet{"every division, " + b.String(), scenes})
	}
	return all
}

// gifts are owners who balance. An owner that has found nothing is given nothing,
// and an onlooker always sees an item.
func gifts(k *Kind) []sceneSet {
	var with, small, each, three, watched []scene.Scene
	for _, p := range scene.Words("+-", 3) {
		with = append(with, pairs(k, 2, []string{p, "B"}, []string{p, "oB"}, []string{p, "b"})...)
	}
	for _, p := range scene.Words("+-", 2) {
		small = append(small, unlike(k, []string{p, "B"}, []string{p, "hB"})...)
	}
	for _, p := range scene.Words("-oB", 2) {
		each = append(each, pairs(k, 2, []string{p, "B"})...)
		if long {
			each = append(each, pairs(k, 2, []string{p, "h-"})...)
		}
	}
	for _, p := range scene.Words("+-B", 2) {
		each = append(each, pairs(k, 2, []string{p, "-B"})...)
	}
	for _, fill := range [][]int{{1, 2, 0}, {0, 2, 2}, {2, 0, 1}} {
		for _, ops := range [][]string{{"-", "B", "o"}, {"-+", "B", "B"}, {"B", "h", "B"}} {
			three = append(three, scene.Scene{Form: SceneForm(k), Capacity: 2, Start: 1, Fill: fill, Ops: ops})
		}
	}
	for _, ops := range [][]string{{"", "o"}, {"", "h"}, {"", "B"}, {"B", ""}, {"B", "B"}, {"o", "B"}} {
		for _, fill := range [][]int{{1, 0}, {0, 1}, {2, 0}, {3, 1}} {
			watched = append(watched, scene.Scene{Form: SceneForm(k), Capacity: 4, Fill: fill, Ops: append(ops, "w")})
		}
	}
	return []sceneSet{
		{"an owner who pushes and pops, another who balances", with},
		{"capacities of 2 and 4, one owner balances", small},
		{"two owners who balance", each},
		{"three owners who balance", three},
		{"watched while items move", watched},
	}
}

// unlike are deques of 2 and 4, with every fill of both.
func unlike(k *Kind, programs ...[]string) (all []scene.Scene) {
	for _, s := range pairs(k, 4, programs...) {
		if s.Fill[0] <= 2 {
			s.Capacity, s.Others = 2, 4
			all = append(all, s)
		}
	}
	return all
}

// handles push and pop at once, every program of a length.
func handles(k *Kind) []sceneSet {
	var two, three []scene.Scene
	for fill := range 3 {
		for _, p := range scene.Words("+-", 4) {
			two = append(two, scene.Scene{Form: SceneForm(k), Capacity: 2, Fill: []int{fill}, Ops: []string{p[:2], p[2:]}})
		}
		for _, p := range scene.Words("+-", 3) {
			three = append(three, scene.Scene{Form: SceneForm(k), Capacity: 2, Fill: []int{fill}, Ops: strings.Split(p, "")})
		}
	}
	return []sceneSet{{"two handles, 2 ops each", two}, {"three handles, 1 op each", three}}
}
