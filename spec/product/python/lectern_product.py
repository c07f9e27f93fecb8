"""The product's side of Lectern's signed questions: a WSGI application on the standard library."""

import hashlib
import hmac
import json
import logging
import re
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping, Optional

SKEW_S = 300
# Longer than a timestamp is accepted, so that a clock that steps forgets no id too early.
KEPT_S = 2 * SKEW_S
BODY_BYTES_MAX = 1024 * 1024
SECRET_CHARACTERS_MIN = 32
KEY_KEPT_S = 24 * 60 * 60
NOT_FOUND = {"outcome": "not_found"}
REASONS = {
    200: "OK",
    400: "Bad Request",
    401: "Unauthorized",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
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
        self._ends: dict = {}
        self._lock = threading.Lock()

    def add(self, request_id: str, ends_s: float) -> bool:
        """False where the id is there already. It may go once ends_s is past."""
        with self._lock:
            now = self._clock()
            for each in [key for key, ends in self._ends.items() if ends < now]:
                del self._ends[each]
            if request_id in self._ends:
                return False
            self._ends[request_id] = ends_s
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
        self._lock = threading.Lock()

    def apply_once(self, key: str, text: str, apply: Callable[[], dict]) -> dict:
        """The first outcome again for the same key and text, a conflict for another text."""
        with self._lock:
            now = self._clock()
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


class _Refusal(Exception):
    """A status that tells the service that nothing was done, or 409."""


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
    _keys: list = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self._keys = [secret.encode() for secret in self.secrets]
        if not self._keys or min(map(len, self._keys)) < SECRET_CHARACTERS_MIN:
            raise ValueError(f"Cannot use the secrets: give one or two of {SECRET_CHARACTERS_MIN} characters")
        self.seen = self.seen or SeenRequests(self.clock)
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
        # Read before anything is refused: a connection that closes earlier loses the answer.
        body = _read_body(environ)
        try:
            if question is None:
                raise _Refusal(404)
            asked = self._verify(environ, path, body)
            return 200, json.dumps(question(asked)).encode()
        except _Refusal as refusal:
            return refusal.args[0], b""
        except Exception:
            # Only our own log says more: the service learns that nobody knows what was done.
            logging.getLogger(__name__).exception("Cannot answer %s", path)
            return 500, b""

    def _verify(self, environ: dict, path: str, body: bytes) -> dict:
        """The body of a request that one of our secrets signed, now, and that came only once."""
        if environ["REQUEST_METHOD"] != "POST":
            raise _Refusal(405)
        if environ.get("CONTENT_TYPE", "").split(";")[0].strip().lower() != "application/json":
            raise _Refusal(415)
        timestamp = environ.get("HTTP_LECTERN_TIMESTAMP", "")
        request_id = environ.get("HTTP_LECTERN_REQUEST_ID", "")
        signature = environ.get("HTTP_LECTERN_SIGNATURE", "")
        if not re.fullmatch(r"[0-9]{1,12}", timestamp, re.ASCII):
            raise _Refusal(401)
        if not re.fullmatch(r"[A-Za-z0-9_-]{16,128}", request_id):
            raise _Refusal(401)
        if abs(self.clock() - int(timestamp)) > SKEW_S:
            raise _Refusal(401)
        if len(body) > BODY_BYTES_MAX:
            raise _Refusal(413)
        digest = hashlib.sha256(body).hexdigest()
        text = "\n".join(["v1", "POST", path, timestamp, request_id, digest]).encode()
        made = ["v1=" + hmac.new(key, text, hashlib.sha256).hexdigest() for key in self._keys]
        given = signature.encode("latin-1", "replace")
        # Every key is tried, each in constant time.
        if not any([hmac.compare_digest(each.encode(), given) for each in made]):
            raise _Refusal(401)
        # Only after the signature, so that nobody else fills this memory. What came before may
        # have been done, so this is no 401.
        if not self.seen.add(request_id, int(timestamp) + KEPT_S):
            raise _Refusal(409)
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            raise _Refusal(400) from None
        if not isinstance(asked, dict):
            raise _Refusal(400)
        return asked

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
            raise _Refusal(400)
        call = _read_call(asked, context)
        kind, deadline, key = asked.get("kind"), asked.get("deadline"), asked.get("idempotency_key")
        scopes = _texts(context, "scopes")
        if kind not in ("read", "write") or type(deadline) is not int or not _is_optional(key):
            raise _Refusal(400)
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


def _read_body(environ: dict) -> bytes:
    """The bytes as received, and at most one more than may come."""
    length = environ.get("CONTENT_LENGTH") or "0"
    count = int(length) if length.isdecimal() else 0
    return environ["wsgi.input"].read(min(count, BODY_BYTES_MAX + 1))


def _read_call(asked: dict, place: dict) -> Call:
    args, approval_id = asked.get("args"), asked.get("approval_id")
    if not isinstance(args, dict) or not _is_optional(approval_id):
        raise _Refusal(400)
    types = _texts(asked, "record_types") if "context" in asked else ()
    return Call(
        user=_person(place),
        workspace_id=_text(place, "workspace_id"),
        business_id=_text(place, "business_id"),
        operation=_text(asked, "operation"),
        args=args,
        record_types=types,
        approval_id=approval_id,
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
        raise _Refusal(400)
    return Person(_text(user, "id"), _text(user, "issuer"), _text(user, "subject"))


def _text(asked: dict, name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str) or value == "":
        raise _Refusal(400)
    return value


def _texts(asked: dict, name: str) -> tuple:
    value = asked.get(name)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _Refusal(400)
    return tuple(value)


def _is_optional(value: Any) -> bool:
    return value is None or (isinstance(value, str) and value != "")
