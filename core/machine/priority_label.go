package machine

import "strconv"

// PriorityLabels are the values of the label by which a metric tells the priorities of keys
// apart. There are few at most, whatever priorities there are: a metric with a value for each
// would grow without end (kubernetes-sigs/controller-runtime#3396). The zero PriorityLabels
// has seen none.
type PriorityLabels struct {
	seen map[int]string
	many bool
}

// maxPriorityLabels is how many priorities have a label of their own, and OtherPriorities the
// label of all once there are more.
const (
	maxPriorityLabels = 25
	OtherPriorities   = "exceeded_cardinality_limit"
)

// Of is the label of a priority: its number, as long as there are at most 25 of them.
func (l *PriorityLabels) Of(priority int) string {
	if l.many {
		return OtherPriorities
	}
	label, ok := l.seen[priority]
	if ok {
		return label
	}
	if len(l.seen) == maxPriorityLabels {
		l.many, l.seen = true, nil
		return OtherPriorities
	}
	if l.seen == nil {
		l.seen = map[int]string{}
	}
	label = strconv.Itoa(priority)
	l.seen[priority] = label
	return label
}
