"""The product's side of Lectern's signed questions: a WSGI application on the standard library."""

import base64
import hashlib
import hmac
import io
import json
import logging
import math
import re
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping, Optional, Union
from urllib.parse import quote, urlsplit, urlunsplit

SKEW_S = 300
# Longer than a timestamp is accepted, so that a clock that steps forgets no id too early.
KEPT_S = 2 * SKEW_S
BODY_BYTES_MAX = 1024 * 1024
# What is read of a body that is refused: a connection that closes earlier loses the answer.
READ_BYTES_MAX = 8 * BODY_BYTES_MAX
INTEGER_MAX = 2**53 - 1
SECRET_CHARACTERS_MIN = 32
KEY_KEPT_S = 24 * 60 * 60
# Without ASCII, the letter U+017F would be an s.
JSON_TYPE = re.compile(r'application/json[ \t]*(;[ \t]*(charset="?utf-8"?[ \t]*)?)?', re.IGNORECASE | re.ASCII)
# What stays as it is in the values of an address, and also in the fixed parts of its path.
PATH_SAFES = ("/!*'()", "/!*'():@+,=;$&|[]")
PAIR_OR_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\[^u]")
HALF_OF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
# More than the largest number of a float has: such an integer is beyond all that we use.
INTEGER_DIGITS_MAX = 400
CONTEXT_FORM = re.compile(r"[A-Za-z0-9_-]+")
# What a header can carry alike through every server and language.
HEADER_TEXT = re.compile(r"[!-~]([ -~]*[!-~])?")
HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
NOT_FOUND = {"outcome": "not_found"}
REASONS = {
    200: "OK",
    400: "Bad Request",
    401: "Unauthorized",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
    411: "Length Required",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    500: "Internal Server Error",
}


@dataclass(frozen=True)
class Person:
    """A signed-in person: issuer and subject together are who it is; id is the service's own."""

    id: str
    issuer: str
    subject: str


@dataclass(frozen=True)
class Business:
    """An active business of a person, who approves held calls of it or not."""

    workspace_id: str
    workspace_name: str
    business_id: str
    business_name: str
    may_decide: bool = False


@dataclass(frozen=True)
class Call:
    """One call of an operation, after everything that this module checks."""

    user: Person
    # Both come from the grant, never from an argument.
    workspace_id: str
    business_id: str
    operation: str
    args: Mapping[str, Any]
    record_types: tuple = ()
    # There when a person approved this call: do not hold it again.
    approval_id: Optional[str] = None


@dataclass(frozen=True)
class Operation:
    kind: str  # "read" or "write"
    run: Callable[[Call], dict]


@dataclass(frozen=True)
class Product:
    """What your product says; this module does the rest."""

    operations: Mapping[str, Operation]
    record_types: Iterable[str]
    # The active businesses of a person. They are asked for at each call.
    businesses: Callable[[Person], Iterable[Business]]
    # The name of what a write is about, "" if there is no such record here, None if unknown.
    target: Optional[Callable[[Call], Optional[str]]] = None


def answer_records(records: Iterable[dict], more: bool = False) -> dict:
    """What a read found: records with type, id, business_id and fields."""
    return {"outcome": "records", "records": list(records), "more": more}


def answer_applied(record: dict) -> dict:
    """A write that was made, and the record as it is now."""
    return {"outcome": "applied", "result": {"id": record["id"]}, "records": [record]}


class SeenRequests:
    """Request ids that were taken. With several processes, use a table with a unique key."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._seen: set = set()
        # Ids by the minute in which they end: a request looks at some minutes, not at every id.
        self._by_minute: dict = {}
        self._lock = threading.Lock()

    def add(self, request_id: str, ends_s: float) -> bool:
        """False where the id is there already. It may go once ends_s is past."""
        with self._lock:
            now = self._clock() / 60
            for minute in [each for each in self._by_minute if each < now]:
                self._seen.difference_update(self._by_minute.pop(minute))
            if request_id in self._seen:
                return False
            self._seen.add(request_id)
            self._by_minute.setdefault(math.ceil(ends_s / 60), []).append(request_id)
            return True


@dataclass
class _Write:
    """What was written with a key: no text before a write was tried, no outcome until it is known."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    ends: float = 0
    text: Optional[str] = None
    outcome: Optional[dict] = None


