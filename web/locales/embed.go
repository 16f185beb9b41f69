// Package locales holds the messages of the page, one flat JSON object a language.
// It is the only place for strings that people read; package text looks them up.
package locales

import "embed"

//go:embed *.json
var files embed.FS

// JSON returns the messages of lang; ok is false when the language is not there.
func JSON(lang string) (data []byte, ok bool) {
	data, err := files.ReadFile(lang + ".json")
	return data, err == nil
}

// Langs lists the languages, English first.
func Langs() []string { return []string{"en", "zh"} }
