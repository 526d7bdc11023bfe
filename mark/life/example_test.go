package life_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/mark/life"
)

// One Marker goes through one event of each kind, and all its marks are right.
func ExampleBegin() {
	random := rand.New(rand.NewPCG(7, 1))
	l, err := life.Begin(random, life.Plan{Nodes: [2]int{8, 100}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, event := range life.Events() {
		err = errors.Join(err, l.Do(random, event))
	}
	fmt.Println(errors.Join(err, l.End()))
	// Output:
	// <nil>
}
