package testcluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

const (
	readOnlyName      = "informerscope-read-only" // of the account, its role and the binding
	readOnlyNamespace = "default"
	tokenLifetimeSec  = 24 * 60 * 60
	maxAnswer         = 64 << 10
)

// Rule is a row of ReadOnlyRules: resources of one API group, "" being the core group.
type Rule struct {
	APIGroups []string `json:"apiGroups"`
	Resources []string `json:"resources"`
	Verbs     []string `json:"verbs"`
}

// ReadOnlyRules are what the read-only account may do, in every namespace.
func ReadOnlyRules() []Rule {
	read := []string{"get", "list", "watch"}
	return []Rule{
		{APIGroups: []string{""}, Resources: []string{"pods", "nodes", "namespaces", "configmaps"}, Verbs: read},
		{APIGroups: []string{"apps"}, Resources: []string{"deployments", "replicasets"}, Verbs: read},
	}
}

// readOnlyProbes are paths that answer 200 once the authorizer has seen the rules, a path for each rule.
func readOnlyProbes() []string {
	return []string{"/api/v1/pods?limit=1", "/apis/apps/v1/deployments?limit=1"}
}

// grantReadOnly makes the read-only account and returns a token for it. It speaks JSON itself: the typed
// client would add a hundred packages to a binary that needs four requests.
func grantReadOnly(ctx context.Context, admin *rest.Config) (token string, err error) {
	client, err := rest.HTTPClientFor(admin)
	if err != nil {
		return "", fmt.Errorf("testcluster: admin client: %w", err)
	}
	defer client.CloseIdleConnections()
	type object = map[string]any
	meta := object{"name": readOnlyName}
	accounts := "/api/v1/namespaces/" + readOnlyNamespace + "/serviceaccounts"
	const rbac = "/apis/rbac.authorization.k8s.io/v1/"
	var answer struct {
		Status struct {
			Token string `json:"token"`
		} `json:"status"`
	}
	for _, r := range []struct {
		path string
		body object
	}{
		{accounts, object{"metadata": meta}},
		{rbac + "clusterroles", object{"metadata": meta, "rules": ReadOnlyRules()}},
		{rbac + "clusterrolebindings", object{
			"metadata": meta,
			"roleRef":  object{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": readOnlyName},
			"subjects": []object{{"kind": "ServiceAccount", "name": readOnlyName, "namespace": readOnlyNamespace}},
		}},
		{accounts + "/" + readOnlyName + "/token", object{"spec": object{"expirationSeconds": tokenLifetimeSec}}},
	} {
		if err := post(ctx, client, admin.Host+r.path, r.body, &answer); err != nil {
			return "", fmt.Errorf("testcluster: make the read-only account: %w", err)
		}
	}
	if answer.Status.Token == "" {
		return "", fmt.Errorf("testcluster: make the read-only account: the apiserver returned an empty token")
	}
	return answer.Status.Token, nil
}

// post creates body at url and decodes the answer, which has to be 201.
func post(ctx context.Context, client *http.Client, url string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("POST %s: %s: %s", req.URL.Path, resp.Status, answer)
	}
	return json.Unmarshal(answer, into)
}

func adminConfig(url string, keys pki) *rest.Config {
	return &rest.Config{
		Host:            url,
		TLSClientConfig: rest.TLSClientConfig{CAData: keys.caCert, CertData: keys.adminCert, KeyData: keys.adminKey},
		QPS:             -1, // tests write a thousand objects at once
	}
}

func tokenConfig(url string, keys pki, token string) *rest.Config {
	return &rest.Config{
		Host:            url,
		TLSClientConfig: rest.TLSClientConfig{CAData: keys.caCert},
		BearerToken:     token,
	}
}

// writeKubeconfig writes a kubeconfig that needs no other file, for this user's eyes only.
func writeKubeconfig(path, user string, c *rest.Config) error {
	const cluster = "informerscope-test"
	err := clientcmd.WriteToFile(clientcmdapi.Config{
		Clusters: map[string]*clientcmdapi.Cluster{
			cluster: {Server: c.Host, CertificateAuthorityData: c.CAData},
		},
		AuthInfos: map[string]*clientcmdapi.AuthInfo{
			user: {ClientCertificateData: c.CertData, ClientKeyData: c.KeyData, Token: c.BearerToken},
		},
		Contexts: map[string]*clientcmdapi.Context{
			user: {Cluster: cluster, AuthInfo: user, Namespace: readOnlyNamespace},
		},
		CurrentContext: user,
	}, path)
	if err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	return nil
}
