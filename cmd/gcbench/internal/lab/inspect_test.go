package lab

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What students get, the answers and all typical wrong answers keep the rules. So a rule refuses
// nobody who does what the labs ask for.
func TestLabsKeepTheRules(t *testing.T) {
	for _, l := range All() {
		forms := []string{"skeleton", "answer"}
		for n := 1; n <= l.Wrongs(); n++ {
			forms = append(forms, wrong(n))
		}
		for _, form := range forms {
			assert.Empty(t, inspect(l, l.Answers("Ann", form)), fmt.Sprint(l.Name, " ", form))
		}
	}
}
