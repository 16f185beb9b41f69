// Package deploy is what Informerscope needs to run in a cluster: kustomization.yaml is its base.
package deploy
