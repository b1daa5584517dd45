"""
What schemathesis cannot know of this API: CBOR, which the description shows as base64 text and which on the wire is the
same body in bytes; the corpus and the claim of the server under test, which no schema names.
"""

import os

import cbor2
import schemathesis

CBOR = "application/cbor"
ANY_CORPUS = "[a-z0-9][a-z0-9-]{0,62}"
VALID_DATA_REJECTED = "ST202"
REQUIRED_HEADER_MISSING = "ST203"


def _narrowed(node):
    """The schema with the one corpus that the server holds in the place of any."""
    if isinstance(node, list):
        return [_narrowed(item) for item in node]
    if isinstance(node, dict):
        return {name: _narrowed(value) for name, value in node.items()}
    return node.replace(ANY_CORPUS, os.environ["ADDUCE_TEST_CORPUS"]) if isinstance(node, str) else node


def _media_types(operation):
    yield from operation.get("requestBody", {}).get("content", {}).items()
    for response in operation["responses"].values():
        yield from response.get("content", {}).items()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    raw_schema.update(_narrowed(raw_schema))
    known = {"addr": os.environ["ADDUCE_TEST_CLAIM"], "artifactId": os.environ["ADDUCE_TEST_ARTEFACT"]}
    for path in raw_schema["paths"].values():
        for operation in path.values():
            for name, media_type in _media_types(operation):
                if name == CBOR:
                    media_type["schema"] = media_type["schema"]["contentSchema"]
            for parameter in operation.get("parameters", []):
                if parameter["name"] in known:
                    parameter["schema"] = {"enum": [known[parameter["name"]]]}


@schemathesis.serializer(CBOR)
def to_cbor(context, value):
    # A body that is invalid on purpose may be bytes already.
    return value if isinstance(value, bytes) else cbor2.dumps(value)


@schemathesis.deserializer(CBOR)
def from_cbor(context, response):
    return cbor2.loads(response.content)


@schemathesis.deserializer("application/vnd.adduce.receipt+cbor")
def from_receipt(context, response):
    return cbor2.loads(response.content)


@schemathesis.deserializer("application/pdf")
@schemathesis.deserializer("application/octet-stream")
def from_bytes(context, response):
    # Their form is checked by test/interop/log and by veraPDF: a schema says nothing of bytes.
    return response.content.hex()


# Tokens by id that the run has minted and not yet ended: only its own token can end one.
_minted = {}


@schemathesis.hook
def after_call(context, case, response):
    if case.operation.label == "POST /v1/keys" and response.status_code == 201:
        minted = _body(response)
        _minted[minted["token_id"]] = minted["token"]


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.label != "DELETE /v1/keys/{token_id}" or not case.meta.generation.mode.is_positive:
        return
    if not case.headers.get("Authorization"):
        return
    token_id = case.path_parameters["token_id"]
    if token_id not in _minted:
        if not _minted:
            return
        token_id = next(iter(_minted))
        case.path_parameters["token_id"] = token_id
    case.headers["Authorization"] = f"Bearer {_minted.pop(token_id)}"


def _body(response):
    is_cbor = response.headers["content-type"][0] == CBOR
    return cbor2.loads(response.content) if is_cbor else response.json()


def _error(response):
    return _body(response)["error"]


def _depends_on_what_is_stored(error):
    """Whether a well-formed request is refused for what no schema can say of it."""
    return (
        # A window so narrow that the corpus is outside it; a key that another body has used.
        error["reason"] in {"stale:snapshot", "invalid:idempotency_key"}
        # A page behind an entry that is not there.
        or error["message"].startswith("after: ")
        # A URL that matches the pattern and names no host all the same.
        or error["message"].startswith("citation.ref: neither")
        # Either the entry or its leaf, as the receipt's content has it.
        or error["message"].startswith("log.artefacts.")
        # Members that the schema leaves open may hold a number that no double has.
        or error["message"].endswith("an integer passes 2^53 - 1")
        # A proof of a later entry or tree than the tree that it names: one parameter against another.
        or (error["reason"] == "invalid:query" and error["message"].startswith("a tree of "))
    )


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """False for what is no failure here."""
    if failure.code == VALID_DATA_REJECTED:
        return not _depends_on_what_is_stored(_error(response))
    # The agent plane knows no 401: a missing token is a refusal of the capability check.
    return not (failure.code == REQUIRED_HEADER_MISSING and response.status_code == 403)
