package product

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

const secret = "a-secret-of-thirty-two-characters-or-more"

// steppingClock says each of its times once, and the last one from then on.
func steppingClock(times ...time.Time) func() time.Time {
	return func() time.Time {
		now := times[0]
		if len(times) > 1 {
			times = times[1:]
		}
		return now
	}
}

func TestReplayIsRefusedWhileItsTimestampIsAccepted(t *testing.T) {
	sent := time.Unix(1_000_000_000, 0)
	// The clock of the second request steps between the look at the timestamp and that at the id.
	clock := steppingClock(sent, sent, sent.Add(300*time.Second), sent.Add(302*time.Second))
	guard, err := newGuard([]string{secret}, nil, clock)
	if err != nil {
		t.Fatal(err)
	}
	timestamp, requestID := strconv.FormatInt(sent.Unix(), 10), "request-of-the-test"
	digest := sha256.Sum256([]byte("{}"))
	parts := []string{"v1", "POST", "/call", timestamp, requestID, hex.EncodeToString(digest[:])}
	made := hmac.New(sha256.New, []byte(secret))
	made.Write([]byte(strings.Join(parts, "\n")))
	for _, expected := range []int{200, 409} {
		request := httptest.NewRequest("POST", "/call", bytes.NewReader([]byte("{}")))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Lectern-Timestamp", timestamp)
		request.Header.Set("Lectern-Request-Id", requestID)
		request.Header.Set("Lectern-Signature", "v1="+hex.EncodeToString(made.Sum(nil)))
		if _, status := guard.verify(request); status != expected {
			t.Fatalf("status %d, not %d", status, expected)
		}
	}
}

func TestRequestLooksAtFewOfTheIDsThatAreKept(t *testing.T) {
	now := time.Unix(1_000_000_000, 0)
	seen := newSeenInMemory(func() time.Time { return now })
	add := func(at int) bool {
		added, _ := seen.Add(strconv.Itoa(at), now.Unix()+600)
		return added
	}
	// Ten a second: 6000 are kept at any time.
	for at := range 20_000 {
		now = now.Add(100 * time.Millisecond)
		if !add(at) {
			t.Fatalf("%d was there before", at)
		}
	}
	// Each request looks at all of these.
	if minutes := len(seen.byMinute); minutes > 12 {
		t.Errorf("%d minutes are kept", minutes)
	}
	if add(19_999) || add(14_001) {
		t.Error("an id was forgotten too early")
	}
	now = now.Add(661 * time.Second)
	if !add(19_999) || len(seen.seen) > 1 {
		t.Errorf("%d ids are kept too long", len(seen.seen))
	}
}

