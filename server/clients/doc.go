// Package clients holds tests alone: clients of others on our server.
package clients
