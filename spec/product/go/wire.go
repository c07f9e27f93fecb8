package product

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Person is who signed in: Issuer and Subject together; ID is the service's own.
type Person struct {
	ID      string `json:"id"`
	Issuer  string `json:"issuer"`
	Subject string `json:"subject"`
}

// Business is an active business of a person, who approves held calls of it or not.
type Business struct {
	WorkspaceID   string `json:"workspace_id"`
	WorkspaceName string `json:"workspace_name"`
	BusinessID    string `json:"business_id"`
	BusinessName  string `json:"business_name"`
	MayDecide     bool   `json:"-"`
}

// Record is a record of a business.
type Record struct {
	Type       string         `json:"type"`
	ID         string         `json:"id"`
	BusinessID string         `json:"business_id"`
	Fields     map[string]any `json:"fields"`
}

// Outcome is what became of a call; the functions below make them.
type Outcome map[string]any

// Records is what a read found.
func Records(records []Record, more bool) Outcome {
	if records == nil {
		records = []Record{}
	}
	return Outcome{"outcome": "records", "records": records, "more": more}
}

// Applied is a write that was made, and the record as it is now.
func Applied(record Record) Outcome {
	result := map[string]any{"id": record.ID}
	return Outcome{"outcome": "applied", "result": result, "records": []Record{record}}
}

// Held asks for the approval of a person; the reason is shown to nobody else.
func Held(reason string) Outcome { return Outcome{"outcome": "held", "reason": reason} }

// NotFound is for a record that is unknown, and for one of another business.
func NotFound() Outcome { return Outcome{"outcome": "not_found"} }

// Invalid names an argument that cannot be used.
func Invalid(field, message string) Outcome {
	return Outcome{"outcome": "invalid", "field": field, "message": message}
}

// Conflict says that the state does not allow the call.
func Conflict(message string) Outcome { return Outcome{"outcome": "conflict", "message": message} }

// Unavailable says that nothing was done and that it may be tried later.
func Unavailable() Outcome { return Outcome{"outcome": "unavailable"} }

// Call is one call of an operation, after everything that this package checks. WorkspaceID and
// BusinessID come from the grant, never from an argument.
type Call struct {
	User        Person
	WorkspaceID string
	BusinessID  string
	Operation   string
	Args        map[string]any
	RecordTypes []string
	// ApprovalID is there when a person approved this call: do not hold it again.
	ApprovalID string
}

type place struct {
	User        Person `json:"user"`
	WorkspaceID string `json:"workspace_id"`
	BusinessID  string `json:"business_id"`
}

type targetQuestion struct {
	place
	Operation string         `json:"operation"`
	Args      map[string]any `json:"args"`
}

type callQuestion struct {
	Operation string `json:"operation"`
	Kind      string `json:"kind"`
	Context   struct {
		place
		Scopes []string `json:"scopes"`
	} `json:"context"`
	Args           map[string]any `json:"args"`
	RecordTypes    []string       `json:"record_types"`
	IdempotencyKey string         `json:"idempotency_key"`
	ApprovalID     string         `json:"approval_id"`
	Deadline       int64          `json:"deadline"`
}

var errForm = errors.New("the body has another form")

// read parses a body; members that are unknown here come from a newer service.
func read(body []byte, into any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return errForm
	}
	return json.Unmarshal(body, into)
}

func (p Person) isComplete() bool { return p.ID != "" && p.Issuer != "" && p.Subject != "" }

func (p place) isComplete() bool {
	return p.User.isComplete() && p.WorkspaceID != "" && p.BusinessID != ""
}

func (q callQuestion) isComplete() bool {
	isKnown := q.Kind == "read" || q.Kind == "write"
	isComplete := q.Context.isComplete() && q.Operation != "" && q.Deadline != 0
	return isKnown && isComplete && q.Args != nil && q.RecordTypes != nil
}
