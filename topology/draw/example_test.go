package draw_test

import (
	"fmt"

	"topobook/topology/draw"
)

func ExampleFormatNumber() {
	fmt.Println(draw.FormatNumber(4096), draw.FormatNumber(5.34375), draw.FormatNumber(-0.5), draw.FormatNumber(1e-9))
	// Output: 4096 5.3438 −0.5 10⁻⁹
}
