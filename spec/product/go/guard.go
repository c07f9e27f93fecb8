package product

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	skewS = 300
	// Longer than a timestamp is accepted, so that a clock that steps forgets no id too early.
	keptS               = 2 * skewS
	bodyBytesMax        = 1024 * 1024
	secretCharactersMin = 32
)

var (
	timestampForm = regexp.MustCompile(`^[0-9]{1,12}$`)
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
		if len(secret) < secretCharactersMin {
			return nil, errors.New("cannot use a secret of fewer than 32 characters")
		}
		made.secrets = append(made.secrets, []byte(secret))
	}
	if len(made.secrets) == 0 {
		return nil, errors.New("cannot start: give one or two secrets")
	}
	if seen == nil {
		made.seen = &seenInMemory{ends: map[string]int64{}, clock: clock}
	}
	return made, nil
}

// verify returns the body as received, or a status that tells the service that nothing was done.
func (g *guard) verify(request *http.Request) ([]byte, int) {
	// Read before anything is refused: a connection that closes earlier loses the answer.
	body, err := io.ReadAll(io.LimitReader(request.Body, bodyBytesMax+1))
	if err != nil {
		return nil, http.StatusBadRequest
	}
	if request.Method != http.MethodPost {
		return nil, http.StatusMethodNotAllowed
	}
	kind, _, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, http.StatusUnsupportedMediaType
	}
	timestamp := request.Header.Get("Lectern-Timestamp")
	requestID := request.Header.Get("Lectern-Request-Id")
	if !timestampForm.MatchString(timestamp) || !requestIDForm.MatchString(requestID) {
		return nil, http.StatusUnauthorized
	}
	sentS, _ := strconv.ParseInt(timestamp, 10, 64)
	if offS := g.clock().Unix() - sentS; offS > skewS || offS < -skewS {
		return nil, http.StatusUnauthorized
	}
	if len(body) > bodyBytesMax {
		return nil, http.StatusRequestEntityTooLarge
	}
	digest := sha256.Sum256(body)
	parts := []string{"v1", "POST", request.URL.Path, timestamp, requestID, hex.EncodeToString(digest[:])}
	if !g.isSigned(strings.Join(parts, "\n"), request.Header.Get("Lectern-Signature")) {
		return nil, http.StatusUnauthorized
	}
	// Only after the signature, so that nobody else fills this memory. What came before may have
	// been done, so this is no 401.
	added, err := g.seen.Add(requestID, sentS+keptS)
	if err != nil {
		return nil, http.StatusInternalServerError
	}
	if !added {
		return nil, http.StatusConflict
	}
	return body, http.StatusOK
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

type seenInMemory struct {
	mutex sync.Mutex
	ends  map[string]int64
	clock func() time.Time
}

func (s *seenInMemory) Add(requestID string, endsS int64) (bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	nowS := s.clock().Unix()
	for id, endS := range s.ends {
		if endS < nowS {
			delete(s.ends, id)
		}
	}
	if _, known := s.ends[requestID]; known {
		return false, nil
	}
	s.ends[requestID] = endsS
	return true, nil
}
