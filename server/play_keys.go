package main

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

// interactive follows the presses until one quits or ctx ends.
func (p *teller) interactive(ctx context.Context, presses <-chan key) {
	p.title()
	p.step(0)
	at, number := 0, ""
	prompt := func() {
		if number != "" {
			p.prompt(number)
			return
		}
		p.prompt(p.ink.paint(quiet, p.say("cli.keys")))
	}
	go2 := func(n int) {
		at = n
		p.step(n)
	}
	var asking *question
	prompt()
	for {
		var k key
		select {
		case <-ctx.Done():
			k = keyQuit
		case k = <-presses:
		}
		p.prompt("")
		if k == keyEnter && number != "" {
			n, err := strconv.Atoi(number)
			if number = ""; err != nil || n > p.film.Last() {
				p.print(p.say("cli.range", "n", strconv.Itoa(p.film.Last())))
			} else {
				asking = nil
				go2(n)
			}
			prompt()
			continue
		}
		switch k {
		case keyQuit:
			p.score()
			return
		case keyFirst, keyLast, keyBack:
			asking, number = nil, ""
			go2(map[key]int{keyFirst: 0, keyLast: p.film.Last(), keyBack: max(at-1, 0)}[k])
		case keyNext, keyEnter:
			number = ""
			if asking == nil && at < p.film.Last() {
				if asking = p.ask(at + 1); asking != nil {
					p.pose(asking)
					p.prompt(p.ink.paint(quiet, p.say("cli.pick")))
					continue
				}
			}
			if asking = nil; at < p.film.Last() {
				go2(at + 1)
			} else {
				p.end()
				if k == keyEnter {
					return
				}
			}
		case keyErase:
			if number != "" {
				number = number[:len(number)-1]
			}
		default:
			digit := int(k - '0')
			if asking == nil {
				if len(number) < 6 {
					number += string(rune(k))
				}
				break
			}
			if digit >= 1 && digit <= len(asking.options) {
				p.answer(asking, digit-1)
				asking = nil
				go2(at + 1)
				break
			}
			p.prompt(p.ink.paint(quiet, p.say("cli.pick")))
			continue
		}
		prompt()
	}
}
