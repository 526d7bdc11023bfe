package scene

import (
	"fmt"
	"strconv"
	"strings"
)

// linkParts are the parts of a link to a scene, NAME/wrong=LINES/KEY=VALUE/FLAG.
type linkParts struct {
	whole  string
	form   string // NAME/wrong=LINES, or NAME
	name   string
	wrong  uint32
	values map[string]string
	err    error // the first mistake
}

// parts never fails. No caller asks for a part that parts does not understand, and then
// the link is not the one that Link would write.
func parts(link string) *linkParts {
	p := &linkParts{whole: link, values: map[string]string{}}
	if len(link) > 1000 {
		p.whole, link = link[:100]+"...", ""
	}
	name, rest, _ := strings.Cut(link, "/")
	p.name, p.form = name, name
	for part := range strings.SplitSeq(rest, "/") {
		key, value, _ := strings.Cut(part, "=")
		p.values[key] = value
	}
	if p.has("wrong") {
		p.form += "/wrong=" + p.text("wrong")
		n, err := strconv.ParseUint(p.text("wrong"), 10, 32)
		if err != nil {
			p.fail("wrong=%s: want a number below 2^32", p.text("wrong"))
		}
		p.wrong = uint32(n)
	}
	return p
}

// fail notes the first mistake.
func (p *linkParts) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("scene %.150q: %s", p.whole, fmt.Sprintf(format, args...))
	}
}

func (p *linkParts) unknown(what string) error {
	p.fail("there is no form %.60q of a %s with these lines wrong", p.name, what)
	return p.err
}

func (p *linkParts) text(key string) string   { return p.values[key] }
func (p *linkParts) list(key string) []string { return strings.Split(p.values[key], ",") }

func (p *linkParts) has(key string) bool {
	_, ok := p.values[key]
	return ok
}

// number is the number of a key, from 0 to most. It is 0 if the key is not there.
func (p *linkParts) number(key string, most int) int {
	if !p.has(key) {
		return 0
	}
	return p.small(key, p.text(key), most)
}

func (p *linkParts) small(key, text string, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		p.fail("%s=%s: want a number from 0 to %d", key, text, most)
		return 0
	}
	return n
}

// numbers are those of a list, none if it is empty.
func (p *linkParts) numbers(key string, most int) (all []int) {
	if p.text(key) == "" {
		return nil
	}
	for _, text := range p.list(key) {
		all = append(all, p.small(key, text, most))
	}
	return all
}
