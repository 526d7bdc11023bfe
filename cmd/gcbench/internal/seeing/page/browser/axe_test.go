package browser

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// axeCore is the judge of accessibility, as npm names it, and axeSum is the SHA-512 of that package.
const (
	axeCore = "axe-core@4.14.1"
	axeSum  = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)

// axe is the script of axeCore. npm fetches it, or has it in its cache.
var axe = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "halfmark-axe-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	fetch := exec.Command("npm", "pack", axeCore, "--prefer-offline", "--silent")
	fetch.Dir = folder
	if said, err := fetch.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm pack: %w: %.200s", err, said)
	}
	packed, err := os.ReadFile(filepath.Join(folder, strings.ReplaceAll(axeCore, "@", "-")+".tgz"))
	if err != nil {
		return "", err
	}
	return axeOf(packed)
})

// axeOf is the script in a package. A package that is not the pinned one is an error.
func axeOf(packed []byte) (string, error) {
	if sum := sha512.Sum512(packed); base64.StdEncoding.EncodeToString(sum[:]) != axeSum {
		return "", errors.New("it is not the package that the tests were written with")
	}
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return "", err
	}
	for files := tar.NewReader(plain); ; {
		file, err := files.Next()
		if err != nil {
			return "", fmt.Errorf("package/axe.min.js: %w", err)
		}
		if file.Name == "package/axe.min.js" {
			script, err := io.ReadAll(files)
			return string(script), err
		}
	}
}

// requireAxe skips a test where axe-core cannot be had.
func requireAxe(t *testing.T) {
	t.Helper()
	requireBrowser(t)
	if _, err := axe(); err != nil {
		t.Skipf("%s cannot be fetched: %v", axeCore, err)
	}
}

// requireAccessible checks that axe-core finds nothing of level A or AA in the page as it is now, in light and in dark
// colours. The page stays dark. name is for the message.
func (p *tab) requireAccessible(t *testing.T, name string) {
	t.Helper()
	requireAxe(t)
	script, _ := axe()
	p.do(t, chromedp.Evaluate[chromedp.Void](script+";0"))
	for _, scheme := range []string{"light", "dark"} {
		p.prefer(t, scheme, "reduce")
		assert.Empty(t, eval[[]string](t, p, findings), "%s, %s", name, scheme)
	}
}

// findings are what axe-core finds: the rule, what it asks for, and the first places. It fetches nothing.
const findings = `axe.run(document, {
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"], preload: false,
}).then(found => found.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 5).map(n =>
	n.target.join(" ") + " " + n.html.slice(0, 120) + " " + n.any.concat(n.all, n.none).map(c => c.message).join("; ")).join(" | ")))`

// The judge finds what is wrong.
func TestAxe(t *testing.T) {
	requireAxe(t)
	file := filepath.Join(t.TempDir(), "wrong.html")
	require.NoError(t, os.WriteFile(file, []byte(`<!doctype html><title>wrong</title><img src="data:,"><p style="color:#999">pale`), 0o666))
	p := open(t, file, 800, 600)
	script, _ := axe()
	p.do(t, chromedp.Evaluate[chromedp.Void](script+";0"))
	found := strings.Join(eval[[]string](t, p, findings), "\n")
	for _, rule := range []string{"html-has-lang: ", "image-alt: ", "color-contrast: "} {
		require.Contains(t, found, rule)
	}
	_, err := axeOf([]byte("another"))
	require.ErrorContains(t, err, "not the package")
}
