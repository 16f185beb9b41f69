// Package http stands in for net/http in the page's program: what go-app names of it, and
// nothing behind. .ci/wasm-overlay says why.
package http

import (
	"errors"
	"io"
	"net/url"
)

const (
	StatusOK                  = 200
	StatusNotModified         = 304
	StatusNotFound            = 404
	StatusInternalServerError = 500
)

type Header map[string][]string

func (Header) Get(string) string  { return "" }
func (Header) Set(string, string) {}

type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(int)
}

type Request struct {
	URL    *url.URL
	Header Header
	Host   string
	TLS    *struct{}
}

type Response struct {
	StatusCode int
	Header     Header
	Body       io.ReadCloser
}

type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}

type Dir string

type none struct{}

func (none) ServeHTTP(ResponseWriter, *Request) {}

func FileServer(Dir) Handler            { return none{} }
func NotFound(ResponseWriter, *Request) {}
func Get(string) (*Response, error)     { return nil, errors.New("http: not in this program") }
