// Lip Gloss as a renderer: lipgloss THEME [COLUMNS] <markup
//
// A line of THEME is a class, a colour and the word bold or plain. Lip Gloss has no markup, so a
// scanner finds the spans; each text is rendered in its style. With COLUMNS each line is a paragraph
// that Lip Gloss wraps and centres.
package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

func main() {
	lipgloss.SetColorProfile(termenv.TrueColor)
	styles := map[string]lipgloss.Style{}
	theme, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(theme)), "\n") {
		words := strings.Fields(line)
		styles[words[0]] = lipgloss.NewStyle().Inline(true).
			Foreground(lipgloss.Color(words[1])).Bold(words[2] == "bold")
	}
	columns := 0
	if len(os.Args) > 2 {
		columns, _ = strconv.Atoi(os.Args[2])
	}
	paragraph := lipgloss.NewStyle().Width(columns).Align(lipgloss.Center)
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<24)
	output := bufio.NewWriterSize(os.Stdout, 1<<16)
	defer output.Flush()
	for input.Scan() {
		var text strings.Builder
		rest := input.Text()
		for {
			start := strings.Index(rest, `<span class="`)
			if start < 0 {
				break
			}
			text.WriteString(strings.ReplaceAll(rest[:start], "&amp;", "&"))
			rest = rest[start+13:]
			class, after, _ := strings.Cut(rest, `">`)
			inside, after, _ := strings.Cut(after, "</span>")
			text.WriteString(styles[class].Render(inside))
			rest = after
		}
		text.WriteString(strings.ReplaceAll(rest, "&amp;", "&"))
		if columns > 0 {
			output.WriteString(paragraph.Render(text.String()))
		} else {
			output.WriteString(text.String())
		}
		output.WriteByte('\n')
	}
}
