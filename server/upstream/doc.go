// Package upstream is a real cluster as package hub follows it.
//
// A request to the cluster is built from a hub.Collection and nothing else, so no header and no parameter of
// a client's gets there. Credentials, proxies and certificates are the kubeconfig's, and client-go's to
// handle. With MetadataOnly the cluster is asked for PartialObjectMetadata: specs, data and status never
// get here.
package upstream
