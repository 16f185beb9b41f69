package raster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/andybalholm/brotli"
)

// The page's fonts are WOFF2, which x/image cannot read: unpack turns one into the plain
// font that it can. Hinting instructions are left out, since pictures are drawn unhinted.
// Source: the W3C recommendation WOFF File Format 2.0.

// tags by their number in the table directory.
const knownTags = "cmapheadhheahmtxmaxpnameOS/2postcvt fpgmglyflocaprepCFF VORGEBDTEBLCgasphdmxkernLTSHPCLTVDMXvheavmtxBASEGDEFGPOSGSUBEBSCJSTFMATHCBDTCBLCCOLRCPALSVG sbixacntavarbdatblocbslncvarfdscfeatfmtxfvargvarhstyjustlcarmortmorxopbdproptrakZapfSilfGlatGlocFeatSill"

var errShort = errors.New("woff2: the font ends too early")

// source reads big-endian values and remembers that it came to its end.
type source struct {
	b     []byte
	short bool
}

func (s *source) take(n int) []byte {
	if n < 0 || n > len(s.b) {
		s.short, s.b = true, nil
		return make([]byte, max(0, min(n, 8)))
	}
	out := s.b[:n]
	s.b = s.b[n:]
	return out
}

func (s *source) u8() int  { return int(s.take(1)[0]) }
func (s *source) u16() int { return int(binary.BigEndian.Uint16(s.take(2))) }
func (s *source) u32() int { return int(binary.BigEndian.Uint32(s.take(4))) }

// base128 reads a number of seven bits a byte.
func (s *source) base128() (n int) {
	for range 5 {
		b := s.u8()
		n = n<<7 | b&0x7f
		if b&0x80 == 0 {
			break
		}
	}
	return n
}

// u255 reads a number that is mostly below 253.
func (s *source) u255() int {
	switch b := s.u8(); b {
	case 253:
		return s.u16()
	case 254:
		return s.u8() + 506
	case 255:
		return s.u8() + 253
	default:
		return b
	}
}

type table struct {
	tag         string
	size        int // in the stream
	transformed bool
	data        []byte
}

// unpack returns the font inside a WOFF2 file.
func unpack(woff []byte) ([]byte, error) {
	s := &source{b: woff}
	if string(s.take(4)) != "wOF2" {
		return nil, errors.New("woff2: the file does not begin with wOF2")
	}
	flavor := s.u32()
	s.take(4)
	tables := make([]table, s.u16())
	s.take(2 + 4)
	packed := s.u32()
	s.take(4 + 5*4)
	total := 0
	for i := range tables {
		t := &tables[i]
		flags := s.u8()
		if n := flags & 0x3f; n < 63 {
			t.tag = knownTags[4*n : 4*n+4]
		} else {
			t.tag = string(s.take(4))
		}
		t.size = s.base128()
		version := flags >> 6
		if outline := t.tag == "glyf" || t.tag == "loca"; outline && version == 0 || !outline && version != 0 {
			t.transformed = true
			t.size = s.base128()
		}
		total += t.size
	}
	stream := s.take(packed)
	if s.short {
		return nil, errShort
	}
	const most = 64 << 20
	data, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(stream)), most))
	if err != nil {
		return nil, fmt.Errorf("woff2: %w", err)
	}
	if len(data) < total {
		return nil, errShort
	}
	for i := range tables {
		tables[i].data, data = data[:tables[i].size], data[tables[i].size:]
	}
	if err := restore(tables); err != nil {
		return nil, err
	}
	return assemble(flavor, tables), nil
}

// restore undoes the transforms of glyf, loca and hmtx.
func restore(tables []table) error {
	find := func(tag string) *table {
		i := slices.IndexFunc(tables, func(t table) bool { return t.tag == tag })
		if i < 0 {
			return &table{}
		}
		return &tables[i]
	}
	glyf, loca, head, hhea, hmtx := find("glyf"), find("loca"), find("head"), find("hhea"), find("hmtx")
	if !glyf.transformed {
		return nil
	}
	if len(head.data) < 52 || len(hhea.data) < 36 {
		return errShort
	}
	var bearings []int
	var err error
	if glyf.data, loca.data, bearings, err = outlines(glyf.data); err != nil {
		return err
	}
	head.data = slices.Clone(head.data)
	binary.BigEndian.PutUint16(head.data[50:], 1) // long offsets
	if hmtx.transformed {
		hmtx.data, err = metrics(hmtx.data, int(binary.BigEndian.Uint16(hhea.data[34:])), bearings)
	}
	return err
}

// metrics restores the left bearings that hmtx left out: they are where glyphs begin.
func metrics(data []byte, proportional int, bearings []int) ([]byte, error) {
	s := &source{b: data}
	flags := s.u8()
	if proportional > len(bearings) {
		return nil, errShort
	}
	widths := make([]int, proportional)
	for i := range widths {
		widths[i] = s.u16()
	}
	var out []byte
	for i, b := range bearings {
		if i < proportional {
			out = binary.BigEndian.AppendUint16(out, uint16(widths[i]))
			if flags&1 == 0 {
				b = s.u16()
			}
		} else if flags&2 == 0 {
			b = s.u16()
		}
		out = binary.BigEndian.AppendUint16(out, uint16(b))
	}
	if s.short {
		return nil, errShort
	}
	return out, nil
}

// assemble writes the tables as a font. Checksums stay zero: nobody here reads them.
func assemble(flavor int, tables []table) []byte {
	tables = slices.Clone(tables)
	slices.SortFunc(tables, func(a, b table) int { return bytes.Compare([]byte(a.tag), []byte(b.tag)) })
	out := binary.BigEndian.AppendUint32(nil, uint32(flavor))
	out = binary.BigEndian.AppendUint16(out, uint16(len(tables)))
	out = append(out, make([]byte, 6)...)
	at := len(out) + 16*len(tables)
	for _, t := range tables {
		out = append(out, t.tag...)
		for _, n := range []int{0, at, len(t.data)} {
			out = binary.BigEndian.AppendUint32(out, uint32(n))
		}
		at += (len(t.data) + 3) &^ 3
	}
	for _, t := range tables {
		out = append(out, t.data...)
		out = append(out, make([]byte, -len(t.data)&3)...)
	}
	return out
}
