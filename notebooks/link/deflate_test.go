package link

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand/v2"
	"os"
	"testing"
)

// texts are such as cells have, and such as they do not.
func texts(t testing.TB) map[string][]byte {
	source, err := os.ReadFile("deflate.go")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(random.IntN(256))
	}
	return map[string][]byte{
		"empty": nil, "a byte": {7}, "short": []byte("k = slider(4, 2, 8)\n"), "like": []byte("k = slider(5, 2, 9)\nk * k\n"),
		"source": source, "long": bytes.Repeat(source, 7), "noise": noise, "zeros": make([]byte, 100_000),
	}
}

// What deflate and compress/flate write, each reads of the other.
func TestDeflate(t *testing.T) {
	all := texts(t)
	for name, text := range all {
		for with, dictionary := range all {
			packed := deflate(text, dictionary)
			got, err := io.ReadAll(flate.NewReaderDict(bytes.NewReader(packed), dictionary))
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s with %s: compress/flate reads %d bytes, %v, want %d", name, with, len(got), err, len(text))
			}
			if got, err := inflate(packed, dictionary, len(text)); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s with %s: inflate reads %d bytes, %v, want %d", name, with, len(got), err, len(text))
			}
			for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
				var b bytes.Buffer
				w, err := flate.NewWriterDict(&b, level, dictionary)
				if err != nil {
					t.Fatal(err)
				}
				_, _ = w.Write(text)
				_ = w.Close()
				// What it wrote stored, at some levels, with a dictionary, has that before it: what counts is what it reads.
				want, err := io.ReadAll(flate.NewReaderDict(bytes.NewReader(b.Bytes()), dictionary))
				if err != nil {
					t.Fatal(err)
				}
				if got, err := inflate(b.Bytes(), dictionary, len(want)); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s with %s, level %d: inflate reads %d bytes, %v, want %d", name, with, level, len(got), err, len(want))
				}
				if len(text) < 1000 && level == flate.BestCompression && len(packed) > b.Len()+2 {
					t.Errorf("%s with %s: deflated to %d bytes, by compress/flate to %d", name, with, len(packed), b.Len())
				}
			}
			if len(text) > 0 {
				if _, err := inflate(packed, dictionary, len(text)-1); err != errLong {
					t.Errorf("%s with %s: got %v for a byte less, want %v", name, with, err, errLong)
				}
			}
		}
	}
}

// FuzzInflate reads what nobody has written as compress/flate reads it.
func FuzzInflate(f *testing.F) {
	for _, text := range texts(f) {
		if len(text) < 10_000 {
			f.Add(deflate(text, nil))
		}
	}
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write(texts(f)["source"])
	_ = w.Close()
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, packed []byte) {
		const most = 1 << 16
		want, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), most+1))
		got, mine := inflate(packed, nil, most)
		if (err == nil && len(want) <= most) != (mine == nil) || mine == nil && !bytes.Equal(got, want) {
			t.Errorf("got %d bytes, %v, want %d, %v", len(got), mine, len(want), err)
		}
	})
}
