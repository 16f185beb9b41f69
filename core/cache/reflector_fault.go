package cache

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// backoffReset is after how long ReflectorOptions.Backoff starts anew, as the machine does.
const backoffReset = 2 * time.Minute

// DefaultWatchErrorHandler logs err, as loud as it deserves: an expired resourceVersion or an
// ended connection is no trouble.
func DefaultWatchErrorHandler(ctx context.Context, r *Reflector, err error) {
	logger := klog.FromContext(ctx)
	switch {
	case isExpired(err):
		logger.V(4).Info("Watch closed", "reflector", r.name, "type", r.typeDescription, "err", err)
	case err == io.EOF:
	case err == io.ErrUnexpectedEOF:
		logger.V(1).Info("Watch closed with unexpected EOF", "reflector", r.name, "type", r.typeDescription, "err", err)
	default:
		utilruntime.HandleErrorWithContext(ctx, err, "Failed to watch", "reflector", r.name, "type", r.typeDescription)
	}
}

// fault is what the machine wants to know of an error; no fault for nil.
func fault(err error) machine.Fault {
	if err == nil {
		return machine.Fault{}
	}
	f := machine.Fault{Code: machine.FaultOther, Reason: string(apierrors.ReasonForError(err)), Text: err.Error()}
	switch {
	case isExpired(err):
		f.Code = machine.FaultExpired
	case isTooLarge(err):
		f.Code, f.Reason = machine.FaultTimeout, machine.TooLarge
	case utilnet.IsConnectionRefused(err):
		f.Code = machine.FaultRefused
	case apierrors.IsTooManyRequests(err):
		f.Code = machine.FaultThrottle
	case apierrors.IsInternalError(err):
		f.Code = machine.FaultInternal
	}
	return f
}

func isExpired(err error) bool {
	return apierrors.IsResourceExpired(err) || apierrors.IsGone(err)
}

// tooLargeText is how servers before 1.19 say it.
const tooLargeText = "Too large resource version"

// isTooLarge reports that the server has not reached the resourceVersion yet.
func isTooLarge(err error) bool {
	if apierrors.HasStatusCause(err, metav1.CauseTypeResourceVersionTooLarge) {
		return true
	}
	status := apierrors.APIStatus(nil)
	if !apierrors.IsTimeout(err) || !errors.As(err, &status) || status.Status().Details == nil {
		return false
	}
	for _, cause := range status.Status().Details.Causes {
		if cause.Message == tooLargeText {
			return true
		}
	}
	return strings.Contains(status.Status().Message, tooLargeText)
}
