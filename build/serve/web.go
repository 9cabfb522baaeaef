package serve

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"
)

// timeouts say how long one who asks may take.
type timeouts struct {
	header time.Duration // to say what they want, and to say what they do not want any more
	idle   time.Duration // between two requests
	write  time.Duration // to take an answer
}

// maxHeader is how many bytes the head of a request may have.
const maxHeader = 64 << 10

// newWeb returns a server that many can ask at the same time, also some who say nothing, never end, or never read the answer.
func newWeb(handler http.Handler, most timeouts) *http.Server {
	bounded := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn := http.NewResponseController(w)
		if r.ContentLength != 0 { // or it is not known
			_ = conn.SetReadDeadline(time.Now().Add(most.header))
			w.Header().Set("Connection", "close")
			http.Error(w, "want GET, without content", http.StatusRequestEntityTooLarge)
			return
		}
		handler.ServeHTTP(&patientWriter{ResponseWriter: w, begin: func() { _ = conn.SetWriteDeadline(time.Now().Add(most.write)) }}, r)
	})
	return &http.Server{Handler: bounded, ReadHeaderTimeout: most.header, IdleTimeout: most.idle, MaxHeaderBytes: maxHeader, ErrorLog: log.New(io.Discard, "", 0)}
}

// A patientWriter waits for one who reads only from when there is something to read: before, it may be the one who asked that waits.
type patientWriter struct {
	http.ResponseWriter
	begin func()
}

func (w *patientWriter) WriteHeader(status int) {
	w.begin()
	w.ResponseWriter.WriteHeader(status)
}

func (w *patientWriter) Write(data []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(data)
}

// localOnly refuses, if the server listens on this computer alone, what was asked of another name:
// a stranger's page whose name leads here could read the site.
func localOnly(at net.Addr, handler http.Handler) http.Handler {
	if tcp, ok := at.(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		return handler
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = strings.Trim(r.Host, "[]")
		}
		if host != "localhost" && !strings.HasSuffix(host, ".localhost") && !net.ParseIP(host).IsLoopback() {
			http.Error(w, fmt.Sprintf("host %q: want localhost", host), http.StatusMisdirectedRequest)
			return
		}
		handler.ServeHTTP(w, r)
	})
}
