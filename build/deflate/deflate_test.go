package deflate

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// TestGZIP compresses what is empty, what repeats itself, what does not, and what is read in a build, and reads it again: none may be
// larger than gzip makes it, but for a thousandth.
func TestGZIP(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise, digits, skewed := make([]byte, 70_000), make([]byte, 20_000), make([]byte, 20_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	for i := range digits {
		digits[i] = '0' + byte(random.IntN(10))
	}
	for i := range skewed {
		if random.IntN(50) == 0 {
			skewed[i] = byte(random.IntN(20))
		}
	}
	source, err := os.ReadFile("matches.go")
	if err != nil {
		t.Fatal(err)
	}
	far := append(bytes.Clone(noise[:window]), noise[:2*maxLength]...) // at the largest distance, and next
	for name, data := range map[string][]byte{
		"nothing": nil, "a byte": {7}, "two": {7, 7}, "three": {7, 7, 7}, "a run": make([]byte, maxLength+1), "a long run": make([]byte, 30_000),
		"a period": []byte(strings.Repeat("abcde", 3333)), "noise": noise, "noise twice": append(bytes.Clone(noise), noise...), "far": far, "too far": append([]byte{1}, far...),
		"digits": digits, "skewed": skewed, "text": source, "all in turn": bytes.Join([][]byte{noise, digits, source, skewed, source}, nil),
	} {
		got := GZIP(data)
		roundTrip(t, name, data, got)
		if want := plainly(t, data); len(got) > want+want/1000+10 {
			t.Errorf("%s: %d bytes of %d, gzip makes %d", name, len(got), len(data), want)
		}
		if again := GZIP(data); !bytes.Equal(again, got) {
			t.Errorf("%s: differs when it is done again", name)
		}
	}
}

// TestGain checks that it is worth the time.
func TestGain(t *testing.T) {
	source, err := os.ReadFile("../wasmpack/unpack.js")
	if err != nil {
		t.Fatal(err)
	}
	got, plain := len(GZIP(source)), plainly(t, source)
	t.Logf("%d bytes: %d, by gzip -9 %d", len(source), got, plain)
	if got > plain*98/100 {
		t.Errorf("%d bytes of %d, want 2 %% less", got, plain)
	}
}

// TestEveryLength has a match of each length at each of the first distances.
func TestEveryLength(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var data []byte
	for length := minLength; length <= maxLength; length++ {
		for range 1 + length%40 {
			data = append(data, byte(random.Uint32()))
		}
		from := max(0, len(data)-1-random.IntN(len(data)))
		for i := range length {
			data = append(data, data[from+i])
		}
	}
	roundTrip(t, "every length", data, GZIP(data))
}

func FuzzGZIP(f *testing.F) {
	f.Add([]byte("abcabcabcabd"))
	f.Add(bytes.Repeat([]byte{0, 1, 0}, 300))
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, "fuzzed", data, GZIP(data)) })
}

func roundTrip(t *testing.T, name string, data, zipped []byte) {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(name, err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%s: %d bytes became %d, %v", name, len(data), len(got), err)
	}
}

// plainly returns how many bytes gzip makes of data.
func plainly(t *testing.T, data []byte) int {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
