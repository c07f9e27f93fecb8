import hashlib
import hmac
import io
import json
import threading
import unittest

import lectern_product
from lectern_product import Business, Handler, Operation, Product, WriteKeys, answer_applied

SECRET = "a-secret-of-thirty-two-characters-or-more"
SENT = 1_000_000_000
ADA = {"id": "1", "issuer": "urn:test", "subject": "ada"}
CALL = {
    "operation": "note.add",
    "kind": "write",
    "args": {},
    "record_types": ["note"],
    "idempotency_key": "key",
    "deadline": (SENT + 1) * 1000,
    "context": {"user": ADA, "workspace_id": "quill", "business_id": "bakery", "scopes": ["mcp:business:write"]},
}
NOTE = {"type": "note", "id": "1", "business_id": "bakery", "fields": {}}


class Clock:
    """Says each of its times once, and the last one from then on."""

    def __init__(self, *times):
        self.times = list(times)

    def __call__(self):
        return self.times.pop(0) if len(self.times) > 1 else self.times[0]


class LateKeys:
    """Makes each write wait until its deadline is past."""

    def __init__(self, clock):
        self.clock = clock

    def apply_once(self, _key, _text, apply):
        self.clock.times = [SENT + 60]
        return apply()


def make_handler(clock, run=lambda _: answer_applied(NOTE), keys=None):
    businesses = [Business("quill", "Quill", "bakery", "Bakery")]
    product = Product({"note.add": Operation("write", run)}, ["note"], lambda _: businesses)
    return Handler(product, "", [SECRET], clock, keys=keys)


def ask(handler, path, asked, request_id="request-of-the-test"):
    body = json.dumps(asked).encode()
    text = "\n".join(["v1", "POST", path, str(SENT), request_id, hashlib.sha256(body).hexdigest()])
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_LECTERN_TIMESTAMP": str(SENT),
        "HTTP_LECTERN_REQUEST_ID": request_id,
        "HTTP_LECTERN_SIGNATURE": "v1=" + hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest(),
        "wsgi.input": io.BytesIO(body),
    }
    statuses = []
    answer = b"".join(handler(environ, lambda status, _: statuses.append(int(status[:3]))))
    return statuses[0], json.loads(answer) if answer else None


class HandlerTest(unittest.TestCase):
    def test_a_replay_is_refused_while_its_timestamp_is_accepted(self):
        # The clock of the second request steps between the look at the timestamp and that at the id.
        handler = make_handler(Clock(SENT, SENT, SENT + 300, SENT + 302))
        self.assertEqual(ask(handler, "/describe", {})[0], 200)
        self.assertEqual(ask(handler, "/describe", {})[0], 409)

    def test_a_late_write_is_not_applied(self):
        clock = Clock(SENT)
        applied = []
        handler = make_handler(clock, lambda _: applied.append(1) or answer_applied(NOTE), LateKeys(clock))
        self.assertEqual(ask(handler, "/call", CALL), (200, {"outcome": "unavailable"}))
        self.assertEqual(applied, [])

    def test_a_fault_of_the_product_is_told_to_its_log_alone(self):
        foreign = answer_applied({**NOTE, "business_id": "cycles"})
        with self.assertLogs("lectern_product", "ERROR"):
            self.assertEqual(ask(make_handler(Clock(SENT), lambda _: foreign), "/call", CALL), (500, None))


class WriteKeysTest(unittest.TestCase):
    def test_a_write_does_not_wait_for_another_key(self):
        keys, started, release = WriteKeys(), threading.Event(), threading.Event()

        def write_slowly():
            started.set()
            release.wait()
            return answer_applied(NOTE)

        slow = threading.Thread(target=keys.apply_once, args=("slow", "text", write_slowly), daemon=True)
        slow.start()
        started.wait()
        # Where the keys share a lock, this would wait for the slow write, which waits for us.
        done = threading.Event()
        write = lambda: keys.apply_once("other", "text", lambda: done.set() or answer_applied(NOTE))
        threading.Thread(target=write, daemon=True).start()
        self.assertTrue(done.wait(timeout=20))
        release.set()
        slow.join()

    def test_a_refused_key_is_free_and_an_applied_one_is_kept(self):
        keys, applied = WriteKeys(), answer_applied(NOTE)
        refused = lectern_product.NOT_FOUND
        steps = [("a", refused, "not_found"), ("b", applied, "applied"), ("b", refused, "applied"), ("a", applied, "conflict")]
        for text, outcome, expected in steps:
            self.assertEqual(keys.apply_once("key", text, lambda outcome=outcome: outcome)["outcome"], expected)


if __name__ == "__main__":
    unittest.main()
