// Package text looks messages up in the language of the reader.
//
// A catalog is a flat JSON object of key to template. A template has named places in
// braces, "{n} keys"; on the stage *bold* and `mono` are marks, and a bar breaks the line.
// A key that ends in ".one" is the form for n = 1, in languages that have one.
package text

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/informerscope/informerscope/web/locales"
)

// Catalog holds the messages of one language. The zero Catalog answers every key with
// the key itself.
type Catalog struct {
	Lang     string
	messages map[string]string
	fallback *Catalog
}

// Load reads a catalog; lang is its BCP 47 tag. The error names what is not a flat object.
func Load(lang string, data []byte) (*Catalog, error) {
	c := &Catalog{Lang: lang}
	if err := json.Unmarshal(data, &c.messages); err != nil {
		return nil, fmt.Errorf("text: %s.json: want an object of key to text: %w", lang, err)
	}
	return c, nil
}

// For returns the catalog of lang: the best match of its prefix ("zh-CN" finds zh), or
// English. A message that is missing there is answered in English.
func For(lang string) *Catalog {
	en := must("en")
	for tag := strings.ToLower(lang); tag != ""; {
		if tag == "en" {
			return en
		}
		if data, ok := locales.JSON(tag); ok {
			c, err := Load(tag, data)
			if err != nil {
				panic(err.Error())
			}
			c.fallback = en
			return c
		}
		i := strings.LastIndexByte(tag, '-')
		if i < 0 {
			break
		}
		tag = tag[:i]
	}
	return en
}

func must(lang string) *Catalog {
	data, _ := locales.JSON(lang)
	c, err := Load(lang, data)
	if err != nil {
		panic(err.Error())
	}
	return c
}

// Langs lists the tags of the catalogs that are built in, English first.
func Langs() []string { return locales.Langs() }

// Has reports whether the catalog itself has key.
func (c *Catalog) Has(key string) bool {
	_, ok := c.messages[key]
	return ok
}

// Text fills the template of key with args, which are name, value pairs. With n = 1 the
// form key+".one" is used where there is one. An unknown key is answered with itself.
func (c *Catalog) Text(key string, args ...string) string {
	t, ok := c.lookup(key, args)
	if !ok {
		return key
	}
	if !strings.Contains(t, "{") {
		return t
	}
	var b strings.Builder
	for {
		open := strings.IndexByte(t, '{')
		if open < 0 {
			break
		}
		shut := strings.IndexByte(t[open:], '}')
		if shut < 0 {
			break
		}
		b.WriteString(t[:open])
		b.WriteString(value(t[open+1:open+shut], args))
		t = t[open+shut+1:]
	}
	b.WriteString(t)
	return b.String()
}

func value(name string, args []string) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return args[i+1]
		}
	}
	return "{" + name + "}"
}

func (c *Catalog) lookup(key string, args []string) (string, bool) {
	for ; c != nil; c = c.fallback {
		if value("n", args) == "1" {
			if t, ok := c.messages[key+".one"]; ok {
				return t, true
			}
		}
		if t, ok := c.messages[key]; ok {
			return t, true
		}
	}
	return "", false
}
