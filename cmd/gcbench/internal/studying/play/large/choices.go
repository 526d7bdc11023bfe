package large

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Choices are what a Request may ask for.
type Choices struct {
	Shapes       []Choice `json:"shapes"`
	Deques       []Choice `json:"deques"`
	Steals       []string `json:"steals"`
	Victims      []string `json:"victims"`
	Markings     []string `json:"markings"`
	Speculations []string `json:"speculations"`
	MinObjects   uint64   `json:"minObjects"`
	MaxObjects   uint64   `json:"maxObjects"`
	MaxWorkers   int      `json:"maxWorkers"`
	MaxGrain     int      `json:"maxGrain"`
	Defaults     Request  `json:"defaults"`
	Lessons      []Lesson `json:"lessons"` // with defaults
}

// Choice is a shape or a deque.
type Choice struct {
	Name    string   `json:"name"`
	Amounts []string `json:"amounts,omitempty"` // of a deque
	Shared  bool     `json:"shared,omitempty"`  // one queue for all workers: nobody steals
}

func choices() Choices {
	c := Choices{
		Steals: setting.Named("steal").Values(), Victims: setting.Named("victim").Values(), Markings: markings, Speculations: speculations,
		MinObjects: MinObjects, MaxObjects: MaxObjects, MaxWorkers: mark.MaxWorkers, MaxGrain: MaxGrain,
		Defaults: Request{}.withDefaults(), Lessons: lessons(),
	}
	for _, l := range c.Lessons {
		for i, r := range l.Marks {
			l.Marks[i] = r.withDefaults()
		}
	}
	for _, s := range shape.Shapes() {
		c.Shapes = append(c.Shapes, Choice{Name: s.Name})
	}
	for _, k := range stealq.Kinds() {
		c.Deques = append(c.Deques, Choice{k.Name, names(k.Amounts), k.Shared})
	}
	return c
}

func names(amounts []stealq.Amount) (all []string) {
	for _, a := range amounts {
		all = append(all, a.String())
	}
	return all
}
