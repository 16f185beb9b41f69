# Informerscope needs Go to build. Tests also want Node, a C compiler (for -race) and
# Chromium; they are installed with apt when they are missing.

GO         ?= go
# Draws the stills of every step; set to true to leave them out.
STILLS     ?= $(GO) run ./web/stills web/dist/stills
# How make run starts the server.
SERVE      ?= serve --demo
# Where make site writes, and where the folder will be found, for links from afar.
SITE       ?= .bin/site
BASE       ?=
# What make release calls it.
VERSION    ?= v0.0.0-dev
BENCHTIME  ?= 1s
# Of make conformance: seed of the random scripts (0 takes one from the clock), of make soak, too, and how many.
SEED       ?= 0
N          ?= 20000
# Random scripts of make versions, on each version.
SCRIPTS    ?= 400
# The program of make dropin; which suites make peers runs, all by default: client-go,controller-runtime,kubernetes; and the fault
# that it plants, 1 to 3.
DIR        ?=
PEERS      ?=
FAULT      ?= 0
# How many tests of the page run beside each other, each with a browser to itself: 2 take 14 minutes instead of 19 on
# 2 cores, and then a picture may come later than its test looks.
BROWSERS   ?= 1
# How long make soak goes on.
DURATION   ?= 10m

# Built for this machine, since go tool would build it for js when it checks the page.
STATICCHECK = .bin/staticcheck
# Packages that run in the page and have no browser in them: they are tested on node as well.
NODE_PACKAGES = $(addprefix ./,core core/trace core/state core/machine core/cluster core/sim scenarios wasm/model wasm/text wasm/tell wasm/player wasm/outline wasm/draw wasm/scrubber wasm/scene wasm/still)
# Shells hold the goroutines, so the race detector runs there. server/render has none, and paints a
# hundred times slower under it.
RACE_PACKAGES = $(addprefix ./,core/alarm/... core/priorityqueue/... core/workqueue/... core/cache/... core/informers/... core/clientgo/... server/...)
RACE_NOT      = server/render$$

.PHONY: help run test test-cluster check snippets bench bench-page bench-server conformance versions dropin peers peers-kcm soak cover wasm site release release-check cluster \
        fmt vet lint unit race node npm weight browser other-browsers clean

help: ## show this list
	@echo "Informerscope: informers and workqueues, step by step. Targets:"
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "First steps: make run, then open the address it prints."

run: wasm ## build the page and serve it with a demo cluster
	$(GO) run ./server $(SERVE)

test: check race node weight browser ## everything but the real cluster; installs what is missing

test-cluster: wasm ## the tests against a real etcd and kube-apiserver (built once, minutes)
	@.ci/need chromium
	$(GO) test -tags cluster -count=1 -timeout 30m ./server/... ./core/...
	cd deploy && $(GO) test -tags cluster -count=1 ./...
	cd server/clients && $(GO) test -tags cluster -count=1 ./...
	$(GO) test -tags 'browser cluster' -count=1 -timeout 30m -run RealAPIServer ./server/browser

check: fmt vet lint unit ## the quick part of test: format, vet, staticcheck, unit tests

snippets: npm wasm ## what others' tools make of ours: Hugo, Docusaurus, MkDocs, Jekyll, reveal.js and Slidev of the dialog Share, ffmpeg of a film, nginx and Caddy of the site; installs them, 700 MB of npm's in the cache
	@.ci/need caddy chromium docusaurus ffmpeg hugo jekyll mkdocs nginx slidev
	$(GO) test -tags 'browser snippets' -count=1 -v -timeout 20m -run 'Snippet|Ffmpeg' ./server/browser ./server/render ./server/site ./server/serve

other-browsers: wasm ## page and frame in Firefox and WebKitGTK, beside Chromium; installs them
	@.ci/need firefox webkit
	$(GO) test -tags 'browser others' -count=1 -v -timeout 20m -run OtherBrowsers ./server/browser

