package tell

import (
	"testing"
	"time"
)

func TestTimesAreSaidAsPeopleDo(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0s", 5 * time.Nanosecond: "5ns", 1500 * time.Microsecond: "2ms", 10 * time.Millisecond: "10ms", 9604 * time.Millisecond: "9.6s",
		2 * time.Minute: "2m", time.Hour: "1h", time.Hour + time.Second: "1h0m1s", 1000 * time.Second: "16m40s", 100*time.Second + 400*time.Millisecond: "1m40s", 99*time.Second + 996*time.Millisecond: "1m40s"} {
		if got := Wait(d); got != want {
			t.Errorf("Wait(%v) = %q, want %q", d, got, want)
		}
	}
	for ns, want := range map[int64]string{-5: "0s", 149e6: "100ms", 1.26e9: "1.3s", 59.96e9: "1m"} {
		if got := Tenths(ns); got != want {
			t.Errorf("Tenths(%d) = %q, want %q", ns, got, want)
		}
	}
	for ns, want := range map[int64]string{0: "0 s", 5e6: "0.005 s", 72.3e9: "72.3 s", 99.9994e9: "99.999 s", 100e9: "1m40s", 1311.4e9: "21m51s"} {
		if got := Clock(ns); got != want {
			t.Errorf("Clock(%d) = %q, want %q", ns, got, want)
		}
	}
	if got := Seconds(1311.4e9); got != "1311.4 s" {
		t.Errorf("Seconds = %q", got)
	}
	if got := TimeOfDay(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)); got != "03:04:05" {
		t.Errorf("TimeOfDay = %q", got)
	}
}

func TestALongNameKeepsBothEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		want string
	}{{"abcdef", 6, "abcdef"}, {"abcdefg", 6, "abc…fg"}, {"abcdefgh", 5, "ab…gh"}, {"名字很长很长", 5, "名字…很长"}, {"", 3, ""}} {
		if got := Middle(c.name, c.n); got != c.want || len([]rune(got)) > c.n {
			t.Errorf("Middle(%q, %d) = %q, want %q", c.name, c.n, got, c.want)
		}
	}
	if OrDash("") != "–" || OrDash("7") != "7" {
		t.Error("OrDash")
	}
}

func TestOrdinals(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 10: "10th", 11: "11th", 12: "12th", 13: "13th", 14: "14th", 20: "20th", 21: "21st", 22: "22nd", 23: "23rd", 111: "111th", 112: "112th", 113: "113th", 101: "101st", 122: "122nd"} {
		if got := to("en").Ordinal(n); got != want {
			t.Errorf("Ordinal(%d) = %q, want %q", n, got, want)
		}
	}
	if got := to("zh").Ordinal(22); got != "第 22" {
		t.Errorf("zh: Ordinal(22) = %q", got)
	}
}
