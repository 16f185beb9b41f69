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
	messages func() map[string]string
	fallback *Catalog
}

// Load reads a catalog; lang is its BCP 47 tag. The error names what is not a flat object.
func Load(lang string, data []byte) (*Catalog, error) {
	var messages map[string]string
	if err := json.Unmarshal(data, &messages); err != nil {
		return nil, fmt.Errorf("text: %s.json: want an object of key to text: %w", lang, err)
	}
	return &Catalog{Lang: lang, messages: func() map[string]string { return messages }}, nil
}

// catalogs are those that are built in.
var catalogs = func() map[string]*Catalog {
	all := map[string]*Catalog{}
	for _, lang := range locales.Langs() {
		all[lang] = &Catalog{Lang: lang, messages: func() map[string]string { return locales.Messages(lang) }, fallback: all["en"]}
	}
	return all
}()

// For returns the catalog of lang: the best match of its prefix ("zh-CN" finds zh), or
// English. A message that is missing there is answered in English.
func For(lang string) *Catalog {
	for tag := strings.ToLower(lang); ; {
		if c := catalogs[tag]; c != nil {
			return c
		}
		i := strings.LastIndexByte(tag, '-')
		if i < 0 {
			return catalogs["en"]
		}
		tag = tag[:i]
	}
}

// In is Text of the catalog of lang.
func In(lang, key string, args ...string) string { return For(lang).Text(key, args...) }

// Langs lists the tags of the catalogs that are built in, English first.
func Langs() []string { return locales.Langs() }

// Has reports whether the catalog itself has key.
func (c *Catalog) Has(key string) bool {
	_, ok := c.find(key)
	return ok
}

func (c *Catalog) find(key string) (template string, ok bool) {
	if c.messages != nil {
		template, ok = c.messages()[key]
	}
	return template, ok
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
			if t, ok := c.find(key + ".one"); ok {
				return t, true
			}
		}
		if t, ok := c.find(key); ok {
			return t, true
		}
	}
	return "", false
}
