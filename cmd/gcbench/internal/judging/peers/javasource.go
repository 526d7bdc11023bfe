package peers

import (
	"bytes"
	_ "embed"
	"fmt"
	"text/template"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Objects with fewer references and words of payload than these have a class
// for their kind; larger ones are arrays, whose payload is elements that are
// null, or numbers if they have no references.
const (
	maxFields = 17
	maxWords  = 17
)

//go:embed src/Peer.java.tmpl
var javaTemplate string

// javaClass is a class of objects.
type javaClass struct{ refs, words int }

func (c javaClass) Name() string    { return fmt.Sprintf("N%dP%d", c.refs, c.words) }
func (c javaClass) Key() int        { return c.refs*maxWords + c.words }
func (c javaClass) RefList() []int  { return make([]int, c.refs) }
func (c javaClass) WordList() []int { return make([]int, c.words) }

// javaSource returns the program with the classes of the objects in h.
func javaSource(h *heap.Heap) ([]byte, error) {
	var used [maxFields][maxWords]bool
	for _, r := range h.Objects() {
		if refs, words := measures(h, r); refs < maxFields && words < maxWords {
			used[refs][words] = true
		}
	}
	var classes []javaClass
	for refs := range used {
		for words, is := range used[refs] {
			if is {
				classes = append(classes, javaClass{refs, words})
			}
		}
	}
	t, err := template.New("Peer.java").Funcs(template.FuncMap{"maxWords": func() int { return maxWords }}).Parse(javaTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, classes)
	return b.Bytes(), err
}
