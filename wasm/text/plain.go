package text

import "strings"

// Plain is a sentence without its marks: **bold**, and *slanted* beside it. A star without its
// like, and one inside of what is bold, is text: obj.(*v1.Pod).
func Plain(line string) string {
	parts := strings.Split(line, "**")
	for i, part := range parts {
		if i%2 == 0 && strings.Count(part, "*")%2 == 0 {
			parts[i] = strings.ReplaceAll(part, "*", "")
		}
	}
	return strings.Join(parts, "")
}
