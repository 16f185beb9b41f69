package raster

import "encoding/binary"

// glyphs are the streams of a transformed glyf table.
type glyphs struct {
	contours, points, flags, outline, composite, boxes source
	boxed                                              []byte // a bit for each glyph that has its box written out
}

// outlines restores glyf and loca; bearings are where each glyph begins.
func outlines(data []byte) (glyf, loca []byte, bearings []int, err error) {
	s := &source{b: data}
	s.take(4)
	n := s.u16()
	s.take(2)
	var sizes [7]int
	for i := range sizes {
		sizes[i] = s.u32()
	}
	var g glyphs
	for i, to := range []*source{&g.contours, &g.points, &g.flags, &g.outline, &g.composite, &g.boxes} {
		to.b = s.take(sizes[i])
	}
	g.boxed = g.boxes.take((n + 31) / 32 * 4)
	if s.short || g.boxes.short {
		return nil, nil, nil, errShort
	}
	for i := range n {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		one, err := g.next(i)
		if err != nil {
			return nil, nil, nil, err
		}
		bearing := 0
		if len(one) > 0 {
			bearing = int(int16(binary.BigEndian.Uint16(one[2:])))
		}
		bearings = append(bearings, bearing)
		glyf = append(glyf, one...)
		glyf = append(glyf, make([]byte, -len(one)&3)...)
	}
	return glyf, binary.BigEndian.AppendUint32(loca, uint32(len(glyf))), bearings, nil
}

// next writes glyph i as a plain font has it.
func (g *glyphs) next(i int) ([]byte, error) {
	contours := int(int16(g.contours.u16()))
	if contours == 0 || g.contours.short {
		return nil, shortOr(g.contours)
	}
	out := binary.BigEndian.AppendUint16(nil, uint16(contours))
	var box []byte
	if g.boxed[i/8]&(0x80>>(i%8)) != 0 {
		box = g.boxes.take(8)
	}
	if contours < 0 {
		return g.parts(append(out, box...))
	}
	total := 0
	var ends []byte
	for range contours {
		if g.points.short {
			break
		}
		total += g.points.u255()
		ends = binary.BigEndian.AppendUint16(ends, uint16(total-1))
	}
	if total > 1<<16 || g.points.short {
		return nil, errShort
	}
	flags, xs, ys := make([]byte, total), []byte(nil), []byte(nil)
	x, y := 0, 0
	var low, high [2]int
	for k := range total {
		flag := g.flags.u8()
		if flag&0x80 == 0 {
			flags[k] = 1 // on the curve
		}
		dx, dy := g.delta(flag & 0x7f)
		x, y = x+dx, y+dy
		if k == 0 {
			low, high = [2]int{x, y}, [2]int{x, y}
		}
		low, high = [2]int{min(low[0], x), min(low[1], y)}, [2]int{max(high[0], x), max(high[1], y)}
		xs = binary.BigEndian.AppendUint16(xs, uint16(dx))
		ys = binary.BigEndian.AppendUint16(ys, uint16(dy))
	}
	g.outline.u255() // the length of instructions, which are left out
	if box == nil {
		for _, v := range []int{low[0], low[1], high[0], high[1]} {
			box = binary.BigEndian.AppendUint16(box, uint16(v))
		}
	}
	out = append(append(out, box...), ends...)
	out = append(out, 0, 0)
	out = append(append(append(out, flags...), xs...), ys...)
	return out, shortOr(g.points, g.flags, g.outline, g.boxes)
}

func shortOr(all ...source) error {
	for _, s := range all {
		if s.short {
			return errShort
		}
	}
	return nil
}

// delta reads how far the next point is away, in one to four bytes.
func (g *glyphs) delta(flag int) (dx, dy int) {
	sign := func(bit, v int) int {
		if bit&1 == 0 {
			return -v
		}
		return v
	}
	s := &g.outline
	switch {
	case flag < 10:
		return 0, sign(flag, (flag&14)<<7+s.u8())
	case flag < 20:
		return sign(flag, ((flag-10)&14)<<7+s.u8()), 0
	case flag < 84:
		b, c := flag-20, s.u8()
		return sign(flag, 1+b&0x30+c>>4), sign(flag>>1, 1+(b&0x0c)<<2+c&0x0f)
	case flag < 120:
		b, c, d := flag-84, s.u8(), 0
		d = s.u8()
		return sign(flag, 1+b/12<<8+c), sign(flag>>1, 1+(b%12)>>2<<8+d)
	case flag < 124:
		a, b, c := s.u8(), s.u8(), 0
		c = s.u8()
		return sign(flag, a<<4+b>>4), sign(flag>>1, (b&0x0f)<<8+c)
	}
	a, b := s.u16(), 0
	b = s.u16()
	return sign(flag, a), sign(flag>>1, b)
}

// Bits of a part of a composite glyph.
const (
	wordArgs     = 1 << 0
	oneScale     = 1 << 3
	moreParts    = 1 << 5
	twoScales    = 1 << 6
	matrix       = 1 << 7
	instructions = 1 << 8
)

// parts copies a composite glyph, without its instructions.
func (g *glyphs) parts(out []byte) ([]byte, error) {
	s, instructed := &g.composite, false
	for more := true; more && !s.short; {
		flags := s.u16()
		more, instructed = flags&moreParts != 0, instructed || flags&instructions != 0
		size := 2 + 2 // glyph and arguments
		if flags&wordArgs != 0 {
			size += 2
		}
		switch {
		case flags&oneScale != 0:
			size += 2
		case flags&twoScales != 0:
			size += 4
		case flags&matrix != 0:
			size += 8
		}
		out = binary.BigEndian.AppendUint16(out, uint16(flags&^instructions))
		out = append(out, s.take(size)...)
	}
	if instructed {
		g.outline.u255()
	}
	return out, shortOr(*s, g.outline, g.boxes)
}
