package gate

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Problem is a reason to refuse or to fail a request. The ones below are all a client can ever be told;
// each becomes a metav1.Status whose cause carries ID and Next.
type Problem struct {
	ID         string              // short and stable, for the page to translate and for people to search
	Code       int                 // HTTP status
	Reason     metav1.StatusReason // what client-go looks at
	Text       string              // what was seen and what was expected
	Next       string              // what to do
	RetryAfter int                 // seconds; 0 says nothing about when to come back
}

// Error is the ID and the text; it makes a *Problem an error that a Source can return.
func (p *Problem) Error() string { return p.ID + ": " + p.Text }

// Refusals of the gate itself.
var (
	ErrURITooLong = &Problem{"URITooLong", http.StatusRequestURITooLong, "RequestURITooLong",
		"the request line is longer than 8 KiB", "ask for less in one request, or use a shorter selector", 0}
	ErrHeadersTooLarge = &Problem{"HeadersTooLarge", http.StatusRequestHeaderFieldsTooLarge, "RequestHeadersTooLarge",
		"the request's headers are larger than 32 KiB", "send fewer or smaller headers", 0}
	ErrHost = &Problem{"HostNotServed", http.StatusMisdirectedRequest, "MisdirectedRequest",
		"this server does not answer to that Host", "open the URL that informerscope printed, or start it with --host NAME:PORT", 0}
	ErrBody = &Problem{"BodyRefused", http.StatusBadRequest, metav1.StatusReasonBadRequest,
		"requests must not have a body", "send a plain GET", 0}
	ErrTarget = &Problem{"TargetRefused", http.StatusBadRequest, metav1.StatusReasonBadRequest,
		"the request target must be a path", "send a path that begins with /", 0}
	ErrMethod = &Problem{"MethodNotAllowed", http.StatusMethodNotAllowed, metav1.StatusReasonMethodNotAllowed,
		"only GET is served", "this server only reads; use kubectl to change the cluster", 0}
	ErrCrossSite = &Problem{"CrossSite", http.StatusForbidden, metav1.StatusReasonForbidden,
		"another site's page may not read cluster data", "open Informerscope itself, at the URL it printed", 0}
	ErrOrigin = &Problem{"OriginRefused", http.StatusForbidden, metav1.StatusReasonForbidden,
		"the Origin is not this server", "open Informerscope itself, at the URL it printed", 0}
	ErrToken = &Problem{"TokenRefused", http.StatusUnauthorized, metav1.StatusReasonUnauthorized,
		"the token is missing or is not this server's", "open the URL that informerscope printed: it ends in #token=…", 0}
	ErrPath = &Problem{"PathRefused", http.StatusBadRequest, metav1.StatusReasonBadRequest,
		"the path has an escape, an empty or dot segment, or a character outside a-z 0-9 . -", "write the path plainly, as kubectl does", 0}
	ErrNotServed = &Problem{"NotServed", http.StatusForbidden, metav1.StatusReasonForbidden,
		"this path is not served: only lists, watches and single objects are, without subresources", "see /informerscope/v1/info for what is served", 0}
	ErrNoFile = &Problem{"NoSuchFile", http.StatusNotFound, metav1.StatusReasonNotFound,
		"the page has no such file", "open / for the page", 0}
	ErrNoClass = &Problem{"NoClass", http.StatusNotFound, metav1.StatusReasonNotFound,
		"this server holds no class", "start informerscope serve with --class", 0}
	ErrResource = &Problem{"ResourceNotAllowed", http.StatusForbidden, metav1.StatusReasonForbidden,
		"this resource is not on the server's list", "see /informerscope/v1/info for the list, or start the server with --resources", 0}
	ErrParameter = &Problem{"ParameterRefused", http.StatusBadRequest, metav1.StatusReasonBadRequest,
		"a query parameter is unknown, given twice, or does not fit this path", "use the list and watch parameters of the Kubernetes API", 0}
	ErrParameterValue = &Problem{"ParameterInvalid", http.StatusBadRequest, metav1.StatusReasonBadRequest,
		"a query parameter's value is not valid", "numbers are decimal, booleans true or false, selectors as kubectl writes them", 0}
	ErrFieldSelector = &Problem{"FieldSelectorUnsupported", http.StatusBadRequest, metav1.StatusReasonBadRequest,
		"the field selector names a field that this resource cannot be selected by", "metadata.name and metadata.namespace work for all, spec.nodeName for pods", 0}
	ErrCombination = &Problem{"ParametersContradict", http.StatusUnprocessableEntity, metav1.StatusReasonInvalid,
		"resourceVersion, resourceVersionMatch and sendInitialEvents do not fit together", "sendInitialEvents needs watch and resourceVersionMatch=NotOlderThan; resourceVersionMatch needs a resourceVersion", 0}
	ErrAccept = &Problem{"NotAcceptable", http.StatusNotAcceptable, metav1.StatusReasonNotAcceptable,
		"only application/json is served", "accept application/json", 0}
	ErrUpgrade = &Problem{"UpgradeRefused", http.StatusBadRequest, metav1.StatusReasonBadRequest,
		"the only upgrade served is a WebSocket, on a watch or for a class, with a well-formed handshake", "on a list add watch=true, and a second subprotocol beside the token's", 0}
	ErrTooManyStreams = &Problem{"TooManyStreams", http.StatusTooManyRequests, metav1.StatusReasonTooManyRequests,
		"too many watches are open on this server", "close a tab, or come back later", 1}
	ErrTooManyLists = &Problem{"TooManyLists", http.StatusTooManyRequests, metav1.StatusReasonTooManyRequests,
		"too many lists are being made at once", "come back in a second", 1}
	ErrStopping = &Problem{"Stopping", http.StatusServiceUnavailable, metav1.StatusReasonServiceUnavailable,
		"the server is stopping", "start informerscope again", 1}
	ErrInternal = &Problem{"Internal", http.StatusInternalServerError, metav1.StatusReasonInternalError,
		"the server failed", "look for this time in informerscope's log", 0}
)

