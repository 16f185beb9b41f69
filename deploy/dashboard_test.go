package deploy

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"
)

// Each query of the dashboard is one that Prometheus reads, of metrics that the server has, by labels that
// they have. testdata/names.txt of server/metrics is what a server gave; the two of the process are
// client_golang's own.
func TestTheDashboardsQueriesFindSomething(t *testing.T) {
	names, err := os.ReadFile("../server/metrics/testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string][]string{"process_resident_memory_bytes": nil, "process_cpu_seconds_total": nil}
	for line := range strings.Lines(string(names)) {
		f := strings.Fields(line)
		labels[f[0]] = f[1:]
	}
	text, err := os.ReadFile("dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr, LegendFormat string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			query := strings.ReplaceAll(target.Expr, "$__rate_interval", "1m")
			expr, err := parser.NewParser(parser.Options{}).ParseExpr(query)
			if err != nil {
				t.Errorf("%s: %v", p.Title, err)
				continue
			}
			has := []string{"instance"} // what Prometheus adds
			parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
				if v, ok := node.(*parser.VectorSelector); ok {
					of, ok := labels[v.Name]
					if !ok {
						t.Errorf("%s: the server has no metric %s", p.Title, v.Name)
					}
					shown[v.Name] = true
					for _, m := range v.LabelMatchers {
						if m.Name != "__name__" && !slices.Contains(of, m.Name) {
							t.Errorf("%s: %s has no label %s", p.Title, v.Name, m.Name)
						}
					}
					has = append(has, of...)
				}
				return nil
			})
			parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
				if a, ok := node.(*parser.AggregateExpr); ok {
					for _, l := range a.Grouping {
						if !slices.Contains(has, l) {
							t.Errorf("%s: nothing in %s has a label %s", p.Title, query, l)
						}
					}
				}
				return nil
			})
			for _, part := range strings.Split(target.LegendFormat, "{{")[1:] {
				if l, _, _ := strings.Cut(part, "}}"); !slices.Contains(has, l) {
					t.Errorf("%s: the legend names %s, which nothing has", p.Title, l)
				}
			}
		}
	}
	for name := range labels {
		if !shown[name] && name != "informerscope_feed_clients" {
			t.Errorf("the dashboard does not show %s", name)
		}
	}
}
