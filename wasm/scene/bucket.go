package scene

import (
	"math"
	"slices"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
)

// The bucket of a limiter is one for all keys: what is in it, what is owed of it, and how long the
// next failure waits for its token. Beside it each key has its ladder; the longer wait counts.

// hasBucket reports whether the limiter has a bucket.
func (c *canvas) hasBucket() bool { return c.s.Bucket.Every > 0 && c.s.Bucket.Burst > 0 }

// tokens is how many whole tokens are in the bucket, and how many were taken that do not exist yet.
func (c *canvas) tokens() (in, owed int) {
	const nearly = 1e-3 // a fraction of a ns of each token is not kept
	if n := c.s.Bucket.Tokens(c.v.Now); n < 0 {
		return 0, int(math.Ceil(-n - nearly))
	} else {
		return int(n + nearly), 0
	}
}

// nextToken is how long the next failure waits for its token.
func (c *canvas) nextToken() int64 {
	if b := c.s.Bucket; c.hasBucket() && b.Tokens(c.v.Now) < 1 {
		return max(0, b.Last+b.Every-c.v.Now)
	}
	return 0
}

// nextWait is how long the next failure of k waits.
func (c *canvas) nextWait(k state.Key) int64 {
	return max(rung(k.Failures+1, c.v.Detail.Base, c.v.Detail.Cap), c.nextToken())
}

// overruled reports whether k waits longer than its ladder says: the bucket decided.
func (c *canvas) overruled(k state.Key) bool {
	return c.hasBucket() && k.Failures > 0 && k.Delay > rung(k.Failures, c.v.Detail.Base, c.v.Detail.Cap)
}

// limited is the key whose failure this step counted last, and what the bucket said.
func (c *canvas) limited() (k state.Key, bucket int64, ok bool) {
	if c.v.Prev == nil {
		return k, 0, false
	}
	token := int64(0)
	for _, e := range between(c.v.Prev, c.s) {
		switch e.Op {
		case trace.LimitToken:
			token = max(0, e.Token()-e.At)
		case trace.LimitWhen:
			k, _ = c.s.Key(e.Key)
			bucket, ok = token, k.Failures > 0
		}
	}
	return k, bucket, ok
}

// verdict says which of the limiters decided how long the step's key waits.
func (c *canvas) verdict() (key string, args []string, ok bool) {
	k, bucket, ok := c.limited()
	if !ok || !c.hasBucket() {
		return "", nil, false
	}
	ladder := rung(k.Failures, c.v.Detail.Base, c.v.Detail.Cap)
	key = "stage.limit.ladder"
	if bucket > ladder {
		key = "stage.limit.bucket"
	}
	return key, []string{"key", c.name(k.ID), "t", draw.Exact(k.Delay), "ladder", draw.Exact(ladder), "bucket", draw.Exact(bucket)}, true
}

// bucketRuns are the bucket in a few words.
func (c *canvas) bucketRuns(size float64) []draw.Run {
	in, owed := c.tokens()
	if owed > 0 {
		return c.Say(draw.Text2, size, "stage.bucket.short.owed", "n", draw.Number(owed))
	}
	return c.Say(draw.Text2, size, "stage.bucket.short", "n", draw.Number(in), "burst", draw.Number(c.s.Bucket.Burst))
}

// andBucket is what is said of the heap, and then of the bucket, where there is one.
func (c *canvas) andBucket(runs []draw.Run, size float64) []draw.Run {
	if !c.hasBucket() {
		return runs
	}
	return append(append(runs, draw.Inked("   ", draw.Text2)), c.bucketRuns(size)...)
}

// bucket draws the vessel with its tokens, a dot each, and beside it those that are owed.
func (c *canvas) bucket(r rect4) {
	const pitch, cols, least = 10.0, 20, 4
	b := c.s.Bucket
	in, owed := c.tokens()
	per := 1
	for max(b.Burst, owed)/per > 200 {
		per *= 10
	}
	rows := max(2, (b.Burst/per+cols-1)/cols)
	vessel := rect4{r.x0, r.y0 + 18, r.x0 + cols*pitch + 12, r.y0 + 18 + float64(rows)*pitch + 8}
	c.As("zone:heap", func() {
		c.Fitted(r.x0, r.y0+6, 15, r.w(), draw.Start, draw.Text, c.Say(draw.Text2, 15, "stage.bucket", "burst", draw.Number(b.Burst), "every", draw.Exact(b.Every))...)
		p := draw.From(vessel.x0, vessel.y0).V(vessel.y1).H(vessel.x1).V(vessel.y0)
		c.Path(p, draw.Neutral, 2)
		for i := range (b.Burst + per - 1) / per {
			x, y := vessel.x0+6+pitch/2+float64(i%cols)*pitch, vessel.y1-4-pitch/2-float64(i/cols)*pitch
			if i*per < in {
				c.Disc(x, y, 3.5, draw.Wait, draw.None, 0)
				continue
			}
			c.Disc(x, y, 3.5, draw.None, draw.Line, 1)
		}
	})
	x := vessel.x1 + 20
	key, n := "stage.bucket.left", in
	if owed > 0 {
		key, n = "stage.bucket.owed", owed
	}
	c.Fitted(x, vessel.y0+14, 15, 250, draw.Start, draw.Text, c.Say(draw.Text2, 15, key, "n", draw.Number(n))...)
	next := c.Say(draw.Text2, 15, "stage.bucket.free")
	if t := c.nextToken(); c.v.Detail.Asked {
		next = nil
	} else if t > 0 {
		next = c.Say(draw.Text2, 15, "stage.bucket.next", "t", draw.Due(t))
	}
	c.Fitted(x, vessel.y0+36, 15, 250, draw.Start, draw.Text, next...)
	if per > 1 {
		c.Fitted(x, vessel.y0+56, 13, 250, draw.Start, draw.Text3, draw.Regular(c.Msg("stage.bucket.per", "per", draw.Number(per))))
	}
	x += 270
	wide := int((r.x1 - x) / pitch)
	for i := range (owed + per - 1) / per {
		cx, cy := x+pitch/2+float64(i%wide)*pitch, vessel.y0+pitch/2+float64(i/wide)*pitch
		if cy > r.y1 {
			break
		}
		c.Disc(cx, cy, 3.5, draw.None, draw.Wait, 1.5)
	}
}

// bucketBox is the bucket in a row of counters.
func (c *canvas) bucketBox(r rect4) {
	c.As("zone:heap", func() {
		c.Box(r.x0, r.y0, r.w(), 28, 4, draw.Panel, draw.Line, 1.5)
		runs := c.bucketRuns(14)
		if t := c.nextToken(); t > 0 && !c.v.Detail.Asked {
			runs = append(runs, draw.Inked("  ", draw.Text2))
			runs = append(runs, c.Say(draw.Text2, 14, "stage.bucket.next.short", "t", draw.Due(t))...)
		}
		c.Fitted(r.x0+10, r.y0+19, 14, r.w()-20, draw.Start, draw.Text, runs...)
	})
}

// heapCounters is counters under a heap: a bucket takes the place of dirty.
func heapCounters(zones ...string) func(*canvas, rect4) {
	return func(c *canvas, r rect4) {
		i := slices.Index(zones, "dirty")
		if !c.hasBucket() || i < 0 {
			c.counters(r, zones...)
			return
		}
		rest := slices.Delete(slices.Clone(zones), i, i+1)
		room := r
		room.x1 = r.x1 - float64(len(rest))*(118+8)
		c.bucketBox(room)
		r.x0 = room.x1 + 8
		c.counters(r, rest...)
	}
}