class WriteKeys:
    """Idempotency keys. In a database, make the key and the change one transaction."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._writes: dict = {}
        self._sweeps_at: float = 0
        self._lock = threading.Lock()

    def apply_once(self, key: str, text: str, apply: Callable[[], dict]) -> dict:
        """The first outcome again for the same key and text, a conflict for another text."""
        with self._lock:
            now = self._clock()
            # Once a minute, because it looks at every key of a day.
            if now >= self._sweeps_at:
                self._sweeps_at = now + 60
                for each in [each for each, write in self._writes.items() if write.ends < now]:
                    del self._writes[each]
            write = self._writes.setdefault(key, _Write())
            write.ends = now + KEY_KEPT_S
        # One write with this key at a time: the second waits and gets the answer of the first.
        with write.lock:
            if write.text is None:
                write.text = text
                outcome = apply()
                # A refusal changed nothing, so the same key may be used again.
                if outcome["outcome"] == "applied":
                    write.outcome = outcome
                else:
                    write.text = None
                return outcome
            if write.text != text:
                return {"outcome": "conflict", "message": "The key was used before"}
            if write.outcome is None:
                raise RuntimeError("Cannot repeat the write: nobody knows what the first did")
            return write.outcome


class Refusal(Exception):
    """A request that was not accepted: nothing was done, or the status is 409."""

    def __init__(self, status: int, reason: str = "") -> None:
        super().__init__(status, reason)
        self.status = status
        # For the log of the product; empty where the status says it all.
        self.reason = reason


class _Verifier:
    """Accepts what one of our secrets signed, now, and only once."""

    def __init__(self, secrets: Iterable[str], clock: Callable[[], float], seen: Optional[SeenRequests]) -> None:
        given = list(secrets)
        if not given or min(map(len, given)) < SECRET_CHARACTERS_MIN:
            raise ValueError(f"Cannot use the secrets: give one or two of {SECRET_CHARACTERS_MIN} characters")
        self._keys = [secret.encode() for secret in given]
        self._clock = clock
        self._seen = seen or SeenRequests(clock)

    def verify(self, method: str, targets: Iterable[str], headers: Mapping[str, str], body: bytes, *more: str) -> str:
        """The target that was signed. Names of headers are in small letters; more is signed after the body."""
        timestamp = headers.get("lectern-timestamp", "")
        request_id = headers.get("lectern-request-id", "")
        signature = headers.get("lectern-signature", "")
        if not re.fullmatch(r"[0-9]{1,12}", timestamp, re.ASCII):
            raise Refusal(401)
        if not re.fullmatch(r"[A-Za-z0-9_-]{16,128}", request_id):
            raise Refusal(401)
        if abs(self._clock() - int(timestamp)) > SKEW_S:
            raise Refusal(401)
        if len(body) > BODY_BYTES_MAX:
            raise Refusal(413)
        digest = hashlib.sha256(body).hexdigest()
        found = None
        for target in targets:
            lines = ["v1", method, target, timestamp, request_id, digest, *more]
            if self._is_signed("\n".join(lines), signature):
                found = target
        if found is None:
            raise Refusal(401)
        # Only after the signature, so that nobody else fills this memory. What came before may
        # have been done, so this is no 401.
        if not self._seen.add(request_id, int(timestamp) + KEPT_S):
            raise Refusal(409)
        return found

    def _is_signed(self, text: str, signature: str) -> bool:
        """Every key is tried, each in constant time."""
        given, signed = signature.encode("latin-1", "replace"), text.encode("utf-8", "replace")
        made = ["v1=" + hmac.new(key, signed, hashlib.sha256).hexdigest() for key in self._keys]
        return any([hmac.compare_digest(each.encode(), given) for each in made])


@dataclass
class Handler:
    """A WSGI application that answers the questions below base_path."""

    product: Product
    base_path: str
    # One secret, or two while keys are rotated: a request may be signed with either.
    secrets: Iterable[str]
    clock: Callable[[], float] = time.time
    seen: Optional[SeenRequests] = None
    keys: Optional[WriteKeys] = None

    def __post_init__(self) -> None:
        self._verifier = _Verifier(self.secrets, self.clock, self.seen)
        self.keys = self.keys or WriteKeys(self.clock)

    def __call__(self, environ: dict, start_response: Callable) -> list:
        status, body = self._answer(environ)
        headers = [("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
        if body:
            headers.append(("Content-Type", "application/json"))
        start_response(f"{status} {REASONS[status]}", headers)
        return [body]

    def _answer(self, environ: dict) -> tuple:
        questions = {
            "/describe": self._describe,
            "/businesses": self._businesses,
            "/standing": self._standing,
            "/call": self._call,
        }
        if self.product.target is not None:
            questions["/target"] = self._target
        path = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
        inside = path.startswith(self.base_path + "/")
        question = questions.get(path[len(self.base_path):]) if inside else None
        try:
            # Read before anything is refused: a connection that closes earlier loses the answer.
            body = _read_body(environ)
            if question is None:
                raise Refusal(404)
            asked = self._verify(environ, path, body)
            return 200, json.dumps(question(asked)).encode()
        except Refusal as refusal:
            return refusal.status, b""
        except Exception:
            # Only our own log says more: the service learns that nobody knows what was done.
            logging.getLogger(__name__).exception("Cannot answer %s", path)
            return 500, b""

    def _verify(self, environ: dict, path: str, body: bytes) -> dict:
        """The body of a request that one of our secrets signed, now, and that came only once."""
        if environ["REQUEST_METHOD"] != "POST":
            raise Refusal(405)
        headers = _read_headers(environ)
        if not _is_json(headers):
            raise Refusal(415)
        self._verifier.verify("POST", [path], headers, body)
        return _parse(body)

    def _describe(self, _: dict) -> dict:
        product = self.product
        return {"operations": list(product.operations), "record_types": list(product.record_types)}

    def _businesses(self, asked: dict) -> dict:
        names = ("workspace_id", "workspace_name", "business_id", "business_name")
        found = self.product.businesses(_person(asked))
        return {"businesses": [{name: getattr(each, name) for name in names} for each in found]}

    def _standing(self, asked: dict) -> dict:
        found = self._find(_person(asked), _text(asked, "workspace_id"), _text(asked, "business_id"))
        standing = "inactive" if found is None else "active"
        return {"standing": standing, "may_decide": found is not None and found.may_decide}

    def _find(self, user: Person, workspace_id: str, business_id: str) -> Optional[Business]:
        for each in self.product.businesses(user):
            if (each.workspace_id, each.business_id) == (workspace_id, business_id):
                return each
        return None

    def _target(self, asked: dict) -> dict:
        call = _read_call(asked, asked)
        if self._find(call.user, call.workspace_id, call.business_id) is None:
            return {"target": "unknown"}
        name = self.product.target(call)
        if name is None:
            return {"target": "unknown"}
        # One line, of 300 characters at most.
        line = " ".join(name.split())[:300]
        if line == "":
            return {"target": "absent"}
        return {"target": "record", "business_id": call.business_id, "name": line}

    def _call(self, asked: dict) -> dict:
        context = asked.get("context")
        if not isinstance(context, dict):
            raise Refusal(400)
        call = _read_call(asked, context)
        scopes = _read_scopes(context)
        kind, deadline, key = _read_kind(asked), _integer(asked, "deadline"), _optional_text(asked, "idempotency_key")
        operation = self.product.operations.get(call.operation)
        if operation is None:
            return {"outcome": "denied"}
        # Checked at every call: an archived business is out of reach whatever was granted.
        if self._find(call.user, call.workspace_id, call.business_id) is None:
            return {"outcome": "inactive"}
        # A call that is declared a read changes nothing, whatever operation it names.
        if f"mcp:business:{operation.kind}" not in scopes or operation.kind != kind:
            return {"outcome": "denied"}

        def run() -> dict:
            # At the last moment: a write may have waited for its key, and nobody waits for a late one.
            if self.clock() * 1000 > deadline:
                return {"outcome": "unavailable"}
            return _check_records(call, operation.run(call))

        if kind == "read" or key is None:
            return run()
        user = call.user
        # A key belongs to one person in one business.
        owner = [call.workspace_id, call.business_id, user.issuer, user.subject, key]
        return self.keys.apply_once(
            json.dumps(owner),
            json.dumps([call.operation, call.args], sort_keys=True),
            run,
        )


@dataclass(frozen=True)
class ApiCall:
    """Who calls your own API, for which business and by which tool; all of it was signed."""

    user: Person
    # From the grant. An address or a body that names another business is wrong.
    workspace_id: str
    business_id: str
    scopes: tuple
    operation: str
    kind: str  # "read" or "write"
    # Milliseconds since 1970 after which nobody waits for the answer.
    deadline: int
    # Path and query as they were signed: choose by them what is done, and to which record.
    target: str
    idempotency_key: Optional[str] = None
    # There when a person approved this call.
    approval_id: Optional[str] = None


class ApiGuard:
    """Accepts signed calls of your own API, in whatever framework it is."""

    def __init__(
        self,
        secrets: Iterable[str],
        clock: Callable[[], float] = time.time,
        seen: Optional[SeenRequests] = None,
    ) -> None:
        self._clock = clock
        self._verifier = _Verifier(secrets, clock, seen)

    def verify_api_call(
        self,
        method: str,
        target: Union[str, Iterable[str]],
        headers: Mapping[str, str],
        body: bytes,
    ) -> ApiCall:
        """
        Who calls, where a call is accepted; otherwise it raises a Refusal. The target is path and
        query as they were received, or all that they may have been. Whether the user is a member of
        the business, you ask.
        """
        sent = _join_headers(headers)
        text = sent.get("lectern-context", "")
        if text == "":
            raise Refusal(401)
        signed = self._verifier.verify(method, [target] if isinstance(target, str) else target, sent, body, text)
        # Type and encoding are not signed: read in another way, the same bytes have other members.
        if body and not _is_json(sent):
            raise Refusal(415)
        context = _read_context(text)
        call = _read_api_call(context, signed)
        if not _has_headers_of(context, sent):
            raise Refusal(401)
        # A call that is declared a read changes nothing, whatever address it has.
        if (call.kind == "read") != (method == "GET"):
            raise Refusal(403)
        if f"mcp:business:{call.kind}" not in call.scopes:
            raise Refusal(403)
        # This status says that nothing was done, and 408 does not.
        if self._clock() * 1000 > call.deadline:
            raise Refusal(429)
        return call


def read_wsgi_request(environ: dict) -> tuple:
    """
    Method, target, headers and body of a WSGI request, for verify_api_call; the body can be read
    again. A body whose end the server does not know raises a Refusal. Servers such as gunicorn,
    uWSGI, mod_wsgi and waitress give the address as it was received. Others give it decoded, so the
    target is then what it may have been: each character that can stand for itself does so
    everywhere, or nowhere.
    """
    body = _read_body(environ)
    # Frameworks that read it again look for the length.
    environ.update({"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))})
    return environ["REQUEST_METHOD"], _read_target(environ), _read_headers(environ), body


def _read_target(environ: dict) -> Union[str, tuple]:
    given = environ.get("REQUEST_URI") or environ.get("RAW_URI") or ""
    if given.startswith("/"):
        return given
    if given != "":
        try:
            parts = urlsplit(given)
        except ValueError:
            raise Refusal(400) from None
        return urlunsplit(parts._replace(scheme="", netloc=""))
    path = (environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")).encode("latin-1")
    query = environ.get("QUERY_STRING", "")
    return tuple(quote(path, safe=safe) + (f"?{query}" if query else "") for safe in PATH_SAFES)


def _read_headers(environ: dict) -> dict:
    found = {key[5:]: value for key, value in environ.items() if key.startswith("HTTP_")}
    found["CONTENT_TYPE"] = environ.get("CONTENT_TYPE", "")
    return {_normalize_name(name): value for name, value in found.items()}


def _join_headers(headers: Mapping[str, str]) -> dict:
    """By normal names; one that comes twice is like neither of its values."""
    found: dict = {}
    for name, value in headers.items():
        key = _normalize_name(name)
        found[key] = f"{found[key]}, {value}" if key in found else value
    return found


def _is_json(sent: Mapping[str, str]) -> bool:
    """Whether the bytes are the JSON themselves: UTF-8, and not compressed."""
    is_plain = "content-encoding" not in sent
    return is_plain and JSON_TYPE.fullmatch(sent.get("content-type", "")) is not None


def _read_context(text: str) -> dict:
    # Decoders differ in what they pass over.
    if CONTEXT_FORM.fullmatch(text) is None:
        raise Refusal(400)
    try:
        return _parse(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError:
        raise Refusal(400) from None


def _parse(text: bytes) -> dict:
    """An object in JSON as every language reads it: UTF-8 alone, whole characters, and no NaN."""
    try:
        source = text.decode("utf-8")
        # Some languages make one character of all halves, so that two subjects would be one person.
        if HALF_OF_PAIR.search(PAIR_OR_ESCAPE.sub(" ", source)):
            raise Refusal(400)
        found = json.loads(source, parse_int=_parse_integer, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Refusal(400) from None
    if not isinstance(found, dict):
        raise Refusal(400)
    return found


def _parse_integer(text: str) -> Union[int, float]:
    """Python refuses integers of many digits, which a member that is new here may have."""
    return int(text) if len(text) <= INTEGER_DIGITS_MAX else float(text)


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _read_api_call(context: dict, target: str) -> ApiCall:
    headers, key = context.get("headers", {}), _optional_text(context, "idempotency_key")
    if not isinstance(headers, dict) or not all(map(HEADER_NAME.fullmatch, headers)):
        raise Refusal(400)
    if not all(map(_is_header_text, (*headers.values(), *([] if key is None else [key])))):
        raise Refusal(400)
    return ApiCall(
        user=_person(context),
        workspace_id=_text(context, "workspace_id"),
        business_id=_text(context, "business_id"),
        scopes=_read_scopes(context),
        operation=_text(context, "operation"),
        kind=_read_kind(context),
        deadline=_integer(context, "deadline"),
        target=target,
        idempotency_key=key,
        approval_id=_optional_text(context, "approval_id"),
    )


def _read_scopes(context: dict) -> tuple:
    """The scopes of a context, which has all names of a call."""
    for name in ("request_id", "grant_id", "client_id"):
        _text(context, name)
    return _texts(context, "scopes")


def _read_kind(asked: dict) -> str:
    kind = asked.get("kind")
    if kind not in ("read", "write"):
        raise Refusal(400)
    return kind


def _has_headers_of(context: dict, sent: Mapping[str, str]) -> bool:
    """A header that says something else than the context was changed on its way."""
    if sent.get("idempotency-key") != context.get("idempotency_key"):
        return False
    given = context.get("headers", {}).items()
    return all(sent.get(_normalize_name(name)) == value for name, value in given)


def _normalize_name(name: str) -> str:
    """WSGI makes one name of company_id and company-id, so neither can be told from the other."""
    return name.lower().replace("_", "-")


def _read_body(environ: dict) -> bytes:
    """The bytes as received, and at most one more than may come."""
    length = (environ.get("CONTENT_LENGTH") or "").strip(" \t")
    if length == "" and environ.get("wsgi.input_terminated"):
        return _read_to_end(environ["wsgi.input"])
    if length == "" and environ.get("HTTP_TRANSFER_ENCODING"):
        # An empty body here would be refused like a wrong secret.
        raise Refusal(411, "Cannot read a body of unknown length: this server does not say where it ends")
    # A length of many digits is no number in Python.
    if re.fullmatch("[0-9]{0,18}", length) is None:
        raise Refusal(400)
    count = int(length or "0")
    body = environ["wsgi.input"].read(min(count, BODY_BYTES_MAX + 1))
    _drop(environ["wsgi.input"], min(count, READ_BYTES_MAX) - BODY_BYTES_MAX - 1)
    return body


def _read_to_end(source: Any) -> bytes:
    """A read of a body in parts may give less than was asked for before its end."""
    body = b""
    while len(body) <= BODY_BYTES_MAX:
        part = source.read(BODY_BYTES_MAX + 1 - len(body))
        if not part:
            break
        body += part
    if len(body) > BODY_BYTES_MAX:
        _drop(source, READ_BYTES_MAX - BODY_BYTES_MAX - 1)
    return body


def _drop(source: Any, count: int) -> None:
    while count > 0:
        part = source.read(min(count, 65_536))
        if not part:
            return
        count -= len(part)


def _read_call(asked: dict, place: dict) -> Call:
    args = asked.get("args")
    if not isinstance(args, dict):
        raise Refusal(400)
    types = _texts(asked, "record_types") if "context" in asked else ()
    return Call(
        user=_person(place),
        workspace_id=_text(place, "workspace_id"),
        business_id=_text(place, "business_id"),
        operation=_text(asked, "operation"),
        args=args,
        record_types=types,
        approval_id=_optional_text(asked, "approval_id"),
    )


def _check_records(call: Call, outcome: dict) -> dict:
    """A record that leads elsewhere is a fault of ours: no part of such an answer may leave."""
    for record in outcome.get("records", ()):
        if record["business_id"] != call.business_id or record["type"] not in call.record_types:
            raise RuntimeError(f"Cannot answer with {record['id']}: it is not what the call may see")
    return outcome


def _person(asked: dict) -> Person:
    user = asked.get("user")
    if not isinstance(user, dict):
        raise Refusal(400)
    return Person(_text(user, "id"), _text(user, "issuer"), _text(user, "subject"))


def _text(asked: dict, name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str) or value == "":
        raise Refusal(400)
    return value


def _texts(asked: dict, name: str) -> tuple:
    value = asked.get(name)
    if not isinstance(value, list) or not all(isinstance(each, str) and each != "" for each in value):
        raise Refusal(400)
    return tuple(value)


def _optional_text(asked: dict, name: str) -> Optional[str]:
    """Absent or a text: null is neither."""
    return _text(asked, name) if name in asked else None


def _integer(asked: dict, name: str) -> int:
    """A number without a fraction, however it is written, that every language has exactly."""
    value = asked.get(name)
    is_integer = type(value) is int or (type(value) is float and value.is_integer())
    if not is_integer or abs(value) > INTEGER_MAX:
        raise Refusal(400)
    return int(value)


def _is_header_text(value: Any) -> bool:
    return isinstance(value, str) and HEADER_TEXT.fullmatch(value) is not None
