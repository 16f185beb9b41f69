// Package upstream is a real cluster behind package gate's Source: LIST, GET and WATCH passed through, one
// request to the cluster for each that comes in.
//
// A request to the cluster is built from a gate.Request and nothing else, so no header and no parameter of
// a client's gets there that the gate does not know. Credentials, proxies and certificates are the
// kubeconfig's, and client-go's to handle.
//
// What comes back is decoded just far enough to leave out managedFields and the last applied
// configuration, which are noise and may hold what the object itself does not show any more. With
// MetadataOnly the cluster is asked for PartialObjectMetadata: specs, data and status never get here.
package upstream
