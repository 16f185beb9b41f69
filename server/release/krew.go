package main

import (
	"bytes"
	"text/template"
)

// plugin is what krew reads of us. It links the binary as kubectl-informerscope.
var plugin = template.Must(template.New("krew").Parse(`apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: informerscope
spec:
  version: {{.Version}}
  homepage: https://github.com/informerscope/informerscope
  shortDescription: See how informers and work queues work
  description: |
    Shows, step by step, how a Kubernetes controller works inside: reflector,
    FIFO, store, handlers, and the work queue with its dirty and processing
    sets. In a browser, with lessons, a playground and a live view of your
    cluster, which is only ever read.
  caveats: |
    Live mode needs get, list and watch on what it shows:
      kubectl informerscope serve
    Without a cluster:
      kubectl informerscope serve --demo
    For kubectl's completion, link the plugin a second time:
      ln -s kubectl-informerscope "${KREW_ROOT:-$HOME/.krew}/bin/kubectl_complete-informerscope"
  platforms:
{{- range .Platforms}}
  - selector:
      matchLabels:
        os: {{.OS}}
        arch: {{.Arch}}
    uri: https://github.com/informerscope/informerscope/releases/download/{{$.Version}}/{{.Archive}}
    sha256: {{.Sum}}
    bin: {{.Binary}}
{{- end}}
`))

// manifest is krew's, with the sums of the archives.
func (r release) manifest(sums map[string]string) ([]byte, error) {
	type row struct {
		platform
		Archive, Sum, Binary string
	}
	var rows []row
	for _, p := range platforms {
		rows = append(rows, row{p, r.archive(p), sums[r.archive(p)], p.binary()})
	}
	var b bytes.Buffer
	err := plugin.Execute(&b, struct {
		Version   string
		Platforms []row
	}{r.version, rows})
	return b.Bytes(), err
}
