package conformance

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// What a state says of the bucket is what client-go's bucket has in it, at any moment: also when
// tokens are owed, and when nobody has asked for a long time.
func TestTheBucketOfAStateHasClientGosTokens(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for _, c := range []struct {
		qps   float64
		burst int
	}{{10, 100}, {1, 2}, {7.77, 13}, {0.1, 1}} {
		w, err := sim.New(sim.Config{QPS: c.qps, Burst: c.burst})
		if err != nil {
			t.Fatal(err)
		}
		theirs := &workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(rate.Limit(c.qps), c.burst)}
		s, begin, owed, full := state.New(w.Recorder()), time.Now(), 0, 0
		for i := range 300 {
			at, calls := w.Now()+r.Int64N(int64(3e9/c.qps)), r.IntN(3)
			switch r.IntN(20) {
			case 0:
				at += int64(1e9 * float64(2*c.burst+2) / c.qps)
			case 1:
				calls = c.burst + 2
			}
			w.AdvanceTo(at)
			for j := range calls {
				if err := w.Do(sim.Command{Verb: "AddRateLimited", Key: strconv.Itoa(i) + "." + strconv.Itoa(j)}); err != nil {
					t.Fatal(err)
				}
				theirs.Limiter.ReserveN(begin.Add(time.Duration(at)), 1)
			}
			for _, e := range w.Recorder().Since(s.Seq + 1) {
				s.Apply(e)
			}
			got, want := s.Bucket.Tokens(at), theirs.Limiter.TokensAt(begin.Add(time.Duration(at)))
			if math.Abs(got-want) > 1e-3 {
				t.Fatalf("seed %d: a bucket of %d with %v/s has %v tokens in round %d at %v, client-go's has %v", seed, c.burst, c.qps, got, i, time.Duration(at), want)
			}
			if got < 0 {
				owed++
			}
			if got == float64(c.burst) {
				full++
			}
		}
		if owed == 0 || full == 0 {
			t.Errorf("seed %d: a bucket of %d with %v/s owed tokens %d times and was full %d times", seed, c.burst, c.qps, owed, full)
		}
	}
}
