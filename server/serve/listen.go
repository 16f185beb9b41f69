package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/informerscope/informerscope/server/cli"
)

// defaultListen is where serve listens unless told otherwise, or on one of the next ports.
const (
	defaultListen = "127.0.0.1:8350"
	nextPorts     = 50
)

// address is a --listen, understood.
type address struct {
	host     string // "" is every address of this machine
	port     int
	move     bool // to the next free port if this one is taken
	loopback bool // only this machine can connect
}

func parseListen(s string, move bool) (address, error) {
	host, portText, err := net.SplitHostPort(s)
	if err != nil {
		return address{}, cli.Usagef("--listen %q: expected HOST:PORT, such as 127.0.0.1:8350 or [::1]:8350", s)
	}
	port, err := strconv.Atoi(portText)
	if err != nil || port < 0 || port > 65535 {
		return address{}, cli.Usagef("--listen %q: %q is not a port: expected a number from 0 (any free one) to 65535", s, portText)
	}
	a := address{host: host, port: port, move: move, loopback: host == "localhost"}
	if ip := net.ParseIP(host); ip != nil {
		a.loopback = ip.IsLoopback()
		if ip.IsUnspecified() {
			a.host = ""
		}
	} else if host != "" && !hostForm.MatchString(host) {
		return address{}, cli.Usagef("--listen %q: %q is not a host: expected a name or an address of this machine", s, host)
	}
	return a, nil
}

// listen opens the port.
func (a address) listen(ctx context.Context) (net.Listener, error) {
	last := a.port
	if a.move {
		last += nextPorts
	}
	for port := a.port; ; port++ {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(a.host, strconv.Itoa(port)))
		switch {
		case err == nil:
			return l, nil
		case !errors.Is(err, syscall.EADDRINUSE):
			return nil, fmt.Errorf("--listen %s: %w; choose an address of this machine", net.JoinHostPort(a.host, strconv.Itoa(port)), err)
		case port >= last && a.move:
			return nil, fmt.Errorf("ports %d to %d are all taken: choose one with --listen HOST:PORT", a.port, last)
		case port >= last:
			return nil, fmt.Errorf("--listen %s: the port is taken: stop what listens there, or choose another", net.JoinHostPort(a.host, strconv.Itoa(port)))
		}
	}
}

// sendBuffer is how much the kernel keeps for a client that does not read, in bytes. Left to itself it
// keeps megabytes.
const sendBuffer = 256 << 10

// bounded is a listener whose connections hold little for who does not read.
type bounded struct{ net.Listener }

// Accept implements net.Listener.
func (b bounded) Accept() (net.Conn, error) {
	conn, err := b.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer) // as it was does, too
	}
	return conn, err
}

func portOf(l net.Listener) string { return strconv.Itoa(l.Addr().(*net.TCPAddr).Port) }

// hosts are the values of Host by which browsers can mean us. Port 80 goes unsaid in a browser.
func (a address) hosts(port string) []string {
	var names []string
	if a.host == "" || a.loopback {
		names = append(names, "127.0.0.1", "localhost", "[::1]")
	}
	switch {
	case a.host == "":
		for _, ip := range ownAddresses() {
			names = append(names, bracket(ip.String()))
		}
		if name, err := os.Hostname(); err == nil {
			names = append(names, strings.ToLower(name))
		}
	case !slices.Contains(names, bracket(a.host)):
		names = append(names, bracket(a.host))
	}
	var hosts []string
	for _, n := range names {
		hosts = append(hosts, n+":"+port)
		if port == "80" {
			hosts = append(hosts, n)
		}
	}
	return hosts
}

// urlHost is the host and port of the URL to open.
func (a address) urlHost(port string) string {
	host := a.host
	if host == "" {
		host = "127.0.0.1"
		for _, ip := range ownAddresses() {
			if ip.IsGlobalUnicast() {
				host = ip.String()
				break
			}
		}
	}
	return net.JoinHostPort(host, port)
}

func ownAddresses() []net.IP {
	var all []net.IP
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok {
			all = append(all, n.IP)
		}
	}
	return all
}

func bracket(host string) string {
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}
