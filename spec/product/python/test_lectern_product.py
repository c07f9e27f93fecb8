import base64
import hashlib
import hmac
import io
import json
import threading
import unittest
from email.message import Message
from pathlib import Path
from urllib.parse import unquote_to_bytes

import lectern_product
from lectern_product import ApiGuard, Business, Handler, Operation, Product, Refusal, WriteKeys, answer_applied, read_wsgi_request

SECRET = "a-secret-of-thirty-two-characters-or-more"
SENT = 1_000_000_000
NAMES = {"request_id": "r", "grant_id": "g", "client_id": "c"}
ADA = {"id": "1", "issuer": "urn:test", "subject": "ada"}
CALL = {
    "operation": "note.add",
    "kind": "write",
    "args": {},
    "record_types": ["note"],
    "idempotency_key": "key",
    "deadline": (SENT + 1) * 1000,
    "context": {**NAMES, "user": ADA, "workspace_id": "quill", "business_id": "bakery", "scopes": ["mcp:business:write"]},
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


def sign_api_call(context, method, body=b""):
    """A signed call of the product's own API as WSGI gives it, without the length of its body."""
    scopes = [f"mcp:business:{context['kind']}"]
    place = {**NAMES, "user": ADA, "workspace_id": "quill", "business_id": "bakery", "scopes": scopes}
    asked = {**place, "operation": "note", "deadline": (SENT + 1) * 1000, **context}
    text = base64.urlsafe_b64encode(json.dumps(asked).encode()).decode().rstrip("=")
    lines = ["v1", method, "/api", str(SENT), "request-of-the-test", hashlib.sha256(body).hexdigest(), text]
    made = hmac.new(SECRET.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()
    return {
        "REQUEST_METHOD": method,
        "PATH_INFO": "/api",
        "CONTENT_TYPE": "application/json",
        "HTTP_LECTERN_TIMESTAMP": str(SENT),
        "HTTP_LECTERN_REQUEST_ID": "request-of-the-test",
        "HTTP_LECTERN_SIGNATURE": f"v1={made}",
        "HTTP_LECTERN_CONTEXT": text,
        "wsgi.input": io.BytesIO(body),
    }


def verify_request(request):
    try:
        ApiGuard([SECRET], lambda: SENT).verify_api_call(*request)
        return 200
    except Refusal as refusal:
        return refusal.status


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


class ApiGuardTest(unittest.TestCase):
    # The same calls and answers for each package; a copy without them has nothing to compare.
    vectors = json.loads((Path(__file__).parent / "../api_call_vectors.json").read_text(encoding="utf-8"))

    def verify(self, vector, read):
        """The status, and that of the same call again; the call, where it is accepted."""
        now = vector.get("now_ms", self.vectors["now_s"] * 1000) / 1000
        guard = ApiGuard(self.vectors["secrets"], lambda: now)
        found, call = [], None
        for _ in range(2):
            try:
                call = guard.verify_api_call(*read(vector))
                found.append(200)
            except Refusal as refusal:
                found.append(refusal.status)
        return found, call

    def check(self, read, vectors):
        for vector in vectors:
            with self.subTest(vector["name"]):
                found, call = self.verify(vector, read)
                self.assertEqual(found[0], vector["status"])
                if found[0] == 200:
                    self.assertEqual(found[1], 409)
                    made = {**vars(call), "user": vars(call.user), "scopes": list(call.scopes)}
                    keys = {"idempotency_key": None, "approval_id": None}
                    expected = {**keys, "target": vector["target"], **vector["call"]}
                    self.assertEqual(made, expected)

    def test_each_vector_is_answered(self):
        self.check(self.read, self.vectors["cases"])

    def test_a_wsgi_request_is_read_with_its_address_and_without(self):
        accepted = [each for each in self.vectors["cases"] if each["status"] == 200]
        for name in ("REQUEST_URI", "RAW_URI", None):
            self.check(lambda vector, name=name: self.read_wsgi(vector, name), accepted)

    def test_a_whole_address_is_read_without_its_host(self):
        for given, status in (
            ("http://product/api", 200),
            ("http://product/api#x", 401),
            ("http://product/api?x", 401),
        ):
            request = read_wsgi_request({**sign_api_call({"kind": "read"}, "GET"), "REQUEST_URI": given})
            self.assertEqual(verify_request(request), status)

    def test_an_odd_address_is_refused(self):
        environ = {**sign_api_call({"kind": "read"}, "GET"), "REQUEST_URI": "http://[/x"}
        self.assertEqual(self.read_status(environ), 400)

    def test_an_odd_length_is_refused(self):
        for length in ("9" * 5000, "-1", "+1", "1_0", "\u0661", "1 0"):
            environ = {**sign_api_call({"kind": "read"}, "GET"), "CONTENT_LENGTH": length}
            self.assertEqual(self.read_status(environ), 400)
            statuses = []
            make_handler(Clock(SENT))(environ, lambda status, _: statuses.append(status))
            self.assertEqual(statuses, ["400 Bad Request"])

    def test_a_type_is_of_ascii_alone(self):
        for given, status in (("Application/JSON", 200), ("application/j\u017fon", 415)):
            environ = sign_api_call({"kind": "write"}, "POST", b"{}")
            request = read_wsgi_request({**environ, "CONTENT_LENGTH": "2", "CONTENT_TYPE": given})
            self.assertEqual(verify_request(request), status)

    def test_a_secret_has_32_characters(self):
        ApiGuard(["\u00e9" * 32])
        for secret in ("\u00e9" * 31, "\U0001f600" * 16):
            with self.assertRaises(ValueError):
                ApiGuard([secret])

    def test_a_header_of_the_grant_may_have_underscores(self):
        for sent, status in (("bakery", 200), ("cycles", 401)):
            environ = sign_api_call({"kind": "read", "headers": {"company_id": "bakery"}}, "GET")
            request = read_wsgi_request({**environ, "HTTP_COMPANY_ID": sent})
            self.assertEqual(verify_request(request), status)

    def test_a_body_in_chunks_is_read_to_its_end(self):
        body = b'{"text": "Rye"}'
        # What the source gives at once is less than what it has.
        source = type("Source", (io.BytesIO,), {"read": lambda self, _=-1: io.BytesIO.read(self, 4)})(body)
        environ = sign_api_call({"kind": "write"}, "POST", body)
        environ.update({"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True, "wsgi.input": source})
        self.assertEqual(verify_request(read_wsgi_request(environ)), 200)
        self.assertEqual((environ["CONTENT_LENGTH"], environ["wsgi.input"].read()), ("15", body))

    def test_a_body_in_chunks_is_read_no_further_than_it_may_go(self):
        body = b" " * (lectern_product.BODY_BYTES_MAX + 9)
        environ = {**sign_api_call({"kind": "write"}, "POST", body), "wsgi.input_terminated": True}
        request = read_wsgi_request(environ)
        self.assertEqual((len(request[3]), verify_request(request)), (lectern_product.BODY_BYTES_MAX + 1, 413))

    def test_a_body_whose_end_nobody_knows_is_refused_with_a_reason(self):
        environ = sign_api_call({"kind": "write"}, "POST", b"{}")
        environ["HTTP_TRANSFER_ENCODING"] = "chunked"
        with self.assertRaises(Refusal) as raised:
            read_wsgi_request(environ)
        self.assertEqual(raised.exception.status, 411)
        self.assertIn("Cannot read a body of unknown length", raised.exception.reason)
        statuses = []
        make_handler(Clock(SENT))(environ, lambda status, _: statuses.append(status))
        self.assertEqual(statuses, ["411 Length Required"])

    def read_status(self, environ):
        with self.assertRaises(Refusal) as raised:
            read_wsgi_request(environ)
        return raised.exception.status

    def read(self, vector):
        body = vector["body"].ljust(vector.get("body_bytes", 0)).encode()
        headers = Message()
        for name, given in vector["headers"].items():
            for value in given if isinstance(given, list) else [given]:
                headers[name] = value
        return vector["method"], vector["target"], headers, body

    def read_wsgi(self, vector, name):
        path, _, query = vector["target"].partition("?")
        body = vector["body"].encode()
        headers = {f"HTTP_{key.upper().replace('-', '_')}": value for key, value in vector["headers"].items()}
        environ = {
            **headers,
            "CONTENT_TYPE": vector["headers"].get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "REQUEST_METHOD": vector["method"],
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "wsgi.input": io.BytesIO(body),
            **({} if name is None else {name: vector["target"]}),
        }
        request = read_wsgi_request(environ)
        self.assertEqual(environ["wsgi.input"].read(), body)
        return request


class SeenRequestsTest(unittest.TestCase):
    def test_a_request_looks_at_few_of_the_ids_that_are_kept(self):
        looks = [0]

        class Counted(float):
            def __truediv__(self, other):
                looks[0] += 1
                return float(self) / other

            def __lt__(self, other):
                looks[0] += 1
                return float(self) < other

        clock = Clock(SENT)
        seen = lectern_product.SeenRequests(clock)
        # Ten a second: 6000 are kept at any time.
        for at in range(20_000):
            clock.times = [SENT + at / 10]
            self.assertTrue(seen.add(f"id_{at}", Counted(SENT + at / 10 + 600)))
        self.assertLess(looks[0], 60_000)
        self.assertEqual([seen.add(f"id_{at}", SENT + 2600) for at in (19_999, 14_000)], [False, False])
        clock.times = [SENT + 2000 + 661]
        self.assertTrue(seen.add("id_19999", SENT + 4000))


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
