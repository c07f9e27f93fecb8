package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern.example/product"
)

// The notes of three businesses: maps here, tables in your product.
var (
	issuer = cmp.Or(os.Getenv("PRODUCT_ISSUER"), "urn:lectern:example")
	people = map[string][]string{"bakery": {"ada"}, "cycles": {"ben"}, "attic": {}} // attic is archived
	mutex  sync.Mutex
	notes  = []product.Record{
		newNote("note_1", "bakery", "Rye flour is in the blue tins"),
		newNote("note_2", "cycles", "The key is under the mat"),
	}
)

func newNote(id, business string, text any) product.Record {
	return product.Record{Type: "note", ID: id, BusinessID: business, Fields: map[string]any{"text": text}}
}

func businesses(user product.Person) (found []product.Business, err error) {
	for id, members := range people {
		if user.Issuer == issuer && slices.Contains(members, user.Subject) {
			found = append(found, product.Business{WorkspaceID: "quill", WorkspaceName: "Quill", BusinessID: id, BusinessName: "Quill " + id})
		}
	}
	return found, nil
}

// find lists the notes of the business, or only the one that the call names.
func find(call product.Call, isOne bool) (found []product.Record) {
	mutex.Lock()
	defer mutex.Unlock()
	for _, each := range notes {
		if each.BusinessID == call.BusinessID && (!isOne || each.ID == call.Args["id"]) {
			found = append(found, each)
		}
	}
	return found
}

func save(call product.Call, id string) (product.Outcome, error) {
	mutex.Lock()
	defer mutex.Unlock()
	note := newNote(id, call.BusinessID, call.Args["text"])
	notes = append(slices.DeleteFunc(notes, func(each product.Record) bool { return each.ID == id }), note)
	return product.Applied(note), nil
}

func list(call product.Call) (product.Outcome, error) {
	return product.Records(find(call, false), false), nil
}

func get(call product.Call) (product.Outcome, error) {
	if found := find(call, true); len(found) == 1 {
		return product.Records(found, false), nil
	}
	return product.NotFound(), nil
}

func add(call product.Call) (product.Outcome, error) {
	return save(call, fmt.Sprintf("note_%d", time.Now().UnixNano()))
}

func edit(call product.Call) (product.Outcome, error) {
	if found := find(call, true); len(found) == 1 {
		return save(call, found[0].ID)
	}
	return product.NotFound(), nil
}

// target is the name that a person sees who approves a held call.
func target(call product.Call) (string, bool) {
	if found := find(call, true); call.Operation == "note.edit" && len(found) == 1 {
		return fmt.Sprint(found[0].Fields["text"]), true
	}
	return "", call.Operation == "note.edit"
}

// answerAPI is an API of the product's own, for tools that name its addresses: list the notes, write
// one.
func answerAPI(guard *product.APIGuard, writer http.ResponseWriter, request *http.Request) {
	verified, status := guard.VerifyAPICall(request)
	if status != http.StatusOK {
		writer.WriteHeader(status)
		return
	}
	found, _ := businesses(verified.User)
	isMember := slices.ContainsFunc(found, func(each product.Business) bool {
		return each.WorkspaceID == verified.WorkspaceID && each.BusinessID == verified.BusinessID
	})
	if !isMember {
		writer.WriteHeader(http.StatusForbidden)
		return
	}
	answer, status := answerCall(verified, request)
	if status != http.StatusOK {
		writer.WriteHeader(status)
		return
	}
	writer.Header().Set("Lectern-Business", verified.BusinessID)
	writer.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(writer).Encode(answer)
}

// answerCall reads the address that was signed: the one that a router read may have been changed on
// its way.
func answerCall(verified *product.APICall, request *http.Request) (any, int) {
	path, _, _ := strings.Cut(verified.Target, "?")
	parts := readParts(path)
	prefix := []string{"", "api", "businesses", verified.BusinessID, "notes"}
	if len(parts) < len(prefix) || !slices.Equal(parts[:len(prefix)], prefix) {
		return nil, http.StatusNotFound
	}
	call := product.Call{BusinessID: verified.BusinessID, Args: map[string]any{}}
	if request.Method == http.MethodGet && len(parts) == len(prefix) {
		return find(call, false), http.StatusOK
	}
	if request.Method != http.MethodPut || len(parts) != len(prefix)+1 {
		return nil, http.StatusNotFound
	}
	var sent struct{ Text string }
	if err := json.NewDecoder(request.Body).Decode(&sent); err != nil {
		return nil, http.StatusUnprocessableEntity
	}
	call.Args["text"] = sent.Text
	outcome, err := put(call, parts[len(prefix)])
	if err != nil {
		return nil, http.StatusNotFound
	}
	return outcome, http.StatusOK
}

// readParts decodes the parts of a path after it is cut: a value may have a slash.
func readParts(path string) []string {
	parts := strings.Split(path, "/")
	for at, part := range parts {
		if text, err := url.PathUnescape(part); err == nil {
			parts[at] = text
		}
	}
	return parts
}

// put is not for a note of another business.
func put(call product.Call, id string) (product.Outcome, error) {
	mutex.Lock()
	isForeign := slices.ContainsFunc(notes, func(each product.Record) bool {
		return each.ID == id && each.BusinessID != call.BusinessID
	})
	mutex.Unlock()
	if isForeign {
		return nil, fmt.Errorf("no note %q here", id)
	}
	return save(call, id)
}

func main() {
	secrets := strings.Split(os.Getenv("DOMAIN_SECRET"), ",")
	for at, secret := range secrets {
		secrets[at] = strings.TrimSpace(secret)
	}
	handler, err := product.NewHandler(product.Options{
		BasePath: "/lectern",
		Secrets:  secrets,
		Product: product.Product{
			RecordTypes: []string{"note"},
			Businesses:  businesses,
			Target:      target,
			Operations: map[string]product.Operation{
				"note.list": {Kind: "read", Run: list},
				"note.get":  {Kind: "read", Run: get},
				"note.add":  {Kind: "write", Run: add},
				"note.edit": {Kind: "write", Run: edit},
			},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	guard, err := product.NewAPIGuard(product.APIOptions{Secrets: secrets})
	if err != nil {
		log.Fatal(err)
	}
	// No routes with wildcards: what they match is not yet verified.
	answer := func(writer http.ResponseWriter, request *http.Request) {
		if strings.HasPrefix(request.URL.Path, "/api/") {
			answerAPI(guard, writer, request)
			return
		}
		handler.ServeHTTP(writer, request)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+cmp.Or(os.Getenv("PRODUCT_PORT"), "9191"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("DOMAIN_URL=http://%[1]s/lectern\nDOMAIN_API_URL=http://%[1]s/api\n", listener.Addr())
	log.Fatal(http.Serve(listener, http.HandlerFunc(answer)))
}
