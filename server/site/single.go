package site

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// carried are the files that the program asks for while it runs; what only makes the first moment shorter is
// left out.
func carried(web fs.FS) ([]string, error) {
	notes, err := fs.Glob(web, "dist/stills/notes.*.json")
	if err != nil {
		return nil, err
	}
	fonts, err := fs.Glob(web, "fonts/*.woff2")
	return append(append([]string{"dist/app.wasm"}, notes...), fonts...), err
}

var (
	sheetLink  = regexp.MustCompile(`<link rel="stylesheet" href="web/([^"]+)">`)
	scriptLink = regexp.MustCompile(`<script src="web/([^"]+)"( defer)?></script>`)
	otherLink  = regexp.MustCompile(`<link rel="(?:preload|icon)"[^>]*>\n?`)
	fontURL    = regexp.MustCompile(`url\((fonts/[^)]+)\)`)
)

// single writes the page with everything in it: one file, to be opened from a disk.
func (s *site) single() error {
	var failed error
	read := func(name string) []byte {
		data, err := fs.ReadFile(s.Web, name)
		if err != nil && failed == nil {
			failed = err
		}
		return data
	}
	page := otherLink.ReplaceAllString(string(s.Index), "")
	page = sheetLink.ReplaceAllStringFunc(page, func(link string) string {
		css := string(read(sheetLink.FindStringSubmatch(link)[1]))
		css = fontURL.ReplaceAllStringFunc(css, func(u string) string {
			font := read(fontURL.FindStringSubmatch(u)[1])
			return "url(data:font/woff2;base64," + base64.StdEncoding.EncodeToString(font) + ")"
		})
		return "<style>\n" + css + "</style>"
	})
	// What was deferred runs after the page is parsed, as a script in the page cannot be told to; Go's
	// runtime only names things, so it may as well run at once.
	page = scriptLink.ReplaceAllStringFunc(page, func(link string) string {
		name := scriptLink.FindStringSubmatch(link)[1]
		single := ""
		if name == "boot.js" {
			single = " data-single"
		}
		return "<script" + single + ">\n" + strings.ReplaceAll(string(read(name)), "</script", `<\/script`) + "</script>"
	})
	list, err := carried(s.Web)
	if err != nil {
		return err
	}
	var files strings.Builder
	for _, name := range list {
		var packed bytes.Buffer
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if _, err := z.Write(read(name)); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		fmt.Fprintf(&files, "<script type=\"text/plain\" data-file=\"web/%s\">%s</script>\n", name, base64.StdEncoding.EncodeToString(packed.Bytes()))
	}
	if failed != nil {
		return fmt.Errorf("single.html: %w", failed)
	}
	before, after, ok := strings.Cut(page, "</body>")
	if !ok || strings.Contains(page, `src="web/`) || strings.Contains(before, `href="web/app`) {
		return fmt.Errorf("single.html: the page asks for files in a way that is not known here")
	}
	s.tree.Put("single.html", []byte(before+files.String()+"</body>"+after))
	return nil
}
