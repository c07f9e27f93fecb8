package product

import (
	"errors"
	"sync"
	"time"
)

const keyKept = 24 * time.Hour

// WriteKeys keeps the idempotency keys of writes. In a database, make the key and the change one
// transaction.
type WriteKeys interface {
	// ApplyOnce gives the first outcome again to the same key and text, and a conflict to another
	// text.
	ApplyOnce(key, text string, apply func() (Outcome, error)) (Outcome, error)
}

type write struct {
	text    string
	ends    time.Time
	outcome Outcome
}

type keysInMemory struct {
	mutex  sync.Mutex
	writes map[string]write
	clock  func() time.Time
}

func newKeysInMemory(clock func() time.Time) *keysInMemory {
	return &keysInMemory{writes: map[string]write{}, clock: clock}
}

func (k *keysInMemory) ApplyOnce(key, text string, apply func() (Outcome, error)) (Outcome, error) {
	// One write at a time: the second waits and gets the answer of the first.
	k.mutex.Lock()
	defer k.mutex.Unlock()
	now := k.clock()
	for each, before := range k.writes {
		if before.ends.Before(now) {
			delete(k.writes, each)
		}
	}
	if before, known := k.writes[key]; known {
		switch {
		case before.text != text:
			return Conflict("The key was used before"), nil
		case before.outcome == nil:
			return nil, errors.New("cannot repeat the write: nobody knows what the first did")
		}
		return before.outcome, nil
	}
	k.writes[key] = write{text: text, ends: now.Add(keyKept)}
	outcome, err := apply()
	if err != nil {
		return nil, err
	}
	if outcome["outcome"] == "applied" {
		k.writes[key] = write{text: text, ends: now.Add(keyKept), outcome: outcome}
	} else {
		// A refusal changed nothing, so the same key may be used again.
		delete(k.writes, key)
	}
	return outcome, nil
}
