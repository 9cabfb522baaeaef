package sim

import (
	"strings"
	"testing"

	"topobook/topology/networktest"
	"topobook/topology/route"
)

// TestTraceErrors checks what a trace may not be.
func TestTraceErrors(t *testing.T) {
	net := networktest.Member(t, "kary_ntree(k=2, n=2)")
	message := route.Message{Source: 0, Dest: 3}
	for _, tt := range []struct {
		list []Sending
		want string
	}{
		{nil, "got no packets, want at least one"}, {[]Sending{{-1, message, 1}}, "cycle -1: want 0 to 268435456"}, {[]Sending{{0, message, 0}}, "packet of 0 flits: want 1 to 65536"},
		{[]Sending{{0, route.Message{Source: 0, Dest: 5}, 1}}, "is a switch, want a processor"},
	} {
		if _, err := NewTrace(net, tt.list); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: got %v, want %q", tt.list, err, tt.want)
		}
	}
}
