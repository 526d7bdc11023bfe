package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// explainedClasses is how many classes are explained in text: their chains are long.
const explainedClasses = 3

// Diff says what has grown between dumps, and what holds it.
func Diff(d *schema.Diff) string {
	text := ""
	for i, dump := range d.Dumps {
		dead := ""
		if dump.Dead.Objects > 0 {
			dead = fmt.Sprintf(", %s dead in %s", numeral.Bytes(dump.Dead.Bytes), numeral.Count(dump.Dead.Objects))
		}
		text += wrap.Text(fmt.Sprintf("%s: %s live in %s%s", dump.Heap, numeral.Bytes(dump.Live.Bytes), numeral.Plural(dump.Live.Objects, "object"), dead), letter(i)+"  ", "   ")
	}
	text += wrap.Text(d.Note, "", "")
	last := letter(len(d.Dumps) - 1)
	if len(d.Classes) == 0 {
		return text + "\n" + nothing(d) + shrunk(d, last)
	}
	which := suspects(d)
	text += "\n" + wrap.Text("Bytes of "+which+", most first. Without all objects of a class, what it keeps would not be reachable in "+last+":", "", "")
	text += table(figuresOf(d, numeral.Bytes, func(a schema.Amount) uint64 { return a.Bytes }, true))
	if n := d.Suspects - len(d.Classes); n > 0 {
		text += "and " + classesOf(n) + " more of this kind; --top lists more\n"
	}
	text += shrunk(d, last)
	text += "\nHow many objects they have:\n" + table(figuresOf(d, numeral.Thousands, func(a schema.Amount) uint64 { return a.Objects }, false))
	return text + "\n" + wrap.Text("The shortest paths from roots of "+last+" to "+held(d)+":", "", "") + holding(d)
}

// letter is what the dump with this number is called.
func letter(i int) string { return string(rune('A' + i)) }

// amount is objects and their size.
func amount(a schema.Amount) string {
	return numeral.Bytes(a.Bytes) + " in " + numeral.Plural(a.Objects, "object")
}

// suspects says which classes are listed.
func suspects(d *schema.Diff) string {
	switch {
	case d.All.Still != nil:
		return "classes by what is new in B and still in C"
	case len(d.Dumps) == 3:
		return "classes that have grown from A to B and from B to C, by the smaller step"
	}
	return "classes that have grown from A to B, by growth"
}

// nothing says that no class is listed.
func nothing(d *schema.Diff) string {
	switch {
	case d.All.Still != nil:
		return "No object is new in B and still in C.\n"
	case len(d.Dumps) == 3:
		return "No class has grown from A to B and from B to C.\n"
	}
	return "No class has grown from A to B.\n"
}

// shrunk says how many classes have become smaller.
func shrunk(d *schema.Diff, last string) string {
	switch d.Shrunk {
	case 0:
		return ""
	case 1:
		return "1 class has fewer bytes in " + last + " than in A\n"
	}
	return classesOf(d.Shrunk) + " have fewer bytes in " + last + " than in A\n"
}

// classesOf formats a number of classes.
func classesOf(n int) string {
	if n == 1 {
		return "1 class"
	}
	return numeral.Count(uint64(n)) + " classes"
}

// held says which objects the chains lead to.
func held(d *schema.Diff) string {
	switch {
	case d.All.Still != nil:
		return "the objects that are new in B and still in C"
	case d.All.New != nil:
		return "the new objects"
	}
	return "all objects of the first classes"
}

// changeColumn is a column of a table of changes.
type changeColumn struct {
	title string
	of    func(c *schema.DiffClass) string
}

// figuresOf is a table of bytes, or of objects, of which the last row is for all classes. Where it says what has stayed,
// there is no room for the growth.
func figuresOf(d *schema.Diff, format func(uint64) string, of func(schema.Amount) uint64, bytes bool) columns.Block {
	var all []changeColumn
	for i := range d.Dumps {
		all = append(all, changeColumn{letter(i), func(c *schema.DiffClass) string { return format(of(c.Live[i])) }})
	}
	if d.All.Still == nil {
		all = append(all, changeColumn{"growth", func(c *schema.DiffClass) string { return signed(of(c.Live[0]), of(c.Live[len(c.Live)-1]), format) }})
	}
	if d.All.New != nil {
		all = append(all, changeColumn{"new", func(c *schema.DiffClass) string { return format(of(*c.New)) }})
	}
	if d.All.New != nil && !bytes {
		all = append(all, changeColumn{"gone", func(c *schema.DiffClass) string { return format(*c.Gone) }})
	}
	if d.All.Still != nil {
		all = append(all, changeColumn{"still", func(c *schema.DiffClass) string { return format(of(*c.Still)) }})
	}
	if bytes {
		all = append(all, changeColumn{"keeps", func(c *schema.DiffClass) string {
			if c.Together.Objects == 0 {
				return ""
			}
			return format(of(c.Together))
		}})
	}
	var t columns.Block
	for _, f := range all {
		t.Columns = append(t.Columns, columns.Column{Title: f.title})
	}
	t.Columns = append(t.Columns, columns.Column{Title: "class", Left: true})
	for _, c := range append(slices.Clip(d.Classes), schema.DiffClass{Class: "all classes", Change: d.All}) {
		var cells []string
		for _, f := range all {
			cells = append(cells, f.of(&c))
		}
		t.Rows = append(t.Rows, append(cells, c.Class))
	}
	return shortened(t)
}

// signed is a difference with its sign.
func signed(before, after uint64, format func(uint64) string) string {
	switch {
	case after > before:
		return "+" + format(after-before)
	case after < before:
		return "-" + format(before-after)
	}
	return "0"
}

// leastClass is how many letters of a class remain at least, even if a line becomes too long.
const leastClass = 8

// shortened cuts the last column, the classes, to what the others leave of a line.
func shortened(t columns.Block) columns.Block {
	left := wrap.Width
	last := len(t.Columns) - 1
	for i := range last {
		cells := []string{t.Columns[i].Title}
		for _, row := range t.Rows {
			cells = append(cells, row[i])
		}
		left -= widest(cells) + 2
	}
	for _, row := range t.Rows {
		row[last] = numeral.Shorten(row[last], max(left, leastClass))
	}
	return t
}

// holding are the chains of the first classes.
func holding(d *schema.Diff) string {
	var b strings.Builder
	for i := range d.Classes[:min(explainedClasses, len(d.Classes))] {
		c := &d.Classes[i]
		if len(c.Chains) == 0 {
			continue
		}
		b.WriteString(wrap.Text(c.Class, "", "  "))
		for _, chain := range c.Chains {
			b.WriteString(wrap.Text(fmt.Sprintf("%s, such as %s: %s: %s", amount(chain.Amount), chain.Example, chain.Root, strings.Join(chain.Classes, " → ")), "  ", "    "))
		}
		if c.Others > 0 {
			b.WriteString("  " + more(c.Others, "chain", ", which lead to less"))
		}
	}
	return b.String()
}
