import json
import os
import uuid
from socketserver import ThreadingMixIn
from urllib.parse import unquote
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from lectern_product import (
    NOT_FOUND,
    ApiGuard,
    Business,
    Handler,
    Operation,
    Product,
    Refusal,
    answer_applied,
    answer_records,
    read_wsgi_request,
)

# The notes of three businesses: dictionaries here, tables in your product.
ISSUER = os.environ.get("PRODUCT_ISSUER", "urn:lectern:example")
PEOPLE = {"bakery": ["ada"], "cycles": ["ben"], "attic": []}  # attic is archived
notes = {"note_1": ("bakery", "Rye flour is in the blue tins"), "note_2": ("cycles", "The key is under the mat")}


def businesses(user):
    names = [each for each, people in PEOPLE.items() if user.issuer == ISSUER and user.subject in people]
    return [Business("quill", "Quill", each, f"Quill {each.title()}") for each in names]


def find(call, note_id=None):
    found = [(each, text) for each, (business, text) in list(notes.items()) if business == call.business_id]
    return [to_record(each, call.business_id, text) for each, text in found if note_id in (None, each)]


def to_record(note_id, business_id, text):
    return {"type": "note", "id": note_id, "business_id": business_id, "fields": {"text": text}}


def get(call):
    found = find(call, call.args.get("id", ""))
    return answer_records(found) if found else NOT_FOUND


def save(call, note_id):
    notes[note_id] = (call.business_id, str(call.args.get("text")))
    return answer_applied(to_record(note_id, *notes[note_id]))


def edit(call):
    return save(call, call.args["id"]) if find(call, call.args.get("id", "")) else NOT_FOUND


def target(call):  # the name that a person sees who approves a held call
    if call.operation != "note.edit":
        return None
    return "".join(each["fields"]["text"] for each in find(call, call.args.get("id", "")))


OPERATIONS = {
    "note.list": Operation("read", lambda call: answer_records(find(call))),
    "note.get": Operation("read", get),
    "note.add": Operation("write", lambda call: save(call, f"note_{uuid.uuid4().hex}")),
    "note.edit": Operation("write", edit),
}
product = Product(OPERATIONS, ["note"], businesses, target)
secrets = [secret.strip() for secret in os.environ["DOMAIN_SECRET"].split(",")]
handler = Handler(product, "/lectern", secrets)
guard = ApiGuard(secrets)


# An API of the product's own, for tools that name its addresses: list the notes, write one.
def answer_api(environ, start_response):
    headers, status, body = [], "404 Not Found", b""
    try:
        request = read_wsgi_request(environ)
        call = guard.verify_api_call(*request)
    except Refusal as refusal:
        start_response(f"{refusal.status} Refused", [("Content-Length", "0")])
        return []
    # Only this address is signed: the one that a router read may have been changed on its way.
    path = call.target.partition("?")[0]
    address = [unquote(part) for part in path.split("/")[2:]]
    places = [(each.workspace_id, each.business_id) for each in businesses(call.user)]
    if (call.workspace_id, call.business_id) not in places:
        status = "403 Forbidden"
    elif address == ["businesses", call.business_id, "notes"] and request[0] == "GET":
        status, body = "200 OK", json.dumps(find(call)).encode()
    elif address[:3] == ["businesses", call.business_id, "notes"] and len(address) == 4 and request[0] == "PUT":
        note_id = address[3]
        if note_id not in notes or find(call, note_id):
            notes[note_id] = (call.business_id, json.loads(request[3])["text"])
            status, body = "200 OK", json.dumps(find(call, note_id)[0]).encode()
    if body:
        headers = [("Lectern-Business", call.business_id), ("Content-Type", "application/json")]
    start_response(status, [*headers, ("Content-Length", str(len(body)))])
    return [body]


def answer(environ, start_response):
    is_api = environ["PATH_INFO"].startswith("/api/")
    return (answer_api if is_api else handler)(environ, start_response)


Server = type("Server", (ThreadingMixIn, WSGIServer), {"daemon_threads": True})
Quiet = type("Quiet", (WSGIRequestHandler,), {"log_message": lambda *_: None})
server = make_server("127.0.0.1", int(os.environ.get("PRODUCT_PORT", "9191")), answer, Server, Quiet)
origin = f"http://127.0.0.1:{server.server_port}"
print(f"DOMAIN_URL={origin}/lectern\nDOMAIN_API_URL={origin}/api", flush=True)
server.serve_forever()
