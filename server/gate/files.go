package gate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// file is one of the page's files, as it is served. Which there are is settled when the Gate is made.
type file struct {
	contentType string
	etag        string
	plain       []byte
	packed      map[string][]byte // by content encoding, from name.br and name.gz beside it
}

// contentTypes are those that the system's table may lack or get wrong.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png",
	".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8", ".md": "text/plain; charset=utf-8",
}

// readFiles reads the page and everything in web. The map is by URL path.
func readFiles(index []byte, web fs.FS) (map[string]*file, error) {
	files := map[string]*file{}
	if index == nil {
		return files, nil
	}
	page := newFile("index.html", index)
	files["/"], files["/index.html"] = page, page
	err := fs.WalkDir(web, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		body, err := fs.ReadFile(web, name)
		if err != nil {
			return err
		}
		files["/web/"+name] = newFile(name, body)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("gate: read the page's files: %w", err)
	}
	for encoding, ext := range map[string]string{"br": ".br", "gzip": ".gz"} {
		for name, f := range files {
			if base, ok := files[strings.TrimSuffix(name, ext)]; ok && strings.HasSuffix(name, ext) {
				if base.packed == nil {
					base.packed = map[string][]byte{}
				}
				base.packed[encoding] = f.plain
			}
		}
	}
	return files, nil
}

func newFile(name string, body []byte) *file {
	sum := sha256.Sum256(body)
	return &file{contentType: typeOf(name), etag: `"` + hex.EncodeToString(sum[:12]) + `"`, plain: body}
}

func typeOf(name string) string {
	ext := path.Ext(name)
	if t, ok := contentTypes[ext]; ok {
		return t
	}
	if t := mime.TypeByExtension(ext); t != "" {
		return t
	}
	return "application/octet-stream"
}

// file is the page's file that r asks for, or nil. It may be asked for by HEAD, as link checkers do.
func (g *Gate) file(r *http.Request) *file {
	if r.URL.RawPath != "" {
		return nil
	}
	return g.files[r.URL.Path]
}

// serve writes the file.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	SetPageHeaders(h)
	h.Set("Vary", "Accept-Encoding")
	body, etag := f.plain, f.etag
	for _, encoding := range []string{"br", "gzip"} {
		if packed, ok := f.packed[encoding]; ok && acceptsEncoding(r, encoding) {
			h.Set("Content-Encoding", encoding)
			body, etag = packed, strings.TrimSuffix(f.etag, `"`)+"-"+encoding+`"`
			break
		}
	}
	h.Set("ETag", etag)
	if r.Header.Get("If-None-Match") == etag {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a client that has gone is no news
}

// acceptsEncoding reports whether the client takes encoding, which it must name.
func acceptsEncoding(r *http.Request, encoding string) bool {
	for _, option := range strings.Split(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, params, _ := strings.Cut(option, ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			q, has := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
			return !has || strings.Trim(q, "0.") != ""
		}
	}
	return false
}
