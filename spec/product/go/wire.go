package product

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
	User        Person
	WorkspaceID string
	BusinessID  string
}

type targetQuestion struct {
	place
	Operation string
	Args      map[string]any
}

type callQuestion struct {
	place
	Scopes         []string
	Operation      string
	Kind           string
	Args           map[string]any
	RecordTypes    []string
	IdempotencyKey string
	ApprovalID     string
	Deadline       int64
}

// apiContext is who calls your own API, in the header Lectern-Context.
type apiContext struct {
	place
	Scopes         []string
	Operation      string
	Kind           string
	Deadline       int64
	IdempotencyKey string
	ApprovalID     string
	Headers        map[string]string
}

func readUser(body []byte) (Person, error) {
	var f form
	user := f.person(f.parse(body))
	return user, f.err
}

func readPlace(body []byte) (place, error) {
	var f form
	asked := f.place(f.parse(body))
	return asked, f.err
}

func readTarget(body []byte) (targetQuestion, error) {
	var f form
	o := f.parse(body)
	asked := targetQuestion{place: f.place(o), Operation: f.text(o, "operation"), Args: f.object(o, "args")}
	return asked, f.err
}

func readCall(body []byte) (callQuestion, error) {
	var f form
	o := f.parse(body)
	context := f.object(o, "context")
	asked := callQuestion{
		place: f.place(context), Scopes: f.scopes(context),
		Operation: f.text(o, "operation"), Kind: f.kind(o), Args: f.object(o, "args"),
		RecordTypes: f.texts(o, "record_types"), IdempotencyKey: f.optionalText(o, "idempotency_key"),
		ApprovalID: f.optionalText(o, "approval_id"), Deadline: f.integer(o, "deadline"),
	}
	return asked, f.err
}

func readAPIContext(text []byte) (apiContext, error) {
	var f form
	o := f.parse(text)
	context := apiContext{
		place: f.place(o), Scopes: f.scopes(o), Operation: f.text(o, "operation"), Kind: f.kind(o),
		Deadline: f.integer(o, "deadline"), IdempotencyKey: f.optionalText(o, "idempotency_key"),
		ApprovalID: f.optionalText(o, "approval_id"), Headers: f.headers(o),
	}
	f.check(context.IdempotencyKey == "" || headerText.MatchString(context.IdempotencyKey))
	return context, f.err
}
