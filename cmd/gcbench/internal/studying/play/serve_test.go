package play

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Nothing but the page is served, and nothing but reading is answered.
func TestHandler(t *testing.T) {
	const page = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;">`
	h := handler([]byte(page))
	for _, c := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/", http.StatusOK, page},
		{"HEAD", "/", http.StatusOK, ""},
		{"POST", "/", http.StatusMethodNotAllowed, "The page can only be read.\n"},
		{"GET", "/favicon.ico", http.StatusNotFound, "The page is at /.\n"},
		{"GET", "/../../etc/passwd", http.StatusNotFound, "The page is at /.\n"},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(c.method, "http://127.0.0.1"+c.path, nil))
		assert.Equal(t, c.status, w.Code, "%s %s", c.method, c.path)
		assert.Equal(t, c.body, w.Body.String(), "%s %s", c.method, c.path)
		assert.Equal(t, "no-store", w.Header().Get("Cache-Control"))
		assert.Equal(t, "default-src 'none'; frame-ancestors 'none'", w.Header().Get("Content-Security-Policy"))
		if c.status == http.StatusOK {
			assert.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
			assert.Equal(t, strconv.Itoa(len(page)), w.Header().Get("Content-Length"))
		}
	}
}

// Serve answers at the address that is printed, and ends without an error when its context does.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- Serve(ctx, l, "", []byte("the page")) }()
	address, others := Address(l, nil, "theft@a3")
	assert.Empty(t, others)
	answer, err := http.Get(address)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Equal(t, "the page", string(text))
	cancel()
	require.NoError(t, <-ended)
	_, err = net.Dial("tcp", l.Addr().String())
	assert.Error(t, err, "it still listens")
}

// A site whose name leads to this machine cannot read the page.
func TestForeignNames(t *testing.T) {
	for host, status := range map[string]int{
		"127.0.0.1:80": http.StatusOK, "127.0.0.1": http.StatusOK, "[::1]:80": http.StatusOK, "[fe80::1%25eth0]:80": http.StatusOK, "192.0.2.7:1": http.StatusOK,
		"localhost:80": http.StatusOK, "LOCALHOST": http.StatusOK, "localhost.:80": http.StatusOK, "Teacher.example:80": http.StatusOK,
		"": http.StatusMisdirectedRequest, "evil.example:80": http.StatusMisdirectedRequest, "127.0.0.1.evil.example": http.StatusMisdirectedRequest,
		"localhost.evil.example": http.StatusMisdirectedRequest, "a@127.0.0.1": http.StatusMisdirectedRequest,
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "http://127.0.0.1/", nil)
		r.Host = host
		known("teacher.example", handler([]byte("secret"))).ServeHTTP(w, r)
		assert.Equal(t, status, w.Code, host)
		assert.Equal(t, status == http.StatusOK, w.Body.String() == "secret", host)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "http://127.0.0.1/", nil)
	r.Host = ""
	known("", handler(nil)).ServeHTTP(w, r)
	assert.Equal(t, http.StatusMisdirectedRequest, w.Code, "no name is no name that is allowed")
}

// A listener that fails is an error.
func TestServeFails(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	assert.ErrorIs(t, Serve(t.Context(), l, "", nil), net.ErrClosed)
}

// placed is a listener with an address.
type placed struct {
	net.Listener
	at net.TCPAddr
}

func (p placed) Addr() net.Addr { return &p.at }

func TestAddress(t *testing.T) {
	const path = ":80/#theft@a3:1"
	var interfaces []net.Addr
	for _, one := range []string{"127.0.0.1/8", "::1/128", "fe80::1/64", "169.254.1.1/16", "192.0.2.7/24", "2001:db8::1/64"} {
		ip, network, err := net.ParseCIDR(one)
		require.NoError(t, err)
		interfaces = append(interfaces, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	outside := []string{"http://192.0.2.7" + path, "http://[2001:db8::1]" + path}
	for _, c := range []struct {
		ip, want string
		has      []net.Addr
		others   []string
	}{
		{"127.0.0.1", "http://127.0.0.1" + path, interfaces, nil},
		{"::1", "http://[::1]" + path, interfaces, nil},
		{"0.0.0.0", "http://127.0.0.1" + path, interfaces, outside},
		{"::", "http://127.0.0.1" + path, interfaces, outside},
		{"0.0.0.0", "http://127.0.0.1" + path, nil, []string{"http://0.0.0.0" + path}},
		{"192.0.2.7", "http://192.0.2.7" + path, interfaces, outside[:1]},
	} {
		address, others := Address(placed{at: net.TCPAddr{IP: net.ParseIP(c.ip), Port: 80}}, c.has, "theft@a3:1")
		assert.Equal(t, c.want, address)
		assert.Equal(t, c.others, others, c.ip)
		link, err := Link(address)
		require.NoError(t, err)
		assert.Equal(t, "theft@a3:1", link)
	}
}

func TestFileAddress(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths are those of other systems")
	}
	address, err := FileAddress("/tmp/my page#1.html", "stealhalf/capacity=2/ops=-,h+")
	require.NoError(t, err)
	assert.Equal(t, "file:///tmp/my%20page%231.html#stealhalf/capacity=2/ops=-,h+", address)
	address, err = FileAddress("/p.html", "")
	require.NoError(t, err)
	assert.Equal(t, "file:///p.html", address)
}
