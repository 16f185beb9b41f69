// Package render is informerscope render: it writes a step, every step or a contact sheet of a
// lesson as SVG or PNG, and a range of steps as a moving picture.
package render
