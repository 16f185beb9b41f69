//go:build !before35

package oracle

func bubbleChannels() {}
