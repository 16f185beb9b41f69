package player

import "testing"

// A word opens and closes; a zone and a word stand in the same place, one at a time.
func TestAWordIsAskedAndClosed(t *testing.T) {
	p := newPlayer()
	p.Update(noon, Opened{"#s=two-fifos&step=3&predict=0"})
	p.Update(noon, Term{"tray"})
	if p.Term != "tray" {
		t.Fatalf("the word open is %q, want tray", p.Term)
	}
	p.Update(noon, Explain{"fifo"})
	if p.Term != "" || p.Hash.Zone != "fifo" {
		t.Errorf("a zone opened: word %q, zone %q; want the zone alone", p.Term, p.Hash.Zone)
	}
	p.Update(noon, Term{"tape"})
	if p.Term != "tape" || p.Hash.Zone != "" {
		t.Errorf("a word opened: word %q, zone %q; want the word alone", p.Term, p.Hash.Zone)
	}
	p.Update(noon, Term{"no such word"})
	if p.Term != "tape" {
		t.Errorf("a word that there is not opened %q", p.Term)
	}
	if p.Update(noon, Escape{}); p.Term != "" {
		t.Errorf("Escape leaves %q open", p.Term)
	}
	p.Update(noon, Term{"tape"})
	if p.Update(noon, Term{"tape"}); p.Term != "" {
		t.Error("the word asked again stays open")
	}
}
