package hub

import "time"

// SetTimes makes h look at the cluster's history every sentinel, and take a watch for dead after silence.
// It is called before the first request.
func (h *Hub) SetTimes(sentinel, silence time.Duration) { h.sentinel, h.silence = sentinel, silence }
