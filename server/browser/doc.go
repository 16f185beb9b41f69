// Package browser drives the built page in Chromium, for tests only: everything else here
// stands behind the build tag browser, so that go test ./... needs neither Chromium nor the
// page. Run it with
//
//	make wasm && go test -tags browser ./server/browser
//
// A test opens a page with Open and gets a Page that knows the viewport, the console and a
// few verbs: Click, Key, Wait, Eval, Shot. A message of kind error on the console fails
// the test. WebGL runs in software here, so tests assert script time and counts, never a
// frame rate. SHOTS=dir keeps the screenshots.
//
// With the tag others besides, other_test.go runs what matters most in Firefox and WebKitGTK,
// through a driver of its own, other.go.
package browser
