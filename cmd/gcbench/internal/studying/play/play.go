// Package play makes the page of gcbench play. The page has the engine (package stage),
// compiled to WebAssembly from the module's source, and the source itself, so that it can show
// the line of each step. It is one file, and needs no network.
package play

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/ascii85"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/policy"
)

//go:embed page.html
var markup string

//go:embed page.css
var style string

//go:embed texts.json
var texts string

//go:embed script
var scripts embed.FS

//go:embed worker.js
var worker string

// page has the texts of its markup by their keys: {{t "key"}}.
var page = template.Must(template.New("play").Funcs(template.FuncMap{"t": sentence, "packed": packed}).Parse(markup))

// sentence is a text of texts.json.
func sentence(key string) (string, error) {
	all, err := sentences()
	if err != nil {
		return "", err
	}
	text, ok := all[key]
	if !ok {
		return "", fmt.Errorf("texts.json has no %q", key)
	}
	return text, nil
}

var sentences = sync.OnceValues(func() (all map[string]string, err error) {
	err = json.Unmarshal([]byte(texts), &all)
	return all, err
})

// Scenes compiles the engine from the module in the folder source, which the toolchain was found for, and returns
// the page with all scenes. If a person has given the folder, the page says how it differs from the library.
func (t *Toolchain) Scenes(ctx context.Context, source string, given *Given) ([]byte, error) {
	shop, remove, err := origin.TempDir("play")
	if err != nil {
		return nil, err
	}
	defer remove()
	if err := EngineSource(source, shop); err != nil {
		return nil, err
	}
	files, err := sources(shop)
	if err != nil {
		return nil, err
	}
	page, err := t.Page(ctx, Program{Dir: shop, From: source, Package: "./" + engineProgram, Tags: "interleave", Sources: files, Large: true, Given: given})
	if failed := (*origin.Failure)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("the source in %s does not compile with %s:\n%w", source, t.Version, failed)
	}
	return page, err
}

// LargestPage is the most bytes that a page may have: it is sent by mail, and read on phones. Tests compare.
const LargestPage = 3_000_000

// Program is what the engine of a page is compiled from. Its main package calls engine.Run.
type Program struct {
	Dir     string            // the root of its module
	From    string            // the folder that the player knows, from the root; the page shows its last name alone
	Package string            // its main package, as the go command wants it
	Tags    string            // for the go command
	Sources map[string]string // the files that steps are made in, as the engine names them
	Large   bool              // the engine has the marker at large
	Given   *Given            // nil unless a person has given From, so that it need not be what the library runs
	Compile Compiler          // nil is origin.Go
}

// Compiler is the go command, as origin.Go runs it.
type Compiler func(ctx context.Context, dir, temp string, settings []string, args ...string) (string, error)

// Page compiles the engine of a page from a program, and returns the page. If the program does
// not compile, the error is an *origin.Failure, or that of the Compiler.
func (t *Toolchain) Page(ctx context.Context, p Program) ([]byte, error) {
	glue, err := t.glue()
	if err != nil {
		return nil, err
	}
	wasm, err := t.compile(ctx, p)
	if err != nil {
		return nil, err
	}
	listing, err := json.Marshal(p.listing())
	if err != nil {
		return nil, err
	}
	script, err := joined("script", "(() => {\n\"use strict\";\n", "})();\n")
	if err != nil {
		return nil, err
	}
	texts, err := p.texts()
	if err != nil {
		return nil, err
	}
	var large section
	if p.Large {
		if large, err = largeSection(); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	err = page.Execute(&b, map[string]any{
		"Policy":  (&policy.Page{Scripts: []string{large.Script + script}, Engine: true}).String(),
		"Colours": picture.Style, "Style": template.CSS(style) + large.Style, "Texts": template.JS(texts), "Script": template.JS(large.Script + script),
		"Large": large.Markup, "Site": t.Site, "From": fmt.Sprintf("%s, gcbench %s, %s", filepath.Base(p.From), machine.Program(), t.Version),
		"Worker": template.HTML(string(glue) + "\n" + worker), "Engine": wasm, "Sources": listing,
	})
	return b.Bytes(), err
}

// EngineSource fills the folder root, which is empty, with the source of the engine: that of the module
// in the folder source, and its copies. The go command compiles the engine there, with the tag interleave.
func EngineSource(source, root string) error { return Workshop(source, root, copies...) }

// packed is what the page unpacks: gzip in Ascii85, which takes 5 characters for 4 bytes where base64 takes 16 for 12. An element of a
// script may hold all of them but the one that could end it. A v stands for that.
func packed(from []byte) (template.HTML, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	_, err = z.Write(from)
	err = errors.Join(err, z.Close())
	text := make([]byte, ascii85.MaxEncodedLen(b.Len()))
	text = text[:ascii85.Encode(text, b.Bytes())]
	return template.HTML(bytes.ReplaceAll(text, []byte("<"), []byte("v"))), err
}

// joined is a function with the files of a folder as its body, in the order of their names. They only say what there is,
// and start.js begins when all are read.
func joined(folder, head, tail string) (string, error) {
	names, err := fs.Glob(scripts, folder+"/*.js")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(head)
	for _, name := range names {
		text, err := scripts.ReadFile(name)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String() + tail, nil
}
