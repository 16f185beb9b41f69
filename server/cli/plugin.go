package cli

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// Called reads a process's arguments: how people call the command, and with what. As
// kubectl-informerscope on the PATH it is a plugin of kubectl's; as kubectl_complete-informerscope,
// which may be a link to it, it is what kubectl asks for completions of the plugin's command line.
func Called(argv []string) (name string, args []string) {
	const plugin = "kubectl informerscope"
	switch strings.TrimSuffix(filepath.Base(argv[0]), ".exe") {
	case "kubectl-informerscope":
		return plugin, argv[1:]
	case "kubectl_complete-informerscope":
		return plugin, append([]string{cobra.ShellCompRequestCmd}, argv[1:]...)
	}
	return "informerscope", argv[1:]
}

// line is the beginning of a line that calls the command.
var line = regexp.MustCompile(`(?m)^( *)informerscope `)

// Name makes help and mistakes speak of the command as it is called.
func Name(root *cobra.Command, name string) {
	if name == root.Name() {
		return
	}
	root.Annotations = map[string]string{cobra.CommandDisplayNameAnnotation: name}
	root.CompletionOptions.HiddenDefaultCmd = true // its scripts complete the name informerscope
	root.Example = regexp.MustCompile(`\n.*informerscope completion .*`).ReplaceAllString(root.Example, "")
	for _, c := range append(root.Commands(), root) {
		c.Example = line.ReplaceAllString(c.Example, "${1}"+name+" ")
	}
}
