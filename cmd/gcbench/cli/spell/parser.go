// Package spell reads and writes command lines: which values a flag takes, what an error says of others, help
// texts, and how a command is spelled for a shell.
package spell

import (
	"io"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// mentionFacts puts facts into the help texts and defaults that mention them. kong itself, given the
// facts, looks through all of them for each flag. That takes longer than many a command.
func mentionFacts(k *kong.Kong, facts map[string]string) error {
	var pairs []string
	for name, fact := range facts {
		pairs = append(pairs, "${"+name+"}", fact)
	}
	mention := strings.NewReplacer(pairs...)
	return kong.Visit(k.Model.Node, func(n kong.Visitable, next kong.Next) error {
		if v, ok := n.(*kong.Value); ok {
			// kong will put one command's own words (set) into a flag that several commands have.
			for name, words := range v.Tag.Vars {
				v.Tag.Vars[name] = mention.Replace(words)
			}
			if v.Tag.Vars["more"] != "" {
				v.Help = strings.ReplaceAll(v.Help, "${or_all}", ", or all")
			}
			v.Help = strings.ReplaceAll(v.Help, "${or_all}", "")
			v.Help, v.Default = mention.Replace(v.Help), mention.Replace(v.Default)
		}
		return next(nil)
	})
}

// Exit is what kong's wish to end the process becomes.
type Exit int

// New returns a parser that fills in line, whatever that has.
func New(line any, facts map[string]string, stdout, stderr io.Writer, more ...kong.Option) *kong.Kong {
	return kong.Must(line, append(more,
		kong.Name("gcbench"),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { panic(Exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
		kong.KindMapper(reflect.Bool, switchMapper{}),
		kong.NamedMapper("number", kong.MapperFunc(parseNumber)),
		kong.NamedMapper("numbers", kong.MapperFunc(parseNumbers)),
		kong.NamedMapper("columns", kong.MapperFunc(parseColumns)),
		kong.NamedMapper("names", kong.MapperFunc(parseNames)),
		kong.NamedMapper("choice", kong.MapperFunc(parseChoice)),
		kong.NamedMapper("percent", kong.MapperFunc(parsePercent)),
		kong.NamedMapper("growth", kong.MapperFunc(parseGrowth)),
		kong.NamedMapper("period", kong.MapperFunc(parsePeriod)),
		kong.NamedMapper("output", kong.MapperFunc(parseOutput)),
		kong.NamedMapper("input", needed("the name of a file is missing")),
		kong.NamedMapper("folder", needed("the name of a folder is missing")),
		kong.NamedMapper("inputs", kong.MapperFunc(parseInputs)),
		kong.NamedMapper("objects", kong.MapperFunc(parseObjects)),
		kong.NamedMapper("object", kong.MapperFunc(parseObject)),
		kong.NamedMapper("flags", needed("it is empty: give flags of gcbench run in one argument, or leave it out")),
		kong.NamedMapper("class", needed("the name of a class is missing: give one, or leave the flag out")),
		kong.NamedMapper("address", needed("it is empty: give an address such as 127.0.0.1:8080, or leave the flag out")),
		kong.NamedMapper("name", needed("it is empty: give a name, or leave the flag out")),
		kong.NamedMapper("text", needed("it is empty, and every text contains that: leave the flag out")),
		// With it --objects -5 is a number out of range and not a missing one.
		kong.WithHyphenPrefixedParameters(true),
		kong.PostBuild(func(k *kong.Kong) error { return mentionFacts(k, facts) }), kong.PostBuild(sortFlags), kong.Help(printHelp), helpTitles(),
	)...)
}
