package testcluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Certificates start a little in the past, for clocks that are set back while a cluster runs.
const (
	clockSkew    = time.Hour
	certLifetime = 7 * 24 * time.Hour
)

// The files of a cluster's keys and certificates, in Cluster.Dir.
const (
	caCertFile       = "ca.crt"
	serverCertFile   = "apiserver.crt"
	serverKeyFile    = "apiserver.key"
	accountKeyFile   = "sa.key"
	accountPubFile   = "sa.pub"
	adminCommonName  = "informerscope-admin"
	adminGroup       = "system:masters" // what kube-apiserver lets do everything, before RBAC is asked
	serverCommonName = "kube-apiserver"
)

// pki is what a cluster trusts, as PEM.
type pki struct {
	caCert                []byte
	serverCert, serverKey []byte
	adminCert, adminKey   []byte
	accountKey            []byte // signs ServiceAccount tokens
	accountPub            []byte // checks them
}

// newPKI makes an authority, which is forgotten at once, and all it signs.
func newPKI(now time.Time) (pki, error) {
	var p pki
	caKey, err := newKey()
	if err != nil {
		return pki{}, err
	}
	ca := certTemplate(now, pkix.Name{CommonName: "informerscope-test-ca"})
	ca.IsCA, ca.BasicConstraintsValid = true, true
	ca.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	caDER, err := x509.CreateCertificate(rand.Reader, ca, ca, caKey.Public(), caKey)
	if err != nil {
		return pki{}, fmt.Errorf("testcluster: sign the authority: %w", err)
	}
	if ca, err = x509.ParseCertificate(caDER); err != nil {
		return pki{}, fmt.Errorf("testcluster: parse the authority: %w", err)
	}
	p.caCert = certPEM(caDER)

	server := certTemplate(now, pkix.Name{CommonName: serverCommonName})
	server.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	server.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	server.DNSNames = []string{"localhost"}
	if p.serverCert, p.serverKey, err = sign(server, ca, caKey); err != nil {
		return pki{}, err
	}

	admin := certTemplate(now, pkix.Name{CommonName: adminCommonName, Organization: []string{adminGroup}})
	admin.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	if p.adminCert, p.adminKey, err = sign(admin, ca, caKey); err != nil {
		return pki{}, err
	}

	account, err := newKey()
	if err != nil {
		return pki{}, err
	}
	if p.accountKey, err = keyPEM(account); err != nil {
		return pki{}, err
	}
	pub, err := x509.MarshalPKIXPublicKey(account.Public())
	if err != nil {
		return pki{}, fmt.Errorf("testcluster: encode the account key: %w", err)
	}
	p.accountPub = pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pub})
	return p, nil
}

// write puts what kube-apiserver reads into dir, for this user's eyes only.
func (p pki) write(dir string) error {
	for name, text := range map[string][]byte{
		caCertFile:     p.caCert,
		serverCertFile: p.serverCert,
		serverKeyFile:  p.serverKey,
		accountKeyFile: p.accountKey,
		accountPubFile: p.accountPub,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return fmt.Errorf("testcluster: %w", err)
		}
	}
	return nil
}

func certTemplate(now time.Time, subject pkix.Name) *x509.Certificate {
	return &x509.Certificate{
		Subject:   subject, // without a serial number, CreateCertificate draws one
		NotBefore: now.Add(-clockSkew),
		NotAfter:  now.Add(certLifetime),
		KeyUsage:  x509.KeyUsageDigitalSignature,
	}
}

func newKey() (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("testcluster: make a key: %w", err)
	}
	return key, nil
}

// sign makes a key for the template and has the authority sign it.
func sign(template, ca *x509.Certificate, caKey *ecdsa.PrivateKey) (cert, key []byte, err error) {
	k, err := newKey()
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, template, ca, k.Public(), caKey)
	if err != nil {
		return nil, nil, fmt.Errorf("testcluster: sign %s: %w", template.Subject.CommonName, err)
	}
	if key, err = keyPEM(k); err != nil {
		return nil, nil, err
	}
	return certPEM(der), key, nil
}

func certPEM(der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

func keyPEM(key *ecdsa.PrivateKey) ([]byte, error) {
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("testcluster: encode a key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), nil
}
