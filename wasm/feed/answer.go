package feed

import (
	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
)

// Answer is what World.Answer takes. Its Gen is that of the question.
type Answer = machine.In[*cluster.Object]

// Listed is the answer to a LIST, from what Transport.Get has brought. When the list cannot be
// read the answer is a fault, and err is why.
func Listed(gen uint32, code int, body []byte, reason string) (a Answer, err error) {
	a = Answer{Kind: machine.ListAnswered, Gen: gen}
	switch {
	case code == 0:
		a.Fault = machine.Fault{Code: machine.FaultRefused, Text: reason}
	case code != 200:
		a.Fault = machine.Fault{Code: code, Text: Status(code, body)}
	default:
		if a.List, a.RV, err = DecodeList(body); err != nil {
			a.Fault = machine.Fault{Code: machine.FaultInternal, Text: err.Error()}
		}
	}
	return a, err
}

// Opened says that the watch stands.
func Opened(gen uint32) Answer { return Answer{Kind: machine.WatchOpened, Gen: gen} }

// Refused says that the watch did not open, with what Resource.ProbeURL has brought, since a
// WebSocket does not tell why.
func Refused(gen uint32, code int, body []byte) Answer {
	a := Opened(gen)
	a.Fault = machine.Fault{Code: machine.FaultRefused, Text: "connection refused"}
	if code != 0 && code != 200 {
		a.Fault = machine.Fault{Code: code, Text: Status(code, body)}
	}
	return a
}

// Closed says that the watch has ended.
func Closed(gen uint32) Answer { return Answer{Kind: machine.WatchClosed, Gen: gen} }
