//go:build unix

package main

import (
	"os"
	"syscall"
)

// replaceBy runs a program in place of this one, with the same arguments.
func replaceBy(program string) error { return syscall.Exec(program, os.Args, os.Environ()) }
