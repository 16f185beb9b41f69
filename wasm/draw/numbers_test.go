package draw

import "testing"

// A number is printed one way wherever it stands: the bar under a picture and the words in it agree.
func TestABarSaysWhatTheWordsSay(t *testing.T) {
	for ns, want := range map[int64][2]string{
		5_095e6: {"5.1", "5.1 s"}, 5_195e6: {"5.2", "5.2 s"}, 5_120e6: {"5.12", "5.12 s"}, 1_280e6: {"1.28", "1.28 s"}, 2_560e6: {"2.56", "2.56 s"}, 10_240e6: {"10.2", "10.24 s"},
	} {
		if s, e := Short(ns), Exact(ns); s != want[0] || e != want[1] {
			t.Errorf("%d ns is %q on a bar and %q in words, want %q", ns, s, e, want)
		}
	}
}