// What a Source can answer.
var (
	ErrNotFound = &Problem{"NotFound", http.StatusNotFound, metav1.StatusReasonNotFound,
		"there is no such object", "list the resource to see what there is", 0}
	ErrExpired = &Problem{"Expired", http.StatusGone, metav1.StatusReasonExpired,
		"that resourceVersion is not kept any more, or never was", "list again and watch from the list's resourceVersion", 0}
	ErrTooLarge = &Problem{string(metav1.CauseTypeResourceVersionTooLarge), http.StatusGatewayTimeout, metav1.StatusReasonTimeout,
		"that resourceVersion has not been reached", "try again in a second, or list without a resourceVersion", 1}
	ErrInvalid = &Problem{"UpstreamInvalid", http.StatusUnprocessableEntity, metav1.StatusReasonInvalid,
		"the cluster does not take these parameters", "use the list and watch parameters of the Kubernetes API", 0}
	ErrBadRequest = &Problem{"UpstreamBadRequest", http.StatusBadRequest, metav1.StatusReasonBadRequest,
		"the cluster does not take this request", "check the selectors", 0}
	ErrForbidden = &Problem{"UpstreamForbidden", http.StatusForbidden, metav1.StatusReasonForbidden,
		"the account of the kubeconfig may not read this resource there", "ask for get, list and watch on it, or choose another namespace", 0}
	ErrCredentials = &Problem{"UpstreamCredentials", http.StatusBadGateway, "UpstreamCredentials",
		"the cluster does not take the kubeconfig's credentials", "log in to the cluster again; no restart is needed", 5}
	ErrThrottled = &Problem{"UpstreamThrottled", http.StatusTooManyRequests, metav1.StatusReasonTooManyRequests,
		"the cluster asks for fewer requests", "wait a little", 5}
	ErrUnreachable = &Problem{"UpstreamUnreachable", http.StatusServiceUnavailable, metav1.StatusReasonServiceUnavailable,
		"the cluster does not answer", "check that it runs and that the network reaches it; no restart is needed", 1}
	ErrSlow = &Problem{"UpstreamSlow", http.StatusGatewayTimeout, metav1.StatusReasonTimeout,
		"the cluster took longer than a minute", "ask for less: a namespace or a selector", 5}
	ErrTLS = &Problem{"UpstreamTLS", http.StatusBadGateway, "UpstreamTLS",
		"the cluster's certificate cannot be trusted", "renew the certificate, or the kubeconfig's certificate authority", 5}
	ErrNotKubernetes = &Problem{"UpstreamNotKubernetes", http.StatusBadGateway, "UpstreamNotKubernetes",
		"what answers at the kubeconfig's server is not a Kubernetes API", "check the server's URL in the kubeconfig, and log in if a portal is in between", 5}
	ErrIncomplete = &Problem{"UpstreamIncomplete", http.StatusBadGateway, "UpstreamIncomplete",
		"the cluster's answer broke off", "try again", 1}
	ErrUpstream = &Problem{"UpstreamFailed", http.StatusBadGateway, "UpstreamFailed",
		"the cluster failed to answer", "try again; the reason is in informerscope's log", 1}
)

// seen is p with what was seen in place of its text.
func (p *Problem) seen(format string, args ...any) *Problem {
	q := *p
	q.Text = fmt.Sprintf(format, args...)
	return &q
}

// quoted is a stranger's text as an answer may hold it: short and escaped.
func quoted(s string) string {
	if len(s) > 60 {
		return strconv.QuoteToASCII(s[:60]) + "…"
	}
	return strconv.QuoteToASCII(s)
}

// Status is what clients are told of p. resource and name may be empty.
func (p *Problem) Status(resource, name string) metav1.Status {
	return metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"},
		Status:   metav1.StatusFailure,
		Message:  p.Text,
		Reason:   p.Reason,
		Code:     int32(p.Code),
		Details: &metav1.StatusDetails{
			Name: name, Kind: resource, RetryAfterSeconds: int32(p.RetryAfter),
			Causes: []metav1.StatusCause{{Type: metav1.CauseType(p.ID), Message: p.Next}},
		},
	}
}

// JSON is p's Status as an answer has it.
func (p *Problem) JSON(resource string) []byte {
	body, err := json.Marshal(p.Status(resource, ""))
	if err != nil {
		panic(fmt.Sprintf("gate: a Status always encodes: %v", err))
	}
	return body
}

// ErrorLine is the ERROR event that ends a watch because of p.
func (p *Problem) ErrorLine(resource string) []byte {
	return append(append([]byte(`{"type":"ERROR","object":`), p.JSON(resource)...), "}\n"...)
}

func (p *Problem) write(w http.ResponseWriter, resource, name string) {
	body, err := json.Marshal(p.Status(resource, name))
	if err != nil {
		panic(fmt.Sprintf("gate: a Status always encodes: %v", err))
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	switch {
	case p == ErrMethod && h.Get("Allow") == "":
		h.Set("Allow", http.MethodGet)
	case p == ErrToken:
		h.Set("WWW-Authenticate", `Bearer realm="informerscope"`)
	}
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	w.WriteHeader(p.Code)
	_, _ = w.Write(append(body, '\n')) // a client that has gone is no news
}
