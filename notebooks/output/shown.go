package output

import (
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

// A Shortener is an output whose text has numbers with more digits than readers see.
type Shortener interface {
	Output
	// Shown returns the text as a terminal shows it: numbers in the formats of their columns, else short.
	Shown() string
}

// Shown returns a value as [Render] does as plain text, but as a terminal shows it.
func Shown(v starlark.Value) string {
	switch v := v.(type) {
	case Shortener:
		return v.Shown()
	case *starlark.Dict:
		if v.Len() > 0 {
			return dictTable(v).Shown()
		}
	case *starlark.List, starlark.Tuple:
		items := v.(starlark.Sequence)
		switch outputs, rows := countItems(items); {
		case outputs > 0:
			return shownStack(items)
		case rows > 0 && rows == items.Len():
			return NewTable(items, nil, nil, "").Shown()
		}
	}
	_, text := Render(v)
	return text
}

func shownStack(items starlark.Iterable) string {
	var texts []string
	for item := range starlark.Elements(items) {
		if item == starlark.None {
			continue
		}
		if len(texts) == dialect.MaxItems {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, Shown(item))
	}
	return strings.Join(texts, "\n\n")
}

// shown returns the text of the cell as a terminal shows it.
func (cell tableCell) shown() string {
	x, isFloat := cell.number.(starlark.Float)
	switch {
	case cell.formatted != "":
		return cell.formatted
	case isFloat && cell.mark != nil:
		return cell.mark.line(shortFloat(float64(x)))
	case isFloat:
		return shortFloat(float64(x))
	}
	return cell.text
}

// shortFloat writes f for a terminal: all digits before the point, else at most six.
func shortFloat(f float64) string {
	if a := math.Abs(f); a >= 1e5 && a < 1e15 {
		return dialect.FormatFloat(math.RoundToEven(f))
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 6, 64), 64)
	if err != nil {
		return dialect.FormatFloat(f) // it rounds to more than the largest float
	}
	return dialect.FormatFloat(short)
}
