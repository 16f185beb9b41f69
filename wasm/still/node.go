// Package still draws the shapes of package draw as SVG: for docs, print, embeds without
// script, and the first picture of the page. Text stays text, colours stay roles.
//
// Tree gives the picture as nodes that a page can mount with createElementNS; SVG prints
// them as one document. Both are pure and deterministic.
package still

import (
	"strconv"
	"strings"
)

// Node is an SVG element: its name, its attributes in order, its children, and text that
// comes before them. Nothing in it is escaped; Print does that.
type Node struct {
	Name     string
	Attrs    []Attr
	Children []Node
	Text     string
}

// Attr is one attribute.
type Attr struct{ Name, Value string }

func node(name string, attrs ...string) Node {
	n := Node{Name: name}
	for i := 0; i+1 < len(attrs); i += 2 {
		n.set(attrs[i], attrs[i+1])
	}
	return n
}

func (n *Node) set(name, value string) { n.Attrs = append(n.Attrs, Attr{name, value}) }

func (n *Node) num(name string, v float64) { n.set(name, num(v)) }

func (n *Node) add(child Node) { n.Children = append(n.Children, child) }

// num prints with at most two decimals.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// clean escapes s and drops what XML 1.0 cannot hold.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return escape.Replace(s)
}

// Print returns the element as XML.
func (n Node) Print() string {
	var b strings.Builder
	n.print(&b)
	return b.String()
}

func (n Node) print(b *strings.Builder) {
	b.WriteString("<" + n.Name)
	for _, a := range n.Attrs {
		b.WriteString(" " + a.Name + `="` + clean(a.Value) + `"`)
	}
	if n.Text == "" && len(n.Children) == 0 {
		b.WriteString("/>")
		return
	}
	b.WriteString(">" + clean(n.Text))
	for _, c := range n.Children {
		c.print(b)
	}
	b.WriteString("</" + n.Name + ">")
}
