// Command panics works a little, with garbage to collect, and then panics.
package main

import "fmt"

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
	fail("on purpose")
}

//go:noinline
func fail(why string) { panic(why) }
