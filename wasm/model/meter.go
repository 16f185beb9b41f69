package model

import (
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Meter reads the work queue's metrics along a timeline, one reading a step or one a second.
// The zero value is ready; it serves one timeline, or one live run.
type Meter struct {
	line     *Timeline
	metrics  *state.Metrics
	seq      uint64 // of the last event folded
	first    int    // step, or second, of the first reading
	readings []state.Metrics
}

// metricsOf are those of the work queue that line is of.
func metricsOf(line *Timeline) *state.Metrics {
	if line.rec.HasPart(trace.PriorityKind) {
		return state.NewPriorityMetrics()
	}
	return state.NewMetrics()
}

// Steps reads the metrics at the end of each step of line that it has not read yet. Another
// line than the last time is read from its beginning.
func (m *Meter) Steps(line *Timeline) {
	if m.line != line || m.metrics == nil || line.First() > m.first+len(m.readings) {
		*m = Meter{line: line, metrics: metricsOf(line), first: line.First()}
	}
	for n := m.first + len(m.readings); n <= line.Last(); n++ {
		st := line.Step(n)
		m.fold(line, st.End)
		m.metrics.Advance(st.At)
		m.readings = append(m.readings, m.metrics.Reading())
	}
}

// Second reads the metrics of a live line at the moment now, ns, when a second has passed
// since the last reading, and keeps the last bound readings.
func (m *Meter) Second(line *Timeline, now int64, bound int) {
	if m.metrics == nil {
		*m = Meter{line: line, metrics: metricsOf(line)}
	}
	m.fold(line, line.rec.Len())
	m.metrics.Advance(now)
	for int64(m.first+len(m.readings)) <= now/1e9 {
		m.readings = append(m.readings, m.metrics.Reading())
	}
	if drop := len(m.readings) - bound; drop > 0 {
		m.readings = append(m.readings[:0], m.readings[drop:]...)
		m.first += drop
	}
}

func (m *Meter) fold(line *Timeline, end uint64) {
	for m.seq = max(m.seq, line.rec.Oldest()-1); m.seq < end; {
		m.seq++
		m.metrics.Apply(line.rec.Event(m.seq))
	}
}

// Readings are all that were taken, oldest first, and the step or second of the first one.
// Read only.
func (m *Meter) Readings() (first int, all []state.Metrics) { return m.first, m.readings }

// Now is the newest state of the metrics.
func (m *Meter) Now() state.Metrics {
	if m.metrics == nil {
		return state.Metrics{}
	}
	return m.metrics.Reading()
}