bench: wasm ## speed of the machines and shells, and what the page weighs packed hardest
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./core/... ./wasm/... ./server/...
	@.ci/need node
	@echo "a frame at 10,000 keys, and a seek in 100,000 events, as WebAssembly on node:"
	GOOS=js GOARCH=wasm $(GO) test -exec="$(CURDIR)/.ci/node-exec" -run SeekIsQuick -v -bench "TenThousand|Seek" ./wasm/scene ./wasm/model
	@mkdir -p .bin && cp web/dist/app.wasm .bin/app.wasm && rm -f .bin/app.wasm.br
	@$(GO) run ./web/pack -table -quality 11 .bin/app.wasm
	@.ci/need chromium
	@echo "first picture, 10,000 keys, script at rest and of an event in live mode, in Chromium:"
	$(GO) test -tags browser -count=1 -v -run 'FirstPicture|TenThousandKeys|AtRestCosts|LiveIsCheap' ./server/browser
	$(GO) test ./core/conformance -run TestBenchTable -tags bench -count=1 -timeout 60m -v
	cd core/conformance/priority && $(GO) test -run TestBenchTable -tags bench -count=1 -timeout 60m -v

bench-server: wasm ## the server beside kubectl proxy and a real API server: joins, latency, CPU, what the cluster sees; writes server/BENCHMARKS.md
	@mkdir -p .bin && $(GO) build -o .bin/informerscope ./server
	cd server/bench && $(GO) run . -informerscope ../../.bin/informerscope -write ../BENCHMARKS.md

bench-page: npm wasm ## weight, start and rest of page and element beside pages of reveal.js, Mermaid and Excalidraw, in Chromium; installs them, 240 MB of npm's in the cache
	@.ci/need chromium peers
	$(GO) test -tags 'browser bench' -count=1 -v -timeout 30m -run BenchPage ./server/browser

conformance: ## random scripts on ours and on client-go, and on controller-runtime's queue; N of each kind, SEED repeats a run
	@mkdir -p .bin
	$(GO) test -c -o .bin/conformance.test ./core/conformance
	cd core/conformance && ../../.bin/conformance.test -test.run 'ClientGo|Fold' -seed=$(SEED) -scripts=$(N)
	cd core/conformance/priority && $(GO) test -count=1 -timeout 0 -v -run ControllerRuntime . -seed=$(SEED) -scripts=$(N)

versions: ## every lesson, and SCRIPTS random scripts, on each client-go of core/versions; writes core/VERSIONS.md and what the page's badges say. Builds an oracle a version, once
	$(GO) test -tags versions -count=1 -timeout 90m -v -run TableHolds ./core/versions -versions all -scripts $(SCRIPTS) -versions.update

dropin: ## your own program on our core, without an edit: DIR is the folder of its go.mod
	@$(GO) run ./core/peers dropin "$(DIR)"

peers: ## the tests of client-go, controller-runtime and Kubernetes' controllers on client-go and on our core, compared; writes core/PEERS.md. PEERS names suites, FAULT plants a fault that they have to find
	nice -n 10 $(GO) run ./core/peers run -suites "$(PEERS)" -fault $(FAULT) -write core/PEERS.md

peers-kcm: ## kube-controller-manager on client-go and on our core, five runs of each against a real kube-apiserver: CPU, memory, time, profile; writes core/PEERS.md; half an hour
	$(GO) run ./core/peers lay kubernetes
	$(GO) run ./core/peers/kcm -write core/PEERS.md

soak: wasm ## server under random faults, with 50 clients that come and go, for DURATION (SEED repeats a run), and thirty pages live at once
	$(GO) test -tags soak -count=1 -v -timeout 0 -run TestSoak ./server/hub -soak $(DURATION) -soak.seed $(SEED)
	@.ci/need chromium
	$(GO) test -tags 'browser soak' -count=1 -v -run ThirtyPages ./server/browser

cover: ## how much of core its tests run, a line a package; less than 90 % fails
	@.ci/cover 90

# Functions are inlined where the page's speed is decided, in the runtime, the machines and the
# picture, and not in what builds the page's elements, decides and tells: when only the page was left out,
# it came to 3.13 MB packed instead of 3.40.
OURS := github.com/informerscope/informerscope
LEAN := -gcflags=all=-l $(foreach p,runtime internal math sync unicode slices strings,-gcflags=$(p)/...=) \
	-gcflags=$(OURS)/core/...= -gcflags=$(OURS)/wasm/...= -gcflags=$(OURS)/wasm/page=-l -gcflags=$(OURS)/wasm/film=-l -gcflags=$(OURS)/wasm/player=-l -gcflags=$(OURS)/wasm/tell=-l -gcflags=$(OURS)/wasm/feed=-l

