package engine

// setAlone makes a worker believe that it holds the exclusive bit, or that it does not.
func (w *worker) setAlone(alone bool) {
	w.Alone = alone
	w.setClaimer()
}
