package main

import (
	"os"
	"os/exec"
)

// replaceBy runs a program with the same arguments, and waits for its end: Windows has nothing that takes a program's place.
func replaceBy(program string) error {
	cmd := exec.Command(program, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}
