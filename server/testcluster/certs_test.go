package testcluster

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func testPKI(t *testing.T, now time.Time) pki {
	t.Helper()
	keys, err := newPKI(now)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestAuthoritySignedTheServerForLoopback(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	keys := testPKI(t, now)
	pair, err := tls.X509KeyPair(keys.serverCert, keys.serverKey)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(keys.caCert)
	for _, name := range []string{"127.0.0.1", "localhost"} {
		if _, err := pair.Leaf.Verify(x509.VerifyOptions{DNSName: name, Roots: roots, CurrentTime: now}); err != nil {
			t.Errorf("Verify(%s) = %v, want nil", name, err)
		}
	}
}

func TestAdminCertificateIsForClientsInTheMastersGroup(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	keys := testPKI(t, now)
	pair, err := tls.X509KeyPair(keys.adminCert, keys.adminKey)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(keys.caCert)
	client := x509.VerifyOptions{Roots: roots, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
	if _, err := pair.Leaf.Verify(client); err != nil {
		t.Errorf("Verify as a client = %v, want nil", err)
	}
	if got := pair.Leaf.Subject.Organization; len(got) != 1 || got[0] != "system:masters" {
		t.Errorf("groups of the admin certificate = %q, want system:masters alone", got)
	}
}

func TestCertificatesOfOneAuthorityHaveDifferentSerials(t *testing.T) {
	keys := testPKI(t, time.Now())
	serial := func(text []byte) string {
		block, _ := pem.Decode(text)
		cert, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		return cert.SerialNumber.String()
	}
	if a, s := serial(keys.adminCert), serial(keys.serverCert); a == s {
		t.Errorf("admin and server certificate both have serial %s", a)
	}
}

func TestKeysAreForThisUserOnly(t *testing.T) {
	dir := t.TempDir()
	if err := testPKI(t, time.Now()).write(dir); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 5 {
		t.Errorf("write made %d files, want 5", len(files))
	}
	for _, f := range files {
		info, err := os.Stat(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("mode of %s = %v, want -rw-------", f.Name(), got)
		}
	}
}
