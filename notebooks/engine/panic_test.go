package engine

import (
	"regexp"
	"strings"
	"testing"
)

func TestWritePanic(t *testing.T) {
	var b strings.Builder
	func() {
		defer func() {
			said := recover()
			func() { writePanic(&b, said) }() // as [LogPanic] calls it
		}()
		panicking()
	}()
	want := regexp.MustCompile(`^panic: on purpose\n(?s:.*)\tpc=0x[0-9a-f]+ topobook/notebooks/engine\.panicking:\d+\n`)
	if got := b.String(); !want.MatchString(got) {
		t.Errorf("got\n%s", got)
	}
}

//go:noinline
func panicking() { panic("on purpose") }
