package draw

import "github.com/informerscope/informerscope/wasm/outline"

// A picture is a flat list of shapes, painted first to last. A shape names colours by
// role (Ink), never by value, so that one list serves every theme: the painter and the
// still look the role up in a palette.

// Ink is the role of a colour. The zero value paints nothing.
// Source: the palette of the look (light and dark values stand in palette.go).
type Ink uint8

const (
	None      Ink = iota
	Bg            // page background
	Panel         // zone background
	Text          // ink: names, keys, numbers
	Text2         // ink2: meanings, captions
	Text3         // ink3: notes
	Line          // thin separators, empty zones
	Line2         // next slots
	Dirty         // role: a pass is owed
	Proc          // role: a worker is on it
	Wait          // role: waiting for a time
	WaitTint      // fill of a waiting bar
	OK            // role: added
	Err           // role: deleted, error
	Neutral       // rails, outlines, queue
	DirtyTint     // fill of the dirty set
	ProcTint      // fill of the processing set
	Body          // filled body of an object
	BodyEdge      // its foot and outline
	Plate         // white plate of a token
	Lit           // lit line of code
	Soft          // a rail of the past
	inks
)

// Kind says how a shape's fields are read.
type Kind uint8

const (
	Rect   Kind = iota // X Y W H with corner radius R
	Path               // Segs, absolute coordinates
	Circle             // centre X Y, radius R
	Arc                // ring part: centre X Y, radius R, clockwise from 12 o'clock, Frac of the whole
	Words              // Runs on the baseline X Y, anchored by Anchor
)

// Shape is one drawing operation in stage pixels (CSS px at scale 1).
type Shape struct {
	// ID groups the shapes of one thing, such as "key:a"; moves, hits and the focus name it.
	// The empty ID is scenery.
	ID   string
	Zone string // of a title: the zone that it names
	Kind Kind
	// Piece names a part of the thing that motion treats apart; a painter ignores it.
	Piece Piece
	// X, Y, W, H, R are pixels; see Kind.
	X, Y, W, H, R float64
	Frac          float64
	Segs          []Seg
	Fill          Ink
	// FillAlpha and StrokeAlpha are opacities; 0 means opaque.
	FillAlpha, StrokeAlpha float64
	Stroke                 Ink
	StrokeWidth            float64
	// Dash is on, off in pixels; zero is a solid line. RoundCap turns short dashes into dots.
	Dash     [2]float64
	RoundCap bool
	// Hatch draws 45° lines of this ink over the fill, clipped to the shape.
	Hatch      Ink
	HatchPitch float64
	HatchWidth float64
	HatchAlpha float64
	Runs       []Run
	Size       float64 // text size in px
	Anchor     Anchor
	// Alpha fades the whole shape; 0 means opaque. Motion sets it.
	Alpha float64
	// ClipX… is a rounded clip rectangle; ClipW 0 clips nothing.
	ClipX, ClipY, ClipW, ClipH, ClipR float64
}

// Piece is a part of a token that motion treats apart.
type Piece uint8

const (
	Whole Piece = iota
	LeftShoulder
	RightShoulder
	Stem  // of a lift: its first point moves, its foot stays
	Focus // the second outline
)

// Seg is one piece of a path.
type Seg = outline.Seg

// Anchor is where X stands in the text.
type Anchor uint8

const (
	Start Anchor = iota
	Middle
	End
)

// Run is a piece of text of one style.
type Run struct {
	Text string
	Bold bool
	Mono bool
	Ink  Ink     // None: the shape's Fill, or Text when that is None too
	Size float64 // 0: the shape's Size
}
