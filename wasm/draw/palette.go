package draw

import "image/color"

// Palette gives every Ink its colour in one theme. The zero Palette is all transparent.
type Palette [inks]color.RGBA

// Color returns the colour of ink i; an ink it does not know is transparent.
func (p Palette) Color(i Ink) color.RGBA {
	if i >= inks {
		return color.RGBA{}
	}
	return p[i]
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// Light returns the palette of the light theme.
func Light() Palette {
	return Palette{
		Bg: rgb(0xFFFFFF), Panel: rgb(0xF4F6F9),
		Text: rgb(0x17202D), Text2: rgb(0x3B4556), Text3: rgb(0x434D5F),
		Line: rgb(0xD5DBE5), Line2: rgb(0xE8ECF2),
		Dirty: rgb(0xB57A00), Proc: rgb(0x073B82), Wait: rgb(0xB02FDB), WaitTint: rgb(0xF0DDF7),
		OK: rgb(0x0B9466), Err: rgb(0x7F1408), Neutral: rgb(0x626D84),
		DirtyTint: rgb(0xFDF8EC), ProcTint: rgb(0xE4ECF7),
		Body: rgb(0xDDE3EC), BodyEdge: rgb(0x626D84), Plate: rgb(0xFFFFFF), Lit: rgb(0xFFF1C9),
		Soft: rgb(0xAEBBD0),
	}
}

// Dark returns the palette of the dark theme.
func Dark() Palette {
	return Palette{
		Bg: rgb(0x10151C), Panel: rgb(0x1A222D),
		Text: rgb(0xEEF2F7), Text2: rgb(0xC3CCD9), Text3: rgb(0xABB6C8),
		Line: rgb(0x313C4B), Line2: rgb(0x232D3A),
		Dirty: rgb(0xFFC933), Proc: rgb(0x9CD2FF), Wait: rgb(0xC24BF5), WaitTint: rgb(0x3B2349),
		OK: rgb(0x2FE39B), Err: rgb(0xEE4A3A), Neutral: rgb(0x74809C),
		DirtyTint: rgb(0x1C1C19), ProcTint: rgb(0x16283B),
		Body: rgb(0x2C3848), BodyEdge: rgb(0x74809C), Plate: rgb(0x10151C), Lit: rgb(0x3A3212),
		Soft: rgb(0x3C5068),
	}
}
