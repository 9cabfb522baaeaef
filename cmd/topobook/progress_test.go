package main

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"topobook/notebooks/engine"
)

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := &progress{out: &out}
	p.clear()
	ctx, cancel := context.WithCancel(context.Background())
	p.start("%d of %d notebooks are done; ", 1, 2)
	if err := p.pause(ctx)(engine.Progress{Cell: "loads", Done: 1, Total: 3}); err != nil {
		t.Error(err)
	}
	cancel()
	if err := p.pause(ctx)(engine.Progress{Cell: "loads"}); !errors.Is(err, context.Canceled) { // says nothing so soon after
		t.Errorf("got %v, want that the run ends with its context", err)
	}
	p.clear()
	p.clear()
	if got, want := out.String(), "\r\x1b[K1 of 2 notebooks are done; cell loads: 33 %\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	(&progress{}).say("no terminal")
}
