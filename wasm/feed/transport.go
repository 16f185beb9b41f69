package feed

// Transport carries requests. Its callbacks come on the page's one thread, each at most
// once but for Event, and none after the cancel function was called.
type Transport interface {
	// Get fetches path, relative to the page, and calls done with the whole answer. Code
	// 0 means that nothing answered; reason then says why ("refused", "broken", "timeout").
	Get(path string, done func(code int, body []byte, reason string)) (cancel func())
	// Watch opens a WebSocket watch: opened, then event for each frame, then closed with
	// the reason. A refusal is closed without opened.
	Watch(path string, opened func(), event func([]byte), closed func(reason string)) (cancel func())
	// Talk is Watch of a socket that is spoken to: send says something, and nothing once it is closed.
	Talk(path string, opened func(), event func([]byte), closed func(reason string)) (send func(text string), cancel func())
	// Stream is Watch as a plain answer that does not end, for what lets no WebSocket through:
	// event for each line.
	Stream(path string, opened func(), event func([]byte), closed func(reason string)) (cancel func())
}