func TestConnectionOfALongBodyStaysOpen(t *testing.T) {
	made, err := NewHandler(Options{Secrets: []string{secret}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(made)
	defer server.Close()
	request, _ := http.NewRequest("POST", server.URL+"/describe", bytes.NewReader(make([]byte, 7<<20)))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Lectern-Timestamp", strconv.FormatInt(time.Now().Unix(), 10))
	request.Header.Set("Lectern-Request-Id", "request-of-the-test")
	answer, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	// A server that closes may do so before the answer is read.
	if answer.StatusCode != http.StatusRequestEntityTooLarge || answer.Close {
		t.Errorf("status %d, closed %v", answer.StatusCode, answer.Close)
	}
}

func TestWriteDoesNotWaitForAnotherKey(t *testing.T) {
	keys := newKeysInMemory(time.Now)
	isStarted, release, isDone := make(chan bool), make(chan bool), make(chan bool)
	defer close(release)
	applied := Applied(Record{ID: "1"})
	go keys.ApplyOnce("slow", "text", func() (Outcome, error) {
		close(isStarted)
		<-release
		return applied, nil
	})
	<-isStarted
	go keys.ApplyOnce("other", "text", func() (Outcome, error) {
		close(isDone)
		return applied, nil
	})
	// Where the keys share a lock, this waits for the slow write, which waits for us.
	select {
	case <-isDone:
	case <-time.After(20 * time.Second):
		t.Error("the write waits for the key of another")
	}
}

func TestRefusedKeyIsFreeAndAppliedOneIsKept(t *testing.T) {
	keys := newKeysInMemory(time.Now)
	answer := func(outcome Outcome) func() (Outcome, error) {
		return func() (Outcome, error) { return outcome, nil }
	}
	applied := Applied(Record{ID: "1"})
	for _, step := range []struct {
		text     string
		outcome  Outcome
		expected string
	}{
		{"a", NotFound(), "not_found"},
		{"b", applied, "applied"},
		{"b", NotFound(), "applied"},
		{"a", applied, "conflict"},
	} {
		found, err := keys.ApplyOnce("key", step.text, answer(step.outcome))
		if err != nil || found["outcome"] != step.expected {
			t.Errorf("%v %v, not %s", found, err, step.expected)
		}
	}
}

// lateKeys makes each write wait until its deadline is past.
type lateKeys struct{ now *time.Time }

func (k lateKeys) ApplyOnce(_, _ string, apply func() (Outcome, error)) (Outcome, error) {
	*k.now = k.now.Add(time.Minute)
	return apply()
}

func callHandler(t *testing.T, keys WriteKeys, clock func() time.Time, outcome Outcome) (Outcome, error) {
	t.Helper()
	made := &handler{Options: Options{
		Keys:  keys,
		Clock: clock,
		Product: Product{
			Businesses: func(Person) ([]Business, error) {
				return []Business{{WorkspaceID: "quill", BusinessID: "bakery"}}, nil
			},
			Operations: map[string]Operation{
				"note.add": {Kind: "write", Run: func(Call) (Outcome, error) { return outcome, nil }},
			},
		},
	}}
	body, _ := json.Marshal(map[string]any{
		"operation": "note.add", "kind": "write", "args": map[string]any{}, "record_types": []string{"note"},
		"idempotency_key": "key", "deadline": time.Unix(1_000_000_001, 0).UnixMilli(),
		"context": map[string]any{
			"request_id": "r", "grant_id": "g", "client_id": "c",
			"user":         Person{ID: "1", Issuer: "urn:test", Subject: "ada"},
			"workspace_id": "quill", "business_id": "bakery", "scopes": []string{"mcp:business:write"},
		},
	})
	answer, err := made.call(body)
	found, _ := answer.(Outcome)
	return found, err
}

func TestLateWriteIsNotApplied(t *testing.T) {
	now := time.Unix(1_000_000_000, 0)
	clock := func() time.Time { return now }
	found, err := callHandler(t, lateKeys{&now}, clock, Applied(Record{ID: "1"}))
	if err != nil || found["outcome"] != "unavailable" {
		t.Errorf("%v %v, not unavailable", found, err)
	}
}

func TestRecordsOfAnotherTypeAreRefused(t *testing.T) {
	clock := func() time.Time { return time.Unix(1_000_000_000, 0) }
	foreign := []map[string]any{{"type": "note", "id": "2", "business_id": "cycles"}}
	outcome := Outcome{"outcome": "applied", "result": map[string]any{}, "records": foreign}
	if found, err := callHandler(t, newKeysInMemory(clock), clock, outcome); err == nil {
		t.Errorf("%v, not an error", found)
	}
}

// vectors are the same calls and answers for each package.
type vectors struct {
	Secrets []string
	NowS    int64 `json:"now_s"`
	Cases   []struct {
		Name, Method, Target, Body string
		// A text, or a list for a header that comes more than once.
		Headers   map[string]any
		BodyBytes int `json:"body_bytes"`
		// NowMs is the clock of this case alone.
		NowMs  int64 `json:"now_ms"`
		Status int
		Call   map[string]any
	}
}

func TestEachVectorIsAnswered(t *testing.T) {
	text, err := os.ReadFile("../api_call_vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var given vectors
	if err := json.Unmarshal(text, &given); err != nil {
		t.Fatal(err)
	}
	for _, vector := range given.Cases {
		clock := func() time.Time { return time.UnixMilli(cmp.Or(vector.NowMs, given.NowS*1000)) }
		guard, err := NewAPIGuard(APIOptions{Secrets: given.Secrets, Clock: clock})
		if err != nil {
			t.Fatal(err)
		}
		body := vector.Body + strings.Repeat(" ", max(0, vector.BodyBytes-len(vector.Body)))
		verify := func() (*APICall, int) {
			request := httptest.NewRequest(vector.Method, vector.Target, strings.NewReader(body))
			for name, value := range vector.Headers {
				values, isList := value.([]any)
				if !isList {
					values = []any{value}
				}
				for _, each := range values {
					request.Header.Add(name, each.(string))
				}
			}
			call, status := guard.VerifyAPICall(request)
			if again, _ := io.ReadAll(request.Body); status == 200 && string(again) != body {
				t.Errorf("%s: the body is %q afterwards", vector.Name, again)
			}
			return call, status
		}
		call, status := verify()
		if status != vector.Status {
			t.Errorf("%s: status %d, not %d", vector.Name, status, vector.Status)
		}
		if status != 200 {
			continue
		}
		vector.Call["target"] = vector.Target
		if found := describeCall(call); !reflect.DeepEqual(found, vector.Call) {
			t.Errorf("%s: %v, not %v", vector.Name, found, vector.Call)
		}
		if _, again := verify(); again != 409 {
			t.Errorf("%s again: status %d, not 409", vector.Name, again)
		}
	}
}

// describeCall is a call as the vectors write it.
func describeCall(call *APICall) map[string]any {
	text, _ := json.Marshal(map[string]any{
		"user": call.User, "workspace_id": call.WorkspaceID, "business_id": call.BusinessID,
		"scopes": call.Scopes, "operation": call.Operation, "kind": call.Kind,
		"deadline": call.Deadline.UnixMilli(), "target": call.Target,
	})
	found := map[string]any{}
	_ = json.Unmarshal(text, &found)
	for name, value := range map[string]string{
		"idempotency_key": call.IdempotencyKey, "approval_id": call.ApprovalID,
	} {
		if value != "" {
			found[name] = value
		}
	}
	return found
}

func TestSecretHas32Characters(t *testing.T) {
	for secret, isGood := range map[string]bool{
		strings.Repeat("é", 31): false, strings.Repeat("é", 32): true, strings.Repeat("😀", 16): false,
	} {
		if _, err := NewAPIGuard(APIOptions{Secrets: []string{secret}}); (err == nil) != isGood {
			t.Errorf("%q: %v", secret, err)
		}
	}
}

func TestTypeIsOfASCIIAlone(t *testing.T) {
	for given, expected := range map[string]bool{
		"Application/JSON; Charset=UTF-8": true, "application/j\u017fon": false, "application/json; char\u017fet=utf-8": false,
	} {
		request := httptest.NewRequest("POST", "/api", nil)
		request.Header.Set("Content-Type", given)
		if isJSON(request) != expected {
			t.Errorf("%q is not %v", given, expected)
		}
	}
}
