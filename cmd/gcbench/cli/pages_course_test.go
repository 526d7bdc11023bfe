package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const courseFolder = "docs/course/"

var (
	chapterFile = regexp.MustCompile(`^\d\d-[a-z0-9-]+\.md$`)
	glossed     = regexp.MustCompile(`\[([^\]]+)\]\(\.\./glossary\.md#`)
	chapterLink = regexp.MustCompile(`\]\((\d\d)-[a-z0-9-]+\.md[^)]*\)(?: to \[[^\]]*\]\((\d\d)-)?`)
)

// TestGlossaryOfTheCourse: a chapter explains its words. It links to the glossary where a word needs
// more, two or three times in its text, and at the word's first use. A reader does not follow more.
func TestGlossaryOfTheCourse(t *testing.T) {
	for name, text := range chaptersOf(t) {
		assert.NoError(t, wrongGlosses(text), name)
	}
}

// wrongGlosses says what is wrong with a chapter's links to the glossary.
func wrongGlosses(chapter string) error {
	text := proseOf(chapter)
	links := glossed.FindAllStringSubmatchIndex(text, -1)
	if len(links) < 2 || len(links) > 3 {
		return fmt.Errorf("%d links to the glossary, want 2 or 3", len(links))
	}
	for _, at := range links {
		word := text[at[2]:at[3]]
		earlier := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(word) + `\b`)
		if earlier.MatchString(text[:at[0]]) {
			return fmt.Errorf("%s stands in the text before its link", word)
		}
	}
	return nil
}

// proseOf is a page on one line, without headings, tables and code.
func proseOf(page string) string {
	var b strings.Builder
	eachLine(page, func(_ int, line string) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "|") {
			b.WriteString(codeOfLine.ReplaceAllString(line, "") + " ")
		}
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// TestPlansOfTheCourse: a plan for teachers has each chapter after those that it needs.
func TestPlansOfTheCourse(t *testing.T) {
	needs := map[string][]string{}
	for name, text := range chaptersOf(t) {
		needs[name[:2]] = neededBy(text)
	}
	assert.Greater(t, len(needs["07"]), 1)
	text, err := os.ReadFile(filepath.Join(moduleTree(t).root, courseFolder, "teachers.md"))
	require.NoError(t, err)
	plans := plansOf(string(text))
	require.Len(t, plans, 3)
	for _, plan := range plans {
		assert.NoError(t, skipped(plan, needs))
	}
}

// neededBy returns the numbers of the chapters that a chapter says it needs.
func neededBy(chapter string) (needed []string) {
	_, after, _ := strings.Cut(proseOf(chapter), "You need ")
	sentence, _, _ := strings.Cut(after, ". ")
	for _, link := range chapterLink.FindAllStringSubmatch(sentence, -1) {
		for number := link[1]; number != ""; number = next(number, link[2]) {
			needed = append(needed, number)
		}
	}
	return needed
}

// next is the chapter after one, up to a last one, and then "".
func next(number, last string) string {
	if number >= last {
		return ""
	}
	n := 0
	_, _ = fmt.Sscan(strings.TrimLeft(number, "0"), &n)
	return fmt.Sprintf("%02d", n+1)
}

// plansOf returns the chapters of each table with a column "read", in order.
func plansOf(page string) (plans [][]string) {
	reads := false
	eachLine(page, func(_ int, line string) {
		switch {
		case !strings.HasPrefix(line, "|"):
			reads = false
		case strings.HasPrefix(line, "| | read"):
			reads, plans = true, append(plans, nil)
		case reads:
			for _, link := range chapterLink.FindAllStringSubmatch(line, -1) {
				plans[len(plans)-1] = append(plans[len(plans)-1], link[1])
			}
		}
	})
	return plans
}

// skipped says which chapter of a plan comes before one that it needs.
func skipped(plan []string, needs map[string][]string) error {
	for i, chapter := range plan {
		for _, needed := range needs[chapter] {
			if !slices.Contains(plan[:i], needed) {
				return fmt.Errorf("chapter %s needs %s; the plan is %v", chapter, needed, plan)
			}
		}
	}
	return nil
}

// chaptersOf returns the chapters of the course by their files' names.
func chaptersOf(t *testing.T) map[string]string {
	t.Helper()
	chapters, root := map[string]string{}, moduleTree(t).root
	for _, page := range pagesOf(t, root) {
		if name, ok := strings.CutPrefix(page, courseFolder); ok && chapterFile.MatchString(name) {
			text, err := os.ReadFile(filepath.Join(root, page))
			require.NoError(t, err)
			chapters[name] = string(text)
		}
	}
	require.Len(t, chapters, 11, "%v", slices.Sorted(maps.Keys(chapters)))
	return chapters
}

// TestReadingOfTheCourse: what the tests of the course would not look at cannot fail.
func TestReadingOfTheCourse(t *testing.T) {
	const link = "a [deque](../glossary.md#deque) "
	assert.NoError(t, wrongGlosses("# Deque\n`deque` "+link+"[two\nwords](../glossary.md#two) deque"))
	assert.ErrorContains(t, wrongGlosses(link), "1 links")
	assert.ErrorContains(t, wrongGlosses(link+link+link+link), "4 links")
	assert.ErrorContains(t, wrongGlosses("Deque "+link+link), "deque stands")
	assert.ErrorContains(t, wrongGlosses(link+"two\nwords [two words](../glossary.md#a)"), "two words stands")

	assert.Equal(t, []string{"01", "02", "03", "09"}, neededBy("# 1\nYou need chapters [1](01-a.md) to [3](03-b.md) and [9](09-c.md#x). [4](04-d.md)\n"))
	assert.Empty(t, neededBy("You need only Go. [4](04-d.md)"))
	plans := plansOf("| | read before |\n|---|---|\n| 1 | [1](01-a.md), [3](03-b.md) |\n\n| x |\n| [2](02-c.md) |\n\n| | read |\n| [4](04-d.md) |\n")
	assert.Equal(t, [][]string{{"01", "03"}, {"04"}}, plans)
	needs := map[string][]string{"03": {"01"}, "04": {"03"}}
	assert.NoError(t, skipped(plans[0], needs))
	assert.ErrorContains(t, skipped(plans[1], needs), "chapter 04 needs 03")
}
