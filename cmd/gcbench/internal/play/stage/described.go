package stage

import "fmt"

// described makes the scene of a link that describes it.
func described(name string) (*Scene, error) {
	return nil, fmt.Errorf("there is no scene %q", name)
}
