package large

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Choices are what a Request may ask for.
type Choices struct {
	Values     map[string][]string `json:"values"` // by the name of a field
	Deques     []Deque             `json:"deques"`
	MinObjects uint64              `json:"minObjects"`
	MaxObjects uint64              `json:"maxObjects"`
	MaxWorkers int                 `json:"maxWorkers"`
	MaxGrain   int                 `json:"maxGrain"`
	Defaults   Request             `json:"defaults"`
	Lessons    []Lesson            `json:"lessons"` // with defaults
}

// Deque is a kind of deque.
type Deque struct {
	Name    string   `json:"name"`
	Amounts []string `json:"amounts"`
	Shared  bool     `json:"shared,omitempty"` // one queue for all workers: no worker steals
}

func choices() Choices {
	c := Choices{
		Values: map[string][]string{
			"shape": shape.Names(), "deque": setting.Named("deque").Values(), "steal": setting.Named("steal").Values(), "victim": setting.Named("victim").Values(),
			"marking": markings, "speculation": speculations,
		},
		MinObjects: MinObjects, MaxObjects: MaxObjects, MaxWorkers: mark.MaxWorkers, MaxGrain: MaxGrain,
		Defaults: Request{}.withDefaults(), Lessons: lessons(),
	}
	for _, l := range c.Lessons {
		for i, r := range l.Marks {
			l.Marks[i] = r.withDefaults()
		}
	}
	for _, k := range stealq.Kinds() {
		d := Deque{Name: k.Name, Shared: k.Shared}
		for _, a := range k.Amounts {
			d.Amounts = append(d.Amounts, a.String())
		}
		c.Deques = append(c.Deques, d)
	}
	return c
}
