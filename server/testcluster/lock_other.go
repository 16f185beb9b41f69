//go:build !linux && !darwin

package testcluster

import (
	"errors"
	"os"
)

// tryLock fails: nobody has tried a test cluster on this system.
func tryLock(*os.File) (bool, error) {
	return false, errors.New("a test cluster needs Linux or macOS")
}
