package feed

import "bytes"

// maxLine bounds a line that has no end: an object of etcd has 1.5 MB at most.
const maxLine = 16 << 20

// lines cuts a stream into lines. The zero value has read nothing.
type lines struct{ rest []byte }

// add returns the lines that end in data. What is too long to
// be a line is dropped.
func (l *lines) add(data []byte) (all [][]byte) {
	l.rest = append(l.rest, data...)
	from := 0
	for {
		i := bytes.IndexByte(l.rest[from:], '\n')
		if i < 0 {
			break
		}
		if line := bytes.TrimSpace(l.rest[from : from+i]); len(line) > 0 {
			all = append(all, bytes.Clone(line))
		}
		from += i + 1
	}
	l.rest = append(l.rest[:0], l.rest[from:]...)
	if len(l.rest) > maxLine {
		l.rest = nil
	}
	return all
}
