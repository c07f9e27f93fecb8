package product

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"unicode/utf8"
)

const integerMax = 1<<53 - 1

var (
	errForm = errors.New("the body has another form")
	// What a header can carry alike through every server and language.
	headerText = regexp.MustCompile("^[!-~]([ -~]*[!-~])?$")
	headerName = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
	// Half of a surrogate pair, where pairs and other escapes are taken out before.
	pairOrEscape = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\[^u]`)
	halfOfPair   = regexp.MustCompile(`\\u[dD][89a-fA-F]`)
)

// form reads the members of an object by their exact names, as the packages in other languages do: a
// struct would also take a member whose name has another case. Members that nobody asks for come
// from a newer service.
type form struct{ err error }

func (f *form) check(isRight bool) {
	if !isRight {
		f.err = errForm
	}
}

func (f *form) parse(text []byte) map[string]any {
	var value any
	// The parser makes U+FFFD of each half, so that two subjects would be one person.
	isWhole := utf8.Valid(text) && !halfOfPair.Match(pairOrEscape.ReplaceAll(text, []byte(" ")))
	// The decoder stops after one value; what follows it is no JSON.
	f.check(isWhole && json.Valid(text))
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	f.check(decoder.Decode(&value) == nil)
	object, isObject := readNumbers(value).(map[string]any)
	f.check(isObject)
	return object
}

// readNumbers makes a float64 of each number. One that is larger stays a json.Number: a member that is
// new here may have it.
func readNumbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if number, err := value.Float64(); err == nil {
			return number
		}
	case []any:
		for at, each := range value {
			value[at] = readNumbers(each)
		}
	case map[string]any:
		for name, each := range value {
			value[name] = readNumbers(each)
		}
	}
	return value
}

func (f *form) object(o map[string]any, name string) map[string]any {
	value, isObject := o[name].(map[string]any)
	f.check(isObject)
	return value
}

func (f *form) text(o map[string]any, name string) string {
	value, isText := o[name].(string)
	f.check(isText && value != "")
	return value
}

// optionalText is "" for a member that is absent: null is another thing.
func (f *form) optionalText(o map[string]any, name string) string {
	if _, isThere := o[name]; !isThere {
		return ""
	}
	return f.text(o, name)
}

func (f *form) texts(o map[string]any, name string) []string {
	list, isList := o[name].([]any)
	f.check(isList)
	texts := make([]string, 0, len(list))
	for _, each := range list {
		text, isText := each.(string)
		f.check(isText && text != "")
		texts = append(texts, text)
	}
	return texts
}

// integer is a number without a fraction, however it is written, that every language has exactly.
func (f *form) integer(o map[string]any, name string) int64 {
	value, isNumber := o[name].(float64)
	f.check(isNumber && value == math.Trunc(value) && math.Abs(value) <= integerMax)
	return int64(value)
}

func (f *form) kind(o map[string]any) string {
	kind := f.text(o, "kind")
	f.check(kind == "read" || kind == "write")
	return kind
}

func (f *form) person(o map[string]any) Person {
	user := f.object(o, "user")
	return Person{ID: f.text(user, "id"), Issuer: f.text(user, "issuer"), Subject: f.text(user, "subject")}
}

func (f *form) place(o map[string]any) place {
	return place{f.person(o), f.text(o, "workspace_id"), f.text(o, "business_id")}
}

// scopes are those of a context, which has all names of a call.
func (f *form) scopes(o map[string]any) []string {
	for _, name := range []string{"request_id", "grant_id", "client_id"} {
		f.text(o, name)
	}
	return f.texts(o, "scopes")
}

func (f *form) headers(o map[string]any) map[string]string {
	if _, isThere := o["headers"]; !isThere {
		return nil
	}
	headers := map[string]string{}
	for name, value := range f.object(o, "headers") {
		text, isText := value.(string)
		f.check(isText && headerName.MatchString(name) && headerText.MatchString(text))
		headers[name] = text
	}
	return headers
}
