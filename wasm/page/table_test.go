package page

import (
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

var (
	spacer   = regexp.MustCompile(`<td[^>]*height:([\d.]+)px`)
	rowIndex = regexp.MustCompile(`aria-rowindex="(\d+)"`)
)

// However many keys there are and wherever it is scrolled to, the table has the rows in sight, each in
// its place, and is as high as all of them.
func TestTheTableHasTheRowsInSight(t *testing.T) {
	for _, n := range []int{12, 13, rowsPage, rowsPage + 1, 100} {
		p := shownAt(1400, "#p=play", added(n)...)
		for y := 0; y <= n*rowPx; y += 5 * rowPx {
			y := min(y, max(n-13, 0)*rowPx)
			p.Update(time.Now(), player.Scrolled{Y: float64(y)})
			html := app.HTMLString(p.table())
			var room [2]float64 // above the rows, and below
			for i, m := range spacer.FindAllStringSubmatch(html, -1) {
				room[i], _ = strconv.ParseFloat(m[1], 64)
			}
			rows := rowIndex.FindAllStringSubmatch(html, -1)
			for i, m := range rows {
				if want := int(room[0])/rowPx + i + 2; m[1] != strconv.Itoa(want) {
					t.Fatalf("%d keys at %d px: row %d has the index %s, want %d", n, y, i, m[1], want)
				}
			}
			end := room[0] + float64(len(rows)*rowPx)
			if room[0] > float64(y) || end < float64(y+min(n, 13)*rowPx) || end+room[1] != float64(n*rowPx) || len(rows) > rowsPage {
				t.Errorf("%d keys at %d px: %d rows below %v px and above %v px", n, y, len(rows), room[0], room[1])
			}
		}
	}
}
