package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"path"
	"slices"

	"github.com/andybalholm/brotli"
)

// packedExts are those of files that get smaller; pictures in PNG and fonts are packed already.
var packedExts = []string{".html", ".js", ".css", ".json", ".svg", ".wasm", ".xml", ".txt", ".md", ".iq", ".ts"}

// little is from where on a file is worth packing, in bytes: a packet holds as much.
const little = 1400

// packed reports whether the file is another one's packed twin.
func packed(name string) bool { return path.Ext(name) == ".br" || path.Ext(name) == ".gz" }

// pack lays beside each file that is worth it name.br and name.gz.
func (s *site) pack(ctx context.Context) error {
	var work []func() error
	names := s.tree.Names()
	slices.SortStableFunc(names, func(a, b string) int { return len(s.tree.Get(b)) - len(s.tree.Get(a)) }) // what takes long goes first
	for _, name := range names {
		data := s.tree.Get(name)
		if len(data) < little || !slices.Contains(packedExts, path.Ext(name)) {
			continue
		}
		work = append(work, func() error {
			quality := s.Quality
			if len(data) < 1<<20 {
				quality = min(quality, 9) // the best is ten times slower, for a hundredth of a picture's size
			}
			var br, gz bytes.Buffer
			w := brotli.NewWriterLevel(&br, quality)
			if _, err := w.Write(data); err != nil {
				return err
			}
			if err := w.Close(); err != nil {
				return err
			}
			z, _ := gzip.NewWriterLevel(&gz, min(max(s.Quality, gzip.BestSpeed), gzip.BestCompression))
			if _, err := z.Write(data); err != nil {
				return err
			}
			if err := z.Close(); err != nil {
				return err
			}
			s.tree.Put(name+".br", br.Bytes())
			s.tree.Put(name+".gz", gz.Bytes())
			return nil
		})
	}
	return each(ctx, work)
}

// Size is the number of all bytes.
func (t *Tree) Size() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, data := range t.files {
		n += len(data)
	}
	return n
}
