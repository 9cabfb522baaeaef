package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// keptFor is how long the cache keeps what no build has asked for.
const keptFor = 30 * 24 * time.Hour

// A cache keeps what took long to make for the next build, in files named after all that it depends on. A cache that cannot be read
// or written is no fault: the next build takes longer.
type cache struct{ dir string } // empty for none

// userCache returns the cache of the user who runs this program.
func userCache() cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return cache{}
	}
	return cache{filepath.Join(dir, "topobook", "build")}
}

// ownSum is the hash of this program, on which what it computes depends; empty if it cannot be read.
var ownSum = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	program, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(program)
	return hex.EncodeToString(sum[:])
})

// file returns the name of the file of something of a kind that is made of parts.
func (c cache) file(kind string, parts ...string) string {
	sum := sha256.New()
	for _, part := range parts {
		own := sha256.Sum256([]byte(part)) // so that no two lists of parts are alike
		sum.Write(own[:])
	}
	return filepath.Join(c.dir, kind+"-"+hex.EncodeToString(sum.Sum(nil)))
}

// get returns what a file of the cache has, and whether it is there.
func (c cache) get(name string) ([]byte, bool) {
	if c.dir == "" {
		return nil, false
	}
	data, err := os.ReadFile(name)
	if err == nil {
		_ = os.Chtimes(name, time.Time{}, time.Now())
	}
	return data, err == nil
}

// put writes a file of the cache, whole or not at all.
func (c cache) put(name string, data []byte) {
	if c.dir == "" || os.MkdirAll(c.dir, 0o755) != nil {
		return
	}
	file, err := os.CreateTemp(c.dir, "new-*")
	if err != nil {
		return
	}
	defer os.Remove(file.Name())
	_, err = file.Write(data)
	if file.Close() == nil && err == nil {
		_ = os.Rename(file.Name(), name)
	}
}

// load reads what [cache.save] has written of a value that is made by this program of parts, and tells whether it was there.
func (c cache) load(value any, kind string, parts ...string) bool {
	if ownSum() == "" {
		return false
	}
	data, ok := c.get(c.file(kind, append(parts, ownSum())...))
	return ok && json.Unmarshal(data, value) == nil
}

// save writes a value that is made by this program of parts.
func (c cache) save(value any, kind string, parts ...string) {
	if ownSum() == "" || c.dir == "" {
		return
	}
	if data, err := json.Marshal(value); err == nil {
		c.put(c.file(kind, append(parts, ownSum())...), data)
	}
}

// clean removes what no build has asked for in a long time.
func (c cache) clean(now time.Time) {
	if c.dir == "" {
		return
	}
	_ = filepath.WalkDir(c.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		if info, err := entry.Info(); err == nil && now.Sub(info.ModTime()) > keptFor {
			_ = os.Remove(name)
		}
		return nil
	})
}
