package machine

import (
	"hash/maphash"
	"math/bits"
)

// secrets differ from run to run: see seed.
var secrets = [3]uint64{secret("0"), secret("1"), secret("2")}

func secret(which string) uint64 { return maphash.String(seed, which) | 1 }

// hashText is a hash of s. It multiplies sixteen bytes at a time, which takes half the time of
// maphash for texts as short as keys are; who does not know the secrets cannot make two texts
// meet on purpose. The last sixteen bytes may overlap those before.
// Source of the way to mix: Wang Yi, wyhash.
func hashText(s string) uint32 {
	n := len(s)
	h := secrets[0]
	switch {
	case n > 16:
		for at := 0; at < n-16; at += 16 {
			h = mix(eight(s[at:])^secrets[1], eight(s[at+8:])^h)
		}
		h = mix(eight(s[n-16:])^secrets[2], eight(s[n-8:])^h)
	case n >= 8:
		h = mix(eight(s)^secrets[2], eight(s[n-8:])^h)
	case n >= 4:
		h = mix(four(s)^secrets[2], four(s[n-4:])^h)
	case n > 0:
		h = mix(uint64(s[0])|uint64(s[n/2])<<8|uint64(s[n-1])<<16^secrets[2], h)
	}
	return uint32(mix(h, secrets[1]^uint64(n)))
}

func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// eight and four read the first bytes of s.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func four(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}
