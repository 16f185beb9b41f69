package play

import (
	"bufio"
	"context"
	"io"
	"strconv"
)

// key is one press: a letter or digit, or one of those below.
type key rune

const (
	keyNext key = -1 - iota
	keyBack
	keyFirst
	keyLast
	keyEnter
	keyErase
	keyQuit
)

// keys reads presses until the reader ends, which is a press of quit.
func keys(in io.Reader) <-chan key {
	to := make(chan key)
	go func() {
		defer close(to)
		r := bufio.NewReader(in)
		for {
			k, err := readKey(r)
			if err != nil {
				to <- keyQuit
				return
			}
			if k != 0 {
				to <- k
			}
		}
	}()
	return to
}

// readKey reads one press; 0 is one that means nothing.
func readKey(r *bufio.Reader) (key, error) {
	c, err := r.ReadByte()
	if err != nil {
		return 0, err
	}
	switch c {
	case '\r', '\n':
		return keyEnter, nil
	case ' ', 'n', 'l':
		return keyNext, nil
	case 'b', 'p', 'h':
		return keyBack, nil
	case 'q', 3, 4:
		return keyQuit, nil
	case 8, 127:
		return keyErase, nil
	case 0x1b:
		return escaped(r)
	}
	if c >= '0' && c <= '9' {
		return key(c), nil
	}
	return 0, nil
}

// escaped reads the rest of an arrow key; a terminal sends it at once, so a lone escape has
// nothing behind it.
func escaped(r *bufio.Reader) (key, error) {
	if r.Buffered() == 0 {
		return 0, nil
	}
	if c, err := r.ReadByte(); err != nil || c != '[' && c != 'O' {
		if c == 0x1b {
			_ = r.UnreadByte() // it was just read
		}
		return 0, err
	}
	for {
		c, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		switch {
		case c >= '0' && c <= '9' || c == ';':
			continue
		case c == 'C' || c == 'B':
			return keyNext, nil
		case c == 'D' || c == 'A':
			return keyBack, nil
		case c == 'H':
			return keyFirst, nil
		case c == 'F':
			return keyLast, nil
		}
		return 0, nil
	}
}

// sitting is a film told to somebody who presses keys.
type sitting struct {
	*teller
	at     int
	number string    // digits so far of a step to go to
	asking *question // posed, and not answered
}

// interactive follows the presses until one quits or ctx ends.
func (p *teller) interactive(ctx context.Context, presses <-chan key) {
	p.title()
	s := &sitting{teller: p}
	s.show(0)
	for ended := false; !ended; {
		s.invite()
		k := keyQuit
		select {
		case <-ctx.Done():
		case k = <-presses:
		}
		p.prompt("")
		ended = s.press(k)
	}
}

// invite says in the last line what can be pressed.
func (s *sitting) invite() {
	switch {
	case s.asking != nil:
		s.prompt(s.ink.paint(quiet, s.say("cli.pick")))
	case s.number != "":
		s.prompt(s.number)
	default:
		s.prompt(s.ink.paint(quiet, s.say("cli.keys")))
	}
}

// show goes to step n.
func (s *sitting) show(n int) {
	s.at, s.number, s.asking = n, "", nil
	s.step(n)
}

// press does what a key is for, and reports whether that was the last.
func (s *sitting) press(k key) (ended bool) {
	switch {
	case k == keyQuit:
		s.score()
		return true
	case k == keyFirst:
		s.show(0)
	case k == keyLast:
		s.show(s.film.Last())
	case k == keyBack:
		s.show(max(s.at-1, 0))
	case k == keyEnter && s.number != "":
		s.jump()
	case k == keyEnter || k == keyNext:
		return s.next(k == keyEnter)
	case k == keyErase:
		s.number = s.number[:max(len(s.number)-1, 0)]
	case s.asking != nil:
		s.choose(int(k - '1'))
	case len(s.number) < 6:
		s.number += string(rune(k))
	}
	return false
}

// jump goes to the step whose number was typed.
func (s *sitting) jump() {
	n, err := strconv.Atoi(s.number)
	if err != nil || n > s.film.Last() {
		s.number = ""
		s.print(s.say("cli.range", "n", strconv.Itoa(s.film.Last())))
		return
	}
	s.show(n)
}

// next goes on: to the question before the next step, to that step, or, behind the last one,
// to the end, which enter leaves.
func (s *sitting) next(enter bool) (ended bool) {
	if s.number = ""; s.at == s.film.Last() {
		s.end()
		return enter
	}
	if s.asking == nil {
		if s.asking = s.ask(s.at + 1); s.asking != nil {
			s.pose(s.asking)
			return false
		}
	}
	s.show(s.at + 1)
	return false
}

// choose answers the question with an option, and shows what happens.
func (s *sitting) choose(option int) {
	if option < 0 || option >= len(s.asking.options) {
		return
	}
	s.answer(s.asking, option)
	s.show(s.at + 1)
}
