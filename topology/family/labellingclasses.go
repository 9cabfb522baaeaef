package family

import "fmt"

// MaxLabellingClasses is the largest number of classes that [LabellingClasses] lists.
const MaxLabellingClasses = 100000

// LabellingClasses returns the class leaders, as [ClassLeader] makes them, of all labelling sequences of
// an m-ary tree of height n, in lexicographic order of the places of the labels 0, 1, …. There are N!/m!ˢ of them for
// N = mⁿ leaves and s switches. It returns an error unless m ≥ 2, n ≥ 1 and there are at most
// [MaxLabellingClasses].
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), section 2.3 and appendix A.2.
func LabellingClasses(m, n int) ([][]int, error) {
	classes := 1.0
	if m >= 2 && n >= 1 && power(m, n) <= 32 {
		for x := 2; x <= power(m, n); x++ {
			classes *= float64(x)
		}
		for range (power(m, n) - 1) / (m - 1) {
			for c := 2; c <= m; c++ {
				classes /= float64(c)
			}
		}
	}
	if m < 2 || n < 1 || power(m, n) > 32 || classes > MaxLabellingClasses {
		return nil, fmt.Errorf("labelling_classes(m=%d, n=%d): want m ≥ 2, n ≥ 1 and at most %d classes", m, n, MaxLabellingClasses)
	}
	sequence := make([]int, power(m, n))
	for p := range sequence {
		sequence[p] = -1
	}
	var list [][]int
	// place puts the label x, and all after it, wherever they make a leader: the first label below a
	// switch goes to its leftmost leaf, so that none is below it while that is free; and the
	// first below a child comes after the first below the child before.
	var place func(x int)
	place = func(x int) {
		if x == len(sequence) {
			list = append(list, append([]int(nil), sequence...))
			return
		}
		for p := range sequence {
			ok := sequence[p] < 0
			for size := 1; ok && size < len(sequence); size *= m {
				child := p / size * size
				ok = sequence[child] >= 0 || child == p && (child%(size*m) == 0 || sequence[child-size] >= 0)
			}
			if ok {
				sequence[p] = x
				place(x + 1)
				sequence[p] = -1
			}
		}
	}
	place(0)
	return list, nil
}
