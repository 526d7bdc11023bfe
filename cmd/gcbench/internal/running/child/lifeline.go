package child

import (
	"context"
	"io"
	"os"
	"time"
)

// Lifeline is the child's side: it returns a context that ends when standard input does,
// which is when the parent has ended or wants no more. A child that has not ended some
// seconds later is ended.
func Lifeline(parent context.Context, stdin io.Reader) context.Context {
	ctx, cancel := context.WithCancel(parent)
	go func() {
		io.Copy(io.Discard, stdin)
		cancel()
		time.AfterFunc(grace/2, func() { os.Exit(1) })
	}()
	return ctx
}
