package play

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// Serve answers requests for the page at / until the context ends. It closes the listener.
func Serve(ctx context.Context, l net.Listener, page []byte) error {
	server := &http.Server{
		Handler:           handler(page),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 16,
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); ctx.Err() == nil || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler answers GET and HEAD of /, and nothing else. A page may be compiled anew and served at
// the same address, so browsers are told not to keep it.
func handler(page []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Cache-Control", "no-store")
		header.Set("X-Content-Type-Options", "nosniff")
		switch {
		case r.URL.Path != "/":
			http.Error(w, "The page is at /.", http.StatusNotFound)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			header.Set("Allow", "GET, HEAD")
			http.Error(w, "The page can only be read.", http.StatusMethodNotAllowed)
		default:
			header.Set("Content-Type", "text/html; charset=utf-8")
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page))
		}
	})
}

// Address is where this machine finds the page that a listener serves, opened at a link.
// Others says whether other machines can find it, too.
func Address(l net.Listener, link string) (address string, others bool) {
	host, port, _ := net.SplitHostPort(l.Addr().String())
	ip := net.ParseIP(host)
	if ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	at := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/", Fragment: link}
	return at.String(), !ip.IsLoopback()
}

// FileAddress is where a browser of this machine finds the page in a file, opened at a link.
func FileAddress(file, link string) (string, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	if file = filepath.ToSlash(file); !strings.HasPrefix(file, "/") {
		file = "/" + file // C:/...
	}
	at := url.URL{Scheme: "file", Path: file, Fragment: link}
	return at.String(), nil
}
