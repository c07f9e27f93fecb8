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

// write is what was written with a key: no text before a write was tried, no outcome until it is
// known.
type write struct {
	mutex   sync.Mutex
	text    string
	outcome Outcome
	// Only keysInMemory reads and changes it, under its own mutex.
	ends time.Time
}

type keysInMemory struct {
	mutex  sync.Mutex
	writes map[string]*write
	sweeps time.Time
	clock  func() time.Time
}

func newKeysInMemory(clock func() time.Time) *keysInMemory {
	return &keysInMemory{writes: map[string]*write{}, clock: clock}
}

func (k *keysInMemory) ApplyOnce(key, text string, apply func() (Outcome, error)) (Outcome, error) {
	write := k.find(key)
	// One write with this key at a time: the second waits and gets the answer of the first.
	write.mutex.Lock()
	defer write.mutex.Unlock()
	switch {
	case write.text == "":
	case write.text != text:
		return Conflict("The key was used before"), nil
	case write.outcome == nil:
		return nil, errors.New("cannot repeat the write: nobody knows what the first did")
	default:
		return write.outcome, nil
	}
	write.text = text
	outcome, err := apply()
	if err != nil {
		return nil, err
	}
	if outcome["outcome"] == "applied" {
		write.outcome = outcome
	} else {
		// A refusal changed nothing, so the same key may be used again.
		write.text = ""
	}
	return outcome, nil
}

func (k *keysInMemory) find(key string) *write {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	now := k.clock()
	// Once a minute, because it looks at every key of a day.
	if !now.Before(k.sweeps) {
		k.sweeps = now.Add(time.Minute)
		for each, before := range k.writes {
			if before.ends.Before(now) {
				delete(k.writes, each)
			}
		}
	}
	if k.writes[key] == nil {
		k.writes[key] = &write{}
	}
	k.writes[key].ends = now.Add(keyKept)
	return k.writes[key]
}
