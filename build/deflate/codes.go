package deflate

import "math"

// The symbols of codes, as RFC 1951, section 3.2.5 has them.
const (
	endOfBlock     = 256
	lengthSymbols  = 257 // the first of a length
	symbols        = 286
	distances      = 30
	lengthCodeLast = 28 // maxLength alone
)

var (
	lengthCodes   [maxLength + 1]uint8
	distanceCodes [window + 1]uint8
	lengthExtra   [symbols - lengthSymbols]int // bits that follow the symbol
	distanceExtra [distances]int
)

func init() {
	at := minLength
	for code := range lengthCodeLast {
		lengthExtra[code] = max(0, code/4-1)
		for range 1 << lengthExtra[code] {
			lengthCodes[at] = uint8(code)
			at++
		}
	}
	lengthCodes[maxLength] = lengthCodeLast
	at = 1
	for code := range distances {
		distanceExtra[code] = max(0, code/2-1)
		for range 1 << distanceExtra[code] {
			distanceCodes[at] = uint8(code)
			at++
		}
	}
}

// unit is a bit in costs, which are whole numbers so that every processor finds the same.
const unit = 256

// costs are what the bytes as they are, the lengths and the distances of matches take, by byte, length and symbol.
type costs struct {
	literals  [256]int
	lengths   [maxLength + 1]int
	distances [distances]int
}

// counts are how often each symbol is in a block.
type counts struct {
	symbols   [symbols]int
	distances [distances]int
}

func (c *counts) add(s step) {
	if s.length == 1 {
		c.symbols[s.distance]++
		return
	}
	c.symbols[lengthSymbols+int(lengthCodes[s.length])]++
	c.distances[distanceCodes[s.distance]]++
}

// count returns the counts of a block of steps.
func count(steps []step) *counts {
	c := &counts{}
	c.symbols[endOfBlock] = 1
	for _, s := range steps {
		c.add(s)
	}
	return c
}

// costs returns what steps take in the codes for counts, as if these took parts of bits.
func (c *counts) costs() *costs {
	var out costs
	symbols, distances := costsOf(c.symbols[:]), costsOf(c.distances[:])
	copy(out.literals[:], symbols)
	for n := minLength; n <= maxLength; n++ {
		code := lengthCodes[n]
		out.lengths[n] = symbols[lengthSymbols+int(code)] + unit*lengthExtra[code]
	}
	for code := range out.distances {
		out.distances[code] = distances[code] + unit*distanceExtra[code]
	}
	return &out
}

// costsOf returns the cost of each of some symbols, which is a bit or more; one that does not occur has that of one that occurs once.
func costsOf(uses []int) []int {
	all := 1
	for _, n := range uses {
		all += n
	}
	costs := make([]int, len(uses))
	for i, n := range uses {
		costs[i] = max(unit, int(math.Round(unit*math.Log2(float64(all)/float64(max(n, 1))))))
	}
	return costs
}

// bits returns about how much a block takes, its codes included.
func (c *counts) bits() int {
	sum := codeBits(c.symbols[:]) + codeBits(c.distances[:]) + 17*unit + 14*3*unit
	for code, extra := range lengthExtra {
		sum += unit * extra * c.symbols[lengthSymbols+code]
	}
	for code, extra := range distanceExtra {
		sum += unit * extra * c.distances[code]
	}
	return sum
}

// codeBits returns about what the symbols take that occur, and the code that says how long each is.
func codeBits(uses []int) int {
	const each, gap = 3.5, 6. // bits: of a symbol's length, of symbols that do not occur between two that do
	all, sum, used := 0, 0., false
	for _, n := range uses {
		all += n
	}
	for _, n := range uses {
		if n > 0 {
			sum += each + float64(n)*max(1, math.Log2(float64(all)/float64(n)))
		} else if used {
			sum += gap
		}
		used = n > 0
	}
	return int(math.Round(unit * sum))
}
