// Command panics works a little, with garbage to collect, prints the trace of a panic that it recovers from, and then panics.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	parts := map[int][]int{}
	for i := range 1000000 {
		parts[i%97] = append(parts[i%97], i)
	}
	sum := 0
	for _, part := range parts {
		for _, x := range part {
			sum += x
		}
	}
	fmt.Println("sum", sum)
	recovered()
	fail("on purpose")
}

func recovered() {
	defer func() {
		fmt.Println(recover())
		var at [32]uintptr
		frames := runtime.CallersFrames(at[:runtime.Callers(1, at[:])])
		for more := true; more; {
			var frame runtime.Frame
			frame, more = frames.Next()
			fmt.Printf("pc=%#x\n", frame.PC)
		}
	}()
	fail("and recovered")
}

//go:noinline
func fail(why string) { panic(why) }
