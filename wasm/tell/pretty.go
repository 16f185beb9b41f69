package tell

import (
	"bytes"
	"encoding/json"
)

// Pretty indents the JSON of an object for the inspector; other text stays as it is.
func Pretty(body string) string {
	var out bytes.Buffer
	if body == "" || body[0] != '{' || json.Indent(&out, []byte(body), "", "  ") != nil {
		return body
	}
	return out.String()
}
