package spell

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
)

// Words splits a text into words as a shell does: at spaces, but not within quotes.
func Words(text string) ([]string, error) {
	var all []string
	var word strings.Builder
	quote, inWord := rune(0), false
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if inWord {
				all = append(all, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quotation mark is not closed")
	}
	if inWord {
		all = append(all, word.String())
	}
	return all, nil
}

// Without returns args without these flags and their values.
func Without(args, flags []string) (rest []string) {
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		if strings.HasPrefix(args[i], "--") && slices.Contains(flags, name) {
			if !joined {
				i++
			}
			continue
		}
		rest = append(rest, args[i])
	}
	return rest
}

// Command spells a command line of gcbench for a shell. A mark's schedule depends on the
// number of processors, so this is part of it.
func Command(words ...string) string {
	for i, w := range words {
		words[i] = explain.Quoted(w)
	}
	return fmt.Sprintf("GOMAXPROCS=%d gcbench %s", runtime.GOMAXPROCS(0), strings.Join(words, " "))
}
