package cores

import "errors"

// together runs each function on its processor, all at once, and waits for them. Nothing runs if a thread cannot be pinned:
// the others would wait for it.
func together(processors []int, functions ...func()) error {
	pinned, start, done := make(chan error), make(chan bool), make(chan bool)
	for i, f := range functions {
		go func() {
			pinned <- pin(processors[i])
			if <-start {
				f()
			}
			done <- true // the goroutine ends here, and its pinned thread with it
		}()
	}
	var failed error
	for range functions {
		failed = errors.Join(failed, <-pinned)
	}
	for range functions {
		start <- failed == nil
	}
	for range functions {
		<-done
	}
	return failed
}
