// Package sorting sorts in little code, where package slices would cost a reader of a page more.
package sorting

import "cmp"

// Sort sorts a list in increasing order, as slices.Sort does, of whose code the compiler makes 14 kB
// for each type of element that a program sorts. It is Shell's method.
func Sort[E cmp.Ordered](list []E) {
	for gap := len(list); gap > 1; {
		gap = max(1, gap*5/11)
		for i := gap; i < len(list); i++ {
			x, j := list[i], i
			for ; j >= gap && x < list[j-gap]; j -= gap {
				list[j] = list[j-gap]
			}
			list[j] = x
		}
	}
}

// Distinct sorts a list and returns it with each element once.
func Distinct[E cmp.Ordered](list []E) []E {
	Sort(list)
	n := 0
	for i, x := range list {
		if i == 0 || x != list[n-1] {
			list[n] = x
			n++
		}
	}
	return list[:n]
}
