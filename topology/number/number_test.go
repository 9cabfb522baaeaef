package number_test

import (
	"testing"

	"topobook/topology/number"
)

func TestGroup(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "1234": "1234", "-1234": "-1234", "12345": "12\u202f345", "-123456": "-123\u202f456", "1234567.12345": "1\u202f234\u202f567.12345",
		"1234.56789": "1234.56789", "12345e67": "12345e67",
	} {
		if got := number.Group(s); got != want {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
	}
}

func TestTrimZeros(t *testing.T) {
	for s, want := range map[string]string{"100": "100", "1.50": "1.5", "10.00": "10", "0.0": "0", "": ""} {
		if got := number.TrimZeros(s); got != want {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
	}
}
