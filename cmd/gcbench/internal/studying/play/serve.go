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

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/policy"
)

// Serve answers requests for the page at / until the context ends. It closes the listener. Browsers may know this
// machine by its IP addresses, by localhost and by the name host.
func Serve(ctx context.Context, l net.Listener, host string, page []byte) error {
	server := &http.Server{
		Handler:           known(host, handler(page)),
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
//
// No page of another site may have this one in a frame. A policy can say so in a header alone.
func handler(page []byte) http.Handler {
	allowed := strings.TrimPrefix(policy.Of(page)+"; frame-ancestors 'none'", "; ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Cache-Control", "no-store")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Content-Security-Policy", allowed)
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

// known refuses requests that ask for a machine of another name. Such a request comes from a page of another site whose
// name leads here since a moment ago (DNS rebinding). A browser would let that page read what is answered.
func known(host string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimSuffix((&url.URL{Host: r.Host}).Hostname(), ".")
		if address, _, _ := strings.Cut(name, "%"); net.ParseIP(address) == nil && !strings.EqualFold(name, "localhost") && (host == "" || !strings.EqualFold(name, host)) {
			http.Error(w, "Open the page by a number such as 127.0.0.1, or by localhost. gcbench play --listen NAME:PORT allows a name.", http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// Address is where this machine finds the page that a listener serves, opened at a link. Others are where other
// machines find it, if they can. The machine has these addresses of interfaces.
func Address(l net.Listener, interfaces []net.Addr, link string) (address string, others []string) {
	host, port, _ := net.SplitHostPort(l.Addr().String())
	at := func(host string) string {
		return (&url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/", Fragment: link}).String()
	}
	switch ip := net.ParseIP(host); {
	case ip.IsLoopback():
		return at(host), nil
	case !ip.IsUnspecified():
		return at(host), []string{at(host)}
	}
	for _, one := range interfaces {
		if n, ok := one.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			others = append(others, at(n.IP.String()))
		}
	}
	if others == nil {
		others = []string{at(host)}
	}
	return at("127.0.0.1"), others
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
