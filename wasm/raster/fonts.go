package raster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	woff2 "github.com/tdewolff/font"
	"golang.org/x/image/font/sfnt"
)

// style is one of the four ways the stage writes.
type style uint8

const (
	regular style = iota
	bold
	mono
	monoBold
	styles
)

// Fonts are what letters are drawn with. Use LoadFonts.
type Fonts struct {
	own      [styles]*sfnt.Font
	fallback [styles][]*sfnt.Font // tried in order; mono has those of sans
	missing  map[rune]bool
	known    map[want]have
	buf      sfnt.Buffer
}

type want struct {
	style style
	r     rune
}

type have struct {
	font  *sfnt.Font
	glyph sfnt.GlyphIndex
}

// LoadFonts reads the page's fonts from web, and fallbacks for what they lack: the files
// named first, then fonts of the system in dirs; nil is SystemFolders.
func LoadFonts(web fs.FS, files, dirs []string) (*Fonts, error) {
	f := &Fonts{missing: map[rune]bool{}, known: map[want]have{}}
	for s, name := range map[style]string{regular: "source-sans-3-latin-400-normal", bold: "source-sans-3-latin-700-normal", mono: "source-code-pro-latin-400-normal", monoBold: "source-code-pro-latin-700-normal"} {
		data, err := fs.ReadFile(web, "fonts/"+name+".woff2")
		if err == nil {
			data, err = woff2.ParseWOFF2(data) // x/image reads plain fonts only
		}
		if err == nil {
			f.own[s], err = sfnt.Parse(data)
		}
		if err != nil {
			return nil, fmt.Errorf("the page's font %s: %w", name, err)
		}
	}
	for _, name := range files {
		font, err := open(name)
		if err != nil {
			return nil, fmt.Errorf("the font %s: %w", name, err)
		}
		for s := range f.fallback {
			f.fallback[s] = append(f.fallback[s], font)
		}
	}
	if dirs == nil {
		dirs = SystemFolders()
	}
	f.system(dirs)
	return f, nil
}

// Missing returns the characters that were asked for and that no font had, sorted.
func (f *Fonts) Missing() string {
	var all []rune
	for r := range f.missing {
		all = append(all, r)
	}
	slices.Sort(all)
	return string(all)
}

// glyph finds who can draw r.
func (f *Fonts) glyph(s style, r rune) (*sfnt.Font, sfnt.GlyphIndex) {
	if h, ok := f.known[want{s, r}]; ok {
		return h.font, h.glyph
	}
	var found have
	for _, font := range append([]*sfnt.Font{f.own[s]}, f.fallback[s]...) {
		if g, err := font.GlyphIndex(&f.buf, r); err == nil && g != 0 {
			found = have{font, g}
			break
		}
	}
	f.known[want{s, r}] = found
	return found.font, found.glyph
}

// SystemFolders are where this system keeps its fonts.
func SystemFolders() []string {
	home, _ := os.UserHomeDir()
	switch runtime.GOOS {
	case "darwin":
		return []string{"/System/Library/Fonts", "/Library/Fonts", filepath.Join(home, "Library/Fonts")}
	case "windows":
		return []string{filepath.Join(os.Getenv("WINDIR"), "Fonts"), filepath.Join(os.Getenv("LOCALAPPDATA"), `Microsoft\Windows\Fonts`)}
	}
	return []string{filepath.Join(home, ".local/share/fonts"), filepath.Join(home, ".fonts"), "/usr/local/share/fonts", "/usr/share/fonts"}
}

// wanted are the fonts that are looked for, the best first: Chinese sans serifs, then fonts
// of many scripts and signs. A bold one stands before its regular twin.
var wanted = []string{
	"NotoSansSC-Bold", "NotoSansSC-Regular", "NotoSansCJKsc-Bold", "NotoSansCJKsc-Regular", "NotoSansCJK-Bold", "NotoSansCJK-Regular",
	"SourceHanSansSC-Bold", "SourceHanSansSC-Regular", "SourceHanSansCN-Bold", "SourceHanSansCN-Regular",
	"PingFang", "Hiragino Sans GB", "STHeiti Medium", "msyhbd", "msyh", "simhei", "wqy-microhei", "wqy-zenhei", "DroidSansFallbackFull", "uming",
	"DejaVuSans-Bold", "DejaVuSans", "Arial Unicode", "seguisym", "NotoSans-Bold", "NotoSans-Regular", "NotoSansSymbols2-Regular",
	"NotoSansHebrew-Regular", "NotoSansArabic-Regular", "LiberationSans-Regular",
}

// maxFiles bounds how many files of a font folder are looked at.
const maxFiles = 20_000

// system finds the wanted fonts that this system has.
func (f *Fonts) system(dirs []string) {
	found := map[string]string{} // lower-case name → path
	n := 0
	for _, dir := range dirs {
		// A folder that cannot be read has no fonts for us.
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if n++; n > maxFiles {
				return fs.SkipAll
			}
			if err != nil || d.IsDir() {
				return nil
			}
			switch ext := strings.ToLower(filepath.Ext(path)); ext {
			case ".ttf", ".otf", ".ttc", ".otc":
				name := strings.ToLower(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
				if found[name] == "" {
					found[name] = path
				}
			}
			return nil
		})
	}
	for _, name := range wanted {
		path := found[strings.ToLower(name)]
		if path == "" {
			continue
		}
		font, err := open(path)
		if err != nil {
			continue // another will do
		}
		heavy := strings.HasSuffix(strings.ToLower(name), "bold") || name == "msyhbd"
		for s := range f.fallback {
			if !heavy || style(s) == bold || style(s) == monoBold {
				f.fallback[s] = append(f.fallback[s], font)
			}
		}
	}
}

// open reads a font, of a collection the one for simplified Chinese. The file stays open,
// since letters are read from it as they are drawn.
func open(path string) (*sfnt.Font, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	all, err := sfnt.ParseCollectionReaderAt(file)
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("not a TrueType or OpenType font: %w", err)
	}
	best, err := all.Font(0)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	for i := 1; i < all.NumFonts(); i++ {
		font, err := all.Font(i)
		if err != nil {
			continue
		}
		if name, err := font.Name(nil, sfnt.NameIDFamily); err == nil && strings.HasSuffix(name, " SC") {
			return font, nil
		}
	}
	return best, nil
}
