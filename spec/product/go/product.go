// Package product is the product's side of Lectern's signed questions: an http.Handler on the
// standard library.
package product

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Operation is one that the service may call. Kind is "read" or "write".
type Operation struct {
	Kind string
	Run  func(Call) (Outcome, error)
}

// Product is what your product says; this package does the rest.
type Product struct {
	Operations  map[string]Operation
	RecordTypes []string
	// Businesses lists the active businesses of a person. They are asked for at each call.
	Businesses func(Person) ([]Business, error)
	// Target names what a write is about: "" if there is no such record here; false if unknown.
	// It is optional.
	Target func(Call) (name string, isKnown bool)
}

// Options are those of a handler; the zero value of the last three is good for one process.
type Options struct {
	Product Product
	// BasePath is the path of DOMAIN_URL.
	BasePath string
	// Secrets are one, or two while keys are rotated.
	Secrets []string
	Seen    SeenRequests
	Keys    WriteKeys
	Clock   func() time.Time
}

type handler struct {
	Options
	guard *guard
}

// NewHandler answers the questions below BasePath.
func NewHandler(options Options) (http.Handler, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.Keys == nil {
		options.Keys = newKeysInMemory(options.Clock)
	}
	guard, err := newGuard(options.Secrets, options.Seen, options.Clock)
	if err != nil {
		return nil, err
	}
	return &handler{Options: options, guard: guard}, nil
}

func (h *handler) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	question := h.questionOf(request.URL.Path)
	if question == nil {
		writer.WriteHeader(http.StatusNotFound)
		return
	}
	body, status := h.guard.verify(request)
	if status != http.StatusOK {
		writer.WriteHeader(status)
		return
	}
	answer, err := question(body)
	if err == errForm {
		writer.WriteHeader(http.StatusBadRequest)
		return
	}
	text, failure := json.Marshal(answer)
	if fault := errors.Join(err, failure); fault != nil {
		// Only our own log says more: the service learns that nobody knows what was done.
		log.Printf("cannot answer %s: %v", request.URL.Path, fault)
		writer.WriteHeader(http.StatusInternalServerError)
		return
	}
	writer.Header().Set("Content-Type", "application/json")
	writer.Header().Set("Cache-Control", "no-store")
	_, _ = writer.Write(text)
}

func (h *handler) questionOf(path string) func([]byte) (any, error) {
	inside, isBelow := strings.CutPrefix(path, h.BasePath)
	switch {
	case !isBelow:
		return nil
	case inside == "/describe":
		return h.describe
	case inside == "/businesses":
		return h.businesses
	case inside == "/standing":
		return h.standing
	case inside == "/call":
		return h.call
	case inside == "/target" && h.Product.Target != nil:
		return h.target
	}
	return nil
}

func (h *handler) describe([]byte) (any, error) {
	names := make([]string, 0, len(h.Product.Operations))
	for name := range h.Product.Operations {
		names = append(names, name)
	}
	slices.Sort(names)
	return map[string]any{"operations": names, "record_types": h.Product.RecordTypes}, nil
}

func (h *handler) businesses(body []byte) (any, error) {
	user, err := readUser(body)
	if err != nil {
		return nil, err
	}
	found, err := h.Product.Businesses(user)
	if found == nil {
		found = []Business{}
	}
	return map[string]any{"businesses": found}, err
}

func (h *handler) standing(body []byte) (any, error) {
	asked, err := readPlace(body)
	if err != nil {
		return nil, err
	}
	found, err := h.find(asked)
	if found == nil {
		return map[string]any{"standing": "inactive", "may_decide": false}, err
	}
	return map[string]any{"standing": "active", "may_decide": found.MayDecide}, err
}

// find is the business if it is active and the person is a member of it.
func (h *handler) find(asked place) (*Business, error) {
	businesses, err := h.Product.Businesses(asked.User)
	for _, each := range businesses {
		if each.WorkspaceID == asked.WorkspaceID && each.BusinessID == asked.BusinessID {
			return &each, err
		}
	}
	return nil, err
}

func (h *handler) target(body []byte) (any, error) {
	asked, err := readTarget(body)
	if err != nil {
		return nil, err
	}
	found, err := h.find(asked.place)
	if err != nil || found == nil {
		return map[string]any{"target": "unknown"}, err
	}
	name, isKnown := h.Product.Target(Call{
		User: asked.User, WorkspaceID: asked.WorkspaceID, BusinessID: asked.BusinessID,
		Operation: asked.Operation, Args: asked.Args,
	})
	// One line, of 300 characters at most.
	line := []rune(strings.Join(strings.Fields(name), " "))
	switch {
	case !isKnown:
		return map[string]any{"target": "unknown"}, nil
	case len(line) == 0:
		return map[string]any{"target": "absent"}, nil
	}
	short := string(line[:min(len(line), 300)])
	return map[string]any{"target": "record", "business_id": asked.BusinessID, "name": short}, nil
}

func (h *handler) call(body []byte) (any, error) {
	asked, err := readCall(body)
	if err != nil {
		return nil, err
	}
	operation, known := h.Product.Operations[asked.Operation]
	if !known {
		return Outcome{"outcome": "denied"}, nil
	}
	// Checked at every call: an archived business is out of reach whatever was granted.
	found, err := h.find(asked.place)
	if err != nil || found == nil {
		return Outcome{"outcome": "inactive"}, err
	}
	// A call that is declared a read changes nothing, whatever operation it names.
	scope := "mcp:business:" + operation.Kind
	if !slices.Contains(asked.Scopes, scope) || operation.Kind != asked.Kind {
		return Outcome{"outcome": "denied"}, nil
	}
	call := Call{
		User: asked.User, WorkspaceID: asked.WorkspaceID, BusinessID: asked.BusinessID,
		Operation: asked.Operation, Args: asked.Args,
		RecordTypes: asked.RecordTypes, ApprovalID: asked.ApprovalID,
	}
	run := func() (Outcome, error) {
		// At the last moment: a write may have waited for its key, and nobody waits for a late one.
		if h.Clock().UnixMilli() > asked.Deadline {
			return Unavailable(), nil
		}
		outcome, err := operation.Run(call)
		if err != nil {
			return nil, err
		}
		return outcome, checkRecords(call, outcome)
	}
	if asked.Kind == "read" || asked.IdempotencyKey == "" {
		return run()
	}
	// A key belongs to one person in one business: the same text from elsewhere is another key.
	user := asked.User
	key, _ := json.Marshal([]string{call.WorkspaceID, call.BusinessID, user.Issuer, user.Subject, asked.IdempotencyKey})
	text, _ := json.Marshal([]any{asked.Operation, asked.Args})
	return h.Keys.ApplyOnce(string(key), string(text), run)
}

// checkRecords refuses a record that leads elsewhere: no part of such an answer may leave.
func checkRecords(call Call, outcome Outcome) error {
	value, hasRecords := outcome["records"]
	records, isKnown := value.([]Record)
	if hasRecords && !isKnown {
		return fmt.Errorf("cannot answer with records of the type %T: use []Record", value)
	}
	for _, record := range records {
		if record.BusinessID != call.BusinessID || !slices.Contains(call.RecordTypes, record.Type) {
			return fmt.Errorf("cannot answer with %s %q: it is not what the call may see", record.Type, record.ID)
		}
	}
	return nil
}
