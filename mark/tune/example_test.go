package tune_test

import (
	"fmt"
	"log"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A preset has the choices that imitate a real collector, and says what it leaves out. It
// leaves the number of workers open.
func ExampleParsePreset() {
	preset, err := tune.ParsePreset("hotspot")
	if err != nil {
		log.Fatal(err)
	}
	options := mark.Options{Workers: 2}.Imitating(preset)
	fmt.Println(preset.Doc)
	fmt.Println(options.Deque, options.Grain, options.Tuning.Amount, options.Tuning.Victim)
	fmt.Println("not imitated:", preset.Omits[0])

	_, err = tune.ParsePreset("shenandoah")
	fmt.Println(err)
	// Output:
	// HotSpot Parallel: every object through an ABP deque, stealing one from the longer of two
	// abp 1 one last
	// not imitated: its deque has 131,072 places, of which it uses all but two
	// mark: no preset "shenandoah": it must be halfmark, hotspot, go, goworkbuf, zgc, openj9 or boehm
}
