//go:build linux || darwin

package testcluster

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes the lock of f, which closing f or dying releases, or reports that another has it.
func tryLock(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EINTR):
		return false, nil
	}
	return false, err
}
