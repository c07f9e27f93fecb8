package product

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// APICall is who calls your own API, for which business and by which tool; all of it was signed.
type APICall struct {
	User Person
	// Both come from the grant. An address or a body that names another business is wrong.
	WorkspaceID string
	BusinessID  string
	Scopes      []string
	// Target is path and query as they were signed: choose by them what is done, and to which record.
	Target    string
	Operation string
	// Kind is "read" or "write".
	Kind string
	// Deadline is when nobody waits for the answer any more.
	Deadline       time.Time
	IdempotencyKey string
	// ApprovalID is there when a person approved this call.
	ApprovalID string
}

// APIOptions are those of a guard; the zero value of the last two is good for one process.
type APIOptions struct {
	// Secrets are one, or two while keys are rotated.
	Secrets []string
	Seen    SeenRequests
	Clock   func() time.Time
}

// APIGuard accepts signed calls of your own API.
type APIGuard struct{ guard *guard }

// NewAPIGuard makes a guard for all calls of an API.
func NewAPIGuard(options APIOptions) (*APIGuard, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	guard, err := newGuard(options.Secrets, options.Seen, options.Clock)
	if err != nil {
		return nil, err
	}
	return &APIGuard{guard}, nil
}

// VerifyAPICall says who calls, with the status 200, or returns the status to answer with. The body
// can be read afterwards. Whether the user is a member of the business, you ask.
func (g *APIGuard) VerifyAPICall(request *http.Request) (*APICall, int) {
	body, err := readBody(request)
	if err != nil {
		return nil, http.StatusBadRequest
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	sent := headerOf(request, "Lectern-Context")
	if sent == "" {
		return nil, http.StatusUnauthorized
	}
	target := targetOf(request)
	if status := g.guard.prove(request, target, body, sent); status != http.StatusOK {
		return nil, status
	}
	// Type and encoding are not signed: read in another way, the same bytes have other members.
	if len(body) > 0 && !isJSON(request) {
		return nil, http.StatusUnsupportedMediaType
	}
	text, err := base64.RawURLEncoding.DecodeString(sent)
	if err != nil || strings.ContainsAny(sent, "\r\n") {
		return nil, http.StatusBadRequest
	}
	context, err := readAPIContext(text)
	if err != nil {
		return nil, http.StatusBadRequest
	}
	if !context.hasHeaders(request) {
		return nil, http.StatusUnauthorized
	}
	// A call that is declared a read changes nothing, whatever address it has.
	isRead := request.Method == http.MethodGet
	if (context.Kind == "read") != isRead || !slices.Contains(context.Scopes, "mcp:business:"+context.Kind) {
		return nil, http.StatusForbidden
	}
	// This status says that nothing was done, and 408 does not.
	deadline := time.UnixMilli(context.Deadline)
	if g.guard.clock().After(deadline) {
		return nil, http.StatusTooManyRequests
	}
	return &APICall{
		User: context.User, WorkspaceID: context.WorkspaceID, BusinessID: context.BusinessID,
		Scopes: context.Scopes, Target: target, Operation: context.Operation, Kind: context.Kind,
		Deadline: deadline, IdempotencyKey: context.IdempotencyKey, ApprovalID: context.ApprovalID,
	}, http.StatusOK
}

// targetOf is path and query as they were received: a router may have changed those of the URL.
func targetOf(request *http.Request) string {
	if strings.HasPrefix(request.RequestURI, "/") {
		return request.RequestURI
	}
	return request.URL.RequestURI()
}

// hasHeaders is false where a header says something else than the context: it was changed on its way.
func (c apiContext) hasHeaders(request *http.Request) bool {
	// An empty key is none, and still not what the context says.
	_, hasKey := request.Header["Idempotency-Key"]
	if hasKey != (c.IdempotencyKey != "") || headerOf(request, "Idempotency-Key") != c.IdempotencyKey {
		return false
	}
	for name, value := range c.Headers {
		if headerOf(request, name) != value {
			return false
		}
	}
	return true
}
