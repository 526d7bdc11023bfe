// Package why says why objects of a heap are alive: which references lead to them from a
// root, and what the root is. For a reader who does not know yet which object to ask for it
// says from where the most is reached.
package why

import (
	"context"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// Schema names the format of Report. Fields are added to it, never renamed.
const Schema = "gcbench-why/1"

// Report is what gcbench why reports.
type Report struct {
	Schema string     `json:"schema"`
	Env    schema.Env `json:"env"`
	Heap   string     `json:"heap"`
	Format string     `json:"format"`
	// Objects are those that were asked for, in their order.
	Objects []Reason `json:"objects"`
	// Survey is there if no object was asked for.
	Survey *Survey `json:"survey,omitempty"`
	// OfClass is there if a class was asked for.
	OfClass *OfClass `json:"of_class,omitempty"`
}

// Object is an object of the heap.
type Object struct {
	// Label is what the user would call it: an address in a Go heap dump.
	Label string `json:"label"`
	// Number is the object's number in order of address, from 0.
	Number uint64 `json:"number"`
	// Bytes is the object's size: in the program for a Go heap dump. An edge list has no sizes.
	Bytes *uint64 `json:"bytes,omitempty"`
	// Class is the object's class or type, if the file says so.
	Class string `json:"class,omitempty"`
}

func objectAt(h *source.Heap, ref heap.Ref) Object {
	o := Object{Label: h.Label(ref), Number: h.Number(ref)}
	if h.Foreign != nil {
		o.Class = h.Foreign.Class(ref)
	}
	if bytes, ok := h.Bytes(ref); ok {
		o.Bytes = &bytes
	}
	return o
}

// Reason says why an object is alive.
type Reason struct {
	// Asked is what the user typed.
	Asked string `json:"asked"`
	Object
	Reachable bool `json:"reachable"`
	// Root says what holds the first object of the path, "" if the file does not say.
	Root string `json:"root,omitempty"`
	// Distance is how many references a shortest path from a root has.
	Distance int `json:"distance"`
	// Path are the objects of a shortest path. Those in its middle are left out if Omitted is
	// there.
	Path    []Step   `json:"path,omitempty"`
	Omitted *Omitted `json:"omitted,omitempty"`
	// Keeps is what no root would lead to without the object, itself included. It is nil for
	// an object that is not reachable.
	Keeps *schema.Kept `json:"keeps,omitempty"`
}

// Step is an object of a path, and its reference to the next object.
type Step struct {
	Distance int `json:"distance"`
	Object
	// Next is nil for the last object.
	Next *Next `json:"next,omitempty"`
}

// Next is where an object refers to the next object of a path.
type Next struct {
	// Reference is the first reference that does, from 0, of so many that are not nil.
	Reference  uint32 `json:"reference"`
	References uint32 `json:"references"`
	// Offset is how many bytes after the object's beginning the reference lies in the program.
	// Only a Go heap dump says so.
	Offset *uint64 `json:"offset,omitempty"`
	// Field is the reference's name, if the file says it.
	Field string `json:"field,omitempty"`
}

// Place says where the next object hangs.
func (n *Next) Place() string {
	if n.Field != "" {
		return n.Field
	}
	if n.Offset != nil {
		return "byte " + numeral.Count(*n.Offset)
	}
	return fmt.Sprintf("reference %s of %s", numeral.Count(uint64(n.Reference)+1), numeral.Count(uint64(n.References)))
}

// Omitted are the objects in the middle of a long path.
type Omitted struct {
	// From and To are the distances of the first and the last of them.
	From int `json:"from"`
	To   int `json:"to"`
	// Alike says that all have the size of the object before them, and refer to the next at
	// the same place: they are a list.
	Alike bool `json:"alike"`
}

// ends is how many objects at each end of a long path are listed.
const ends = 10

// Explain says why the object at ref is alive, of which path is a shortest path from a root,
// and empty if there is none. If whole is false, the middle of a long path is left out.
func Explain(h *source.Heap, asked string, ref heap.Ref, path []uint32, whole bool) Reason {
	r := Reason{Asked: asked, Object: objectAt(h, ref)}
	if len(path) == 0 {
		return r
	}
	r.Reachable, r.Distance, r.Root = true, len(path)-1, h.RootLabel(heap.Ref(path[0]))
	for i := 0; i < len(path); i++ {
		if i == ends && len(path) > 2*ends+1 && !whole {
			last := len(path) - ends - 1
			r.Omitted = &Omitted{From: i, To: last, Alike: alike(h, path[i-1:last+1])}
			i = last + 1
		}
		r.Path = append(r.Path, stepOf(h, path, i))
	}
	return r
}

// Weigh finds out what the object at node keeps alive. It marks the heap twice.
func (r *Reason) Weigh(ctx context.Context, h *source.Heap, node uint32) error {
	if !r.Reachable {
		return nil
	}
	g := h.Graph()
	kept, err := reach.Retained(ctx, g, g.Roots(), []uint32{node}, mark.Options{})
	if err != nil {
		return err
	}
	r.Keeps = &schema.Kept{Objects: kept.Count()}
	if !h.HasSizes() {
		return nil
	}
	sum := uint64(0)
	for ref, bytes := range h.Sizes() {
		if kept.Has(uint32(ref)) {
			sum += bytes
		}
	}
	r.Keeps.Bytes = &sum
	return nil
}

func stepOf(h *source.Heap, path []uint32, i int) Step {
	s := Step{Distance: i, Object: objectAt(h, heap.Ref(path[i]))}
	if i+1 < len(path) {
		s.Next = nextOf(h, heap.Ref(path[i]), heap.Ref(path[i+1]))
	}
	return s
}

// nextOf finds the reference from one object to another.
func nextOf(h *source.Heap, from, to heap.Ref) *Next {
	next, found := &Next{}, false
	for i, r := range h.Refs(from) {
		if r == to && !found {
			found, next.Reference = true, next.References
			if h.Dump != nil {
				if offset, ok := h.Dump.Offset(from, i); ok {
					next.Offset = &offset
				}
			}
			if h.Foreign != nil {
				next.Field = h.Foreign.Reference(from, int(i))
			}
		}
		if r != heap.Nil {
			next.References++
		}
	}
	return next
}

// alike reports whether the objects of the path have one size and one class, and refer to the next
// at the same place.
func alike(h *source.Heap, path []uint32) bool {
	first := stepOf(h, path, 0)
	for i := range path {
		s := stepOf(h, path, i)
		sized := s.Bytes == first.Bytes || s.Bytes != nil && *s.Bytes == *first.Bytes // all objects have sizes, or none
		if s.Class != first.Class || !sized || s.Next != nil && s.Next.Place() != first.Next.Place() {
			return false
		}
	}
	return true
}
