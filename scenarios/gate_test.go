package scenarios

import "testing"

// Where the right answer stands must not give it away: of the questions with as many answers it stands
// in each place about equally often, by the order that everybody sees and by that of a second try.
func TestTheRightAnswerStandsInEachPlaceAboutEquallyOften(t *testing.T) {
	var gates []*Gate
	for _, l := range List() {
		for _, it := range l.Items {
			if it.Gate != nil {
				gates = append(gates, it.Gate)
			}
		}
	}
	for _, seed := range []int{0, 1, 2, 3} {
		places := map[int]map[int]int{} // how many answers → the place of the right one → how often
		for _, g := range gates {
			order := g.OrderOf(seed)
			if seed == 0 {
				order = g.Order()
			}
			n := len(order)
			if places[n] == nil {
				places[n] = map[int]int{}
			}
			for place, option := range order {
				if option == 0 {
					places[n][place]++
				}
			}
		}
		for n, at := range places {
			all := 0
			for _, often := range at {
				all += often
			}
			if all < 30 { // too few to say
				continue
			}
			for place := range n {
				fair := float64(all) / float64(n)
				if off := float64(at[place]) - fair; off*off > 9*fair { // three deviations
					t.Errorf("seed %d: of %d questions with %d answers the right one stands in place %d %d times, want about %.0f", seed, all, n, place+1, at[place], fair)
				}
			}
			t.Logf("seed %d: %d answers: %v of %d", seed, n, at, all)
		}
	}
	// Answers that differ in little are mixed as well.
	first := map[int]int{}
	for i := range 300 {
		g := Gate{ID: string(rune('a'+i%26)) + string(rune('a'+i/26)), Options: []string{"12", "6", "7"}}
		first[g.Order()[0]]++
	}
	for option := range 3 {
		if first[option] < 70 || first[option] > 130 {
			t.Errorf("of 300 questions 12 | 6 | 7 option %d comes first %d times, want about 100", option, first[option])
		}
	}
}
