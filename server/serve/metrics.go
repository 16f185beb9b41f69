package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/informerscope/informerscope/server/metrics"
)

// serveMetrics answers on the listener of --metrics, if there is one, until ctx ends.
func (f flags) serveMetrics(ctx context.Context, of metrics.Server, log *slog.Logger) error {
	if f.metrics == "" {
		return nil
	}
	at, err := parseListen(f.metrics, false)
	if err != nil {
		return err
	}
	listener, err := at.listen(ctx)
	if err != nil {
		return fmt.Errorf("--metrics: %w", err)
	}
	server := &http.Server{Handler: of.Handler(at.loopback, f.pprof), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 32 << 10}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() {
		if err := server.Serve(bounded{listener}); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics are not served any more", "err", err)
		}
	}()
	log.Info("serving metrics", "at", "http://"+at.urlHost(portOf(listener))+"/metrics", "pprof", f.pprof)
	return nil
}