# The build goes aside first: an unchanged program keeps its time, and is not packed again.
wasm: ## build the page's program into web/dist, with its packed twins
	@mkdir -p web/dist .bin
	GOOS=js GOARCH=wasm $(GO) build -overlay "$$(.ci/wasm-overlay .bin/overlay)" -modfile .bin/overlay/go.mod $(LEAN) -trimpath -buildvcs=false -ldflags="-s -w" -o .bin/build.wasm ./wasm
	@cmp -s .bin/build.wasm web/dist/app.wasm || cp .bin/build.wasm web/dist/app.wasm
	@cmp -s "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/dist/wasm_exec.js || cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/dist/wasm_exec.js
	$(STILLS)
	@$(GO) run ./web/bundle web/dist
	@$(GO) run ./web/pack -table web/dist/app.wasm $$(ls web/dist/editor.js web/dist/film.js 2>/dev/null)

site: wasm ## write the page as a folder for any web server into SITE, .bin/site; BASE is its address
	$(GO) run ./server site -o $(SITE) --base "$(BASE)"

release: ## archives, sums, bill of materials, krew manifest and container of the commit, as VERSION, in .bin/release
	@.ci/need npm
	@rm -rf .bin/release
	.ci/release "$(VERSION)" .bin/release

release-check: ## what make release wrote: run, made anew elsewhere, installed with krew, put into a container; installs buildah
	@.ci/need buildah
	@mkdir -p .bin
	$(GO) build -modfile=.ci/tools/release.mod -o .bin/ sigs.k8s.io/krew/cmd/krew sigs.k8s.io/krew/cmd/validate-krew-manifest
	VERSION="$(VERSION)" $(GO) test -tags release -count=1 -timeout 60m -v -run Release ./server/release

cluster: ## start a real etcd and kube-apiserver here, until Ctrl-C
	$(GO) run ./server testcluster

fmt:
	@out="$$(gofmt -l $$(git ls-files '*.go'))"; \
	if [ -n "$$out" ]; then echo "not formatted; run gofmt -w on:"; echo "$$out"; exit 1; fi
	$(GO) mod tidy -diff

vet:
	$(GO) build ./...
	$(GO) vet ./...
	cd core/conformance/priority && $(GO) vet -tags bench ./...
	cd server/bench && $(GO) vet ./...
	cd deploy && $(GO) vet -tags cluster ./...
	cd server/clients && $(GO) vet -tags cluster ./...
	$(GO) vet -tags browser ./web ./server/browser
	$(GO) vet -tags 'browser cluster bench others snippets release soak versions' ./server/... ./core/... ./web/...
	GOOS=js GOARCH=wasm $(GO) vet ./wasm/...

lint: $(STATICCHECK)
	$(STATICCHECK) ./...
	$(STATICCHECK) -tags browser ./web ./server/browser
	GOOS=js GOARCH=wasm $(STATICCHECK) ./wasm/...

$(STATICCHECK): .ci/tools/go.mod
	$(GO) build -modfile=.ci/tools/go.mod -o $@ honnef.co/go/tools/cmd/staticcheck

unit:
	@.ci/need node # in which embed.js runs
	$(GO) test ./...
	$(GO) test -tags versions ./core/versions ./server/check # on the oldest and the newest client-go
	cd core/conformance/priority && $(GO) test ./...
	cd deploy && $(GO) test ./...

race:
	@.ci/need gcc
	$(GO) test -race $$($(GO) list $(RACE_PACKAGES) | grep -v "$(RACE_NOT)")

node:
	@.ci/need node
	GOOS=js GOARCH=wasm $(GO) test -exec="$(CURDIR)/.ci/node-exec" $(NODE_PACKAGES)

npm: # which brings what web/bundle makes scripts of
	@.ci/need npm

weight: npm wasm
	$(GO) test -tags browser -count=1 -v -run Light ./web

browser: npm wasm
	@.ci/need chromium axe
	$(GO) test -tags browser -count=1 -timeout 45m -parallel $(BROWSERS) ./server/browser

clean:
	rm -rf .bin web/dist/stills
	find web/dist -type f ! -name .keep -delete
