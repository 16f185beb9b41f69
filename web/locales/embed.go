// Package locales holds the messages of the page, one flat JSON object a language.
// It is the only place for strings that people read; package text looks them up.
package locales

import (
	"embed"
	"encoding/json"
	"sync"
)

//go:embed *.json
var files embed.FS

// JSON returns the messages of lang; ok is false when the language is not there.
func JSON(lang string) (data []byte, ok bool) {
	data, err := files.ReadFile(lang + ".json")
	return data, err == nil
}

// Langs lists the languages, English first.
func Langs() []string { return []string{"en", "zh"} }

// messages are those of each language, read when they are first asked for.
var messages = func() map[string]func() map[string]string {
	all := map[string]func() map[string]string{}
	for _, lang := range Langs() {
		all[lang] = sync.OnceValue(func() (texts map[string]string) {
			data, _ := JSON(lang)
			if err := json.Unmarshal(data, &texts); err != nil {
				panic("locales: " + lang + ".json: want an object of key to text: " + err.Error()) // it is in the program
			}
			return texts
		})
	}
	return all
}()

// Messages returns what JSON does as a map, which is read only; lang is one of Langs.
func Messages(lang string) map[string]string { return messages[lang]() }
