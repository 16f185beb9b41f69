// Command pack writes a brotli and a gzip twin beside each file named, for servers and
// hosts that send what is already packed. A twin newer than its file is left alone.
//
//	go run ./web/pack web/dist/app.wasm web/dist/wasm_exec.js
//
// With -table it also prints what each weighs; with -quality it packs as hard as asked.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/andybalholm/brotli"
)

func main() {
	quality := flag.Int("quality", 9, "brotli quality, 0 to 11; 11 takes half a minute for the program")
	table := flag.Bool("table", false, "print raw, gzip and brotli sizes")
	flag.Parse()
	for _, name := range flag.Args() {
		raw, br, gz, err := pack(name, *quality)
		if err != nil {
			fmt.Fprintln(os.Stderr, "pack:", err)
			os.Exit(1)
		}
		if *table {
			fmt.Printf("%-28s raw %6.2f MB   gzip %5.2f MB   brotli -q %d %5.2f MB\n", name, mb(raw), mb(gz), *quality, mb(br))
		}
	}
}

func mb(n int64) float64 { return float64(n) / 1e6 }

// pack returns the sizes of name and its twins.
func pack(name string, quality int) (raw, br, gz int64, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return 0, 0, 0, err
	}
	br, err = twin(name, ".br", info, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, quality) })
	if err != nil {
		return 0, 0, 0, err
	}
	gz, err = twin(name, ".gz", info, func(w io.Writer) io.WriteCloser {
		z, _ := gzip.NewWriterLevel(w, gzip.BestCompression)
		return z
	})
	return info.Size(), br, gz, err
}

func twin(name, ext string, of os.FileInfo, writer func(io.Writer) io.WriteCloser) (int64, error) {
	if t, err := os.Stat(name + ext); err == nil && t.ModTime().After(of.ModTime()) {
		return t.Size(), nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	var buf bytes.Buffer
	w := writer(&buf)
	if _, err := w.Write(data); err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	// Written aside and renamed, so that an interrupted run leaves no half a twin.
	if err := os.WriteFile(name+ext+".part", buf.Bytes(), 0o644); err != nil {
		return 0, err
	}
	return int64(buf.Len()), os.Rename(name+ext+".part", name+ext)
}
