package upstream

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/informerscope/informerscope/server/gate"
)

// failed logs what went wrong, notes how the cluster is, and returns what a client may be told. When it
// was the client that left, that is all there is to it.
func (c *Cluster) failed(ctx context.Context, p *gate.Problem, detail error) error {
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return ctx.Err()
	}
	c.heardFrom(p)
	c.log.Warn("cluster", "id", p.ID, "err", oneLine(detail))
	return p
}

// heardFrom notes how the cluster is. An answer to the request, even a refusal, shows that it is up.
func (c *Cluster) heardFrom(p *gate.Problem) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := gate.State{State: "up"}
	if p != nil && p.Code >= http.StatusInternalServerError && p != gate.ErrTooLarge {
		now = gate.State{State: "down", Reason: p.ID, Text: p.Text, Next: p.Next}
	}
	c.heard = time.Now()
	now.Since = c.heard.UTC()
	if c.state.State == now.State {
		now.Since = c.state.Since
	}
	c.state = now
}

// classify says what kind of trouble kept a request from being answered.
func classify(err error) *gate.Problem {
	var verify *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	switch {
	case errors.As(err, &verify), errors.As(err, &authority), errors.As(err, &host), errors.As(err, &invalid), errors.As(err, &alert):
		return gate.ErrTLS
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return gate.ErrNotKubernetes
	case strings.Contains(err.Error(), "getting credentials"): // client-go's exec plugins; there is no type
		return gate.ErrCredentials
	}
	return gate.ErrUnreachable
}

// check finds what keeps resp from being what was asked for. The detail is for the log.
func check(resp *http.Response) (*gate.Problem, error) {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode == http.StatusOK && kind == "application/json" {
		return nil, nil
	}
	detail := fmt.Errorf("%s, %s", resp.Status, kind)
	if resp.StatusCode < http.StatusBadRequest {
		return gate.ErrNotKubernetes, detail
	}
	var st metav1.Status
	if kind == "application/json" {
		// Only a Status has what is looked for; anything else leaves st empty.
		_ = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&st)
		detail = fmt.Errorf("%s: %s", resp.Status, st.Message)
	}
	p := problemOf(resp.StatusCode, st)
	if after, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && after > 0 && p == gate.ErrThrottled {
		longer := *p
		longer.RetryAfter = after
		p = &longer
	}
	return p, detail
}

// problemOf is what a client is told of an answer of the cluster's with that code.
func problemOf(code int, st metav1.Status) *gate.Problem {
	if st.Details != nil {
		for _, cause := range st.Details.Causes {
			if cause.Type == metav1.CauseTypeResourceVersionTooLarge {
				return gate.ErrTooLarge
			}
		}
	}
	switch code {
	case http.StatusBadRequest:
		return gate.ErrBadRequest
	case http.StatusUnauthorized:
		return gate.ErrCredentials
	case http.StatusForbidden:
		return gate.ErrForbidden
	case http.StatusNotFound:
		return gate.ErrNotFound
	case http.StatusGone:
		return gate.ErrExpired
	case http.StatusUnprocessableEntity:
		return gate.ErrInvalid
	case http.StatusTooManyRequests:
		return gate.ErrThrottled
	case http.StatusServiceUnavailable:
		return gate.ErrUnreachable
	}
	return gate.ErrUpstream
}
