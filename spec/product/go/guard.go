package product

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const (
	skewS = 300
	// Longer than a timestamp is accepted, so that a clock that steps forgets no id too early.
	keptS        = 2 * skewS
	bodyBytesMax = 1024 * 1024
	// What is read of a body that is refused: a connection that closes earlier loses the answer.
	readBytesMax        = 8 * bodyBytesMax
	secretCharactersMin = 32
)

var (
	timestampForm = regexp.MustCompile(`^[0-9]{1,12}$`)
	// To a pattern without case, the letter U+017F is an s.
	asciiForm     = regexp.MustCompile(`^[\t -~]*$`)
	jsonForm      = regexp.MustCompile(`(?i)^application/json[ \t]*(;[ \t]*(charset="?utf-8"?[ \t]*)?)?$`)
	requestIDForm = regexp.MustCompile(`^[A-Za-z0-9_-]{16,128}$`)
)

// SeenRequests keeps the request ids that were taken. With several processes, use a table with a
// unique key.
type SeenRequests interface {
	// Add is false where the id is there already. An id may go once endsS, in seconds since 1970,
	// is past.
	Add(requestID string, endsS int64) (bool, error)
}

// guard accepts a request only once, if it was signed with one of the secrets within five minutes
// of our clock.
type guard struct {
	secrets [][]byte
	seen    SeenRequests
	clock   func() time.Time
}

func newGuard(secrets []string, seen SeenRequests, clock func() time.Time) (*guard, error) {
	made := &guard{seen: seen, clock: clock}
	for _, secret := range secrets {
		if utf8.RuneCountInString(secret) < secretCharactersMin {
			return nil, errors.New("cannot use a secret of fewer than 32 characters")
		}
		made.secrets = append(made.secrets, []byte(secret))
	}
	if len(made.secrets) == 0 {
		return nil, errors.New("cannot start: give one or two secrets")
	}
	if seen == nil {
		made.seen = newSeenInMemory(clock)
	}
	return made, nil
}

// verify returns the body of a question as received, or a status that tells the service that nothing
// was done.
func (g *guard) verify(request *http.Request) ([]byte, int) {
	// Read before anything is refused: a connection that closes earlier loses the answer.
	body, err := readBody(request)
	if err != nil {
		return nil, http.StatusBadRequest
	}
	if request.Method != http.MethodPost {
		return nil, http.StatusMethodNotAllowed
	}
	if !isJSON(request) {
		return nil, http.StatusUnsupportedMediaType
	}
	return body, g.prove(request, request.URL.Path, body)
}

// prove is 200 for a request that one of the secrets signed, now, and that comes only once. The
// values in more are signed after the body.
func (g *guard) prove(request *http.Request, target string, body []byte, more ...string) int {
	timestamp := headerOf(request, "Lectern-Timestamp")
	requestID := headerOf(request, "Lectern-Request-Id")
	if !timestampForm.MatchString(timestamp) || !requestIDForm.MatchString(requestID) {
		return http.StatusUnauthorized
	}
	sentS, _ := strconv.ParseInt(timestamp, 10, 64)
	// In milliseconds: whole seconds would let pass what is almost one more.
	if offMs := g.clock().UnixMilli() - sentS*1000; offMs > skewS*1000 || offMs < -skewS*1000 {
		return http.StatusUnauthorized
	}
	if len(body) > bodyBytesMax {
		return http.StatusRequestEntityTooLarge
	}
	digest := sha256.Sum256(body)
	lines := []string{"v1", request.Method, target, timestamp, requestID, hex.EncodeToString(digest[:])}
	text := strings.Join(append(lines, more...), "\n")
	if !g.isSigned(text, headerOf(request, "Lectern-Signature")) {
		return http.StatusUnauthorized
	}
	// Only after the signature, so that nobody else fills this memory. What came before may have
	// been done, so this is no 401.
	added, err := g.seen.Add(requestID, sentS+keptS)
	if err != nil {
		return http.StatusInternalServerError
	}
	if !added {
		return http.StatusConflict
	}
	return http.StatusOK
}

// headerOf is the value of a header; one that comes twice is like neither of its values.
func headerOf(request *http.Request, name string) string {
	return strings.Join(request.Header.Values(name), ", ")
}

// readBody returns one byte more than may come, at most.
func readBody(request *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(request.Body, bodyBytesMax+1))
	if len(body) > bodyBytesMax {
		_, err = io.CopyN(io.Discard, request.Body, readBytesMax-int64(len(body)))
		if err == io.EOF {
			err = nil
		}
	}
	return body, err
}

// isJSON is whether the bytes of a request are the JSON themselves: UTF-8, and not compressed.
func isJSON(request *http.Request) bool {
	_, isEncoded := request.Header["Content-Encoding"]
	given := headerOf(request, "Content-Type")
	return !isEncoded && asciiForm.MatchString(given) && jsonForm.MatchString(given)
}

// isSigned tries every secret, each in constant time.
func (g *guard) isSigned(text, signature string) bool {
	found := false
	for _, secret := range g.secrets {
		made := hmac.New(sha256.New, secret)
		made.Write([]byte(text))
		expected := "v1=" + hex.EncodeToString(made.Sum(nil))
		if hmac.Equal([]byte(expected), []byte(signature)) {
			found = true
		}
	}
	return found
}

// seenInMemory keeps ids by the minute in which they end, so that a request looks at some minutes and
// not at every id.
type seenInMemory struct {
	mutex    sync.Mutex
	seen     map[string]bool
	byMinute map[int64][]string
	clock    func() time.Time
}

func newSeenInMemory(clock func() time.Time) *seenInMemory {
	return &seenInMemory{seen: map[string]bool{}, byMinute: map[int64][]string{}, clock: clock}
}

func (s *seenInMemory) Add(requestID string, endsS int64) (bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	nowS := s.clock().Unix()
	for minute, ids := range s.byMinute {
		if minute*60 >= nowS {
			continue
		}
		for _, id := range ids {
			delete(s.seen, id)
		}
		delete(s.byMinute, minute)
	}
	if s.seen[requestID] {
		return false, nil
	}
	s.seen[requestID] = true
	minute := (endsS + 59) / 60
	s.byMinute[minute] = append(s.byMinute[minute], requestID)
	return true, nil
}
