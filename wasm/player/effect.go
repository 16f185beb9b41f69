package player

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/wasm/draw"
)

// Effect is something that the shell has to do. Its String is what tests read.
type Effect interface{ String() string }

type (
	// Save writes the hash into the address bar, without an entry in the history.
	Save struct{ Hash string }
	// Visit goes to another place, with an entry; the shell answers with Opened.
	Visit struct{ Hash string }
	// Dress tells the style sheet which theme and language are chosen.
	Dress struct{ Theme, Lang string }
	// Show paints Player.Picture, once.
	Show struct{}
	// Move paints frames for so many ms, then answers with Arrived. A new Move, Show or Still ends
	// the one before.
	Move struct {
		What  string // "time", "step", "back", "part", "engines"
		Ms    float64
		Frame func(ms float64) []draw.Shape
		W, H  float64
		Title string
	}
	// Still ends what moves; what was painted last stays.
	Still struct{}
	// Scrub draws Player.Scrubber.
	Scrub struct{}
	// Render brings the elements around the picture up to date.
	Render struct{}
	// Timer answers with Rang after a while, and after none when the browser has had its turn; negative takes it back.
	Timer struct {
		Name  string
		After time.Duration
	}
	// Card writes the line beside the pointer; "" hides it.
	Card struct{ Text string }
	// Focus gives an element the focus; "" gives it back to who had it before the first Focus that
	// is not there to stay.
	Focus struct {
		ID   string
		Stay bool
	}
	// Blur gives the keys to the page around.
	Blur struct{}
	// Fit measures window and stage anew, once the elements are up to date; the shell answers
	// with Resized.
	Fit struct{}
	// Keep keeps a text in the browser under a name; "" forgets it. Tab keeps it for this tab only.
	Keep struct {
		Name, Text string
		Tab        bool
	}
	// Read reads the file that was chosen last and answers with Read and FileRead.
	Read struct{ N int }
	// Dialog opens a dialog or closes it.
	Dialog struct {
		ID   string
		Open bool
	}
	// Fullscreen asks for the whole screen or gives it back.
	Fullscreen struct{ On bool }
	// Light puts the light of the projector where it belongs.
	Light struct{}
	// Download hands a file to the browser. An SVG with PNG is painted first.
	Download struct {
		File, Mime, Text string
		PNG              bool
		W, H             float64
	}
	// Shoot makes a film of pictures that Next gives one after the other, as SVG, with how long each stays and how
	// many steps are drawn; ok is false after the last. It answers with FilmAt and FilmMade, and EndShoot ends it.
	Shoot struct {
		N          int
		Kind, File string
		W, H       float64
		Next       func() (svg string, stays time.Duration, done int, ok bool)
	}
	EndShoot struct{ N int }
	// Copy copies the text of a field, and answers with Copied.
	Copy struct{ ID string }
	// Select selects the text of a field.
	Select struct{ ID string }
	// Paper opens the browser's own dialog to print the page.
	Paper struct{}
	// Clear takes out what was typed into a field.
	Clear struct{ Act string }
	// ToCode brings the code's panel into view.
	ToCode struct{}

	// Get asks the server and answers with Got.
	Get struct {
		Run  int
		Gen  uint32
		What string // "info", "namespaces", "list", "probe", "notes.en"
		URL  string
	}
	// Watch opens a watch; it answers with WatchOpened, WatchFrame and WatchClosed.
	Watch struct {
		Run     int
		Gen     uint32
		URL     string
		Initial bool
		Chunked bool // as a plain answer that does not end, where WebSockets do not get through
	}
	// Cancel ends a list or a watch; Gen 0 all of them.
	Cancel struct {
		Run int
		Gen uint32
	}
)

func (e Save) String() string   { return "save " + e.Hash }
func (e Visit) String() string  { return "visit " + e.Hash }
func (e Dress) String() string  { return strings.TrimSpace("dress " + e.Theme + " " + e.Lang) }
func (Show) String() string     { return "show" }
func (Still) String() string    { return "still" }
func (Scrub) String() string    { return "scrub" }
func (Render) String() string   { return "render" }
func (e Move) String() string   { return fmt.Sprintf("move %s %.0fms", e.What, e.Ms) }
func (e Card) String() string   { return "card " + strconv.Quote(e.Text) }
func (e Focus) String() string  { return "focus " + strconv.Quote(e.ID) }
func (Blur) String() string     { return "blur" }
func (Fit) String() string      { return "fit" }
func (e Read) String() string   { return "read " + strconv.Itoa(e.N) }
func (Light) String() string    { return "light" }
func (e Copy) String() string   { return "copy " + e.ID }
func (e Select) String() string { return "select " + e.ID }
func (e Clear) String() string  { return "clear " + e.Act }
func (ToCode) String() string   { return "to code" }
func (Paper) String() string    { return "paper" }

func (e Timer) String() string {
	if e.After < 0 {
		return "timer " + e.Name + " off"
	}
	return "timer " + e.Name + " " + e.After.String()
}

func (e Keep) String() string {
	if e.Text == "" {
		return "forget " + e.Name
	}
	return "keep " + e.Name + " " + strconv.Quote(e.Text[:min(len(e.Text), 40)])
}

func (e Dialog) String() string {
	if e.Open {
		return "open " + e.ID
	}
	return "close " + e.ID
}

func (e Fullscreen) String() string {
	if e.On {
		return "fullscreen"
	}
	return "leave fullscreen"
}

func (e Download) String() string {
	if e.PNG {
		return "download " + e.File + " as PNG"
	}
	return fmt.Sprintf("download %s %s %d bytes", e.File, e.Mime, len(e.Text))
}

func (e Shoot) String() string {
	return fmt.Sprintf("shoot %d %s %.0fx%.0f", e.N, e.File, e.W, e.H)
}
func (e EndShoot) String() string { return "end shoot " + strconv.Itoa(e.N) }

func (e Get) String() string { return fmt.Sprintf("get %s %d.%d %s", e.What, e.Run, e.Gen, e.URL) }
func (e Watch) String() string {
	way := ""
	if e.Chunked {
		way = " chunked"
	}
	return fmt.Sprintf("watch %d.%d%s %s", e.Run, e.Gen, way, e.URL)
}
func (e Cancel) String() string { return fmt.Sprintf("cancel %d.%d", e.Run, e.Gen) }
