"""What a customer of the Python client does with the service. Prints one line for each check."""

import json
import os
import time
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone

import standardwebhooks
import svix
import svix.api as api
from svix.exceptions import HTTPValidationError, HttpError

SERVER, TOKEN = os.environ["SERVER_URL"], os.environ["TOKEN"]
RECEIVER = os.environ["RECEIVER_URL"]
RUN = uuid.uuid4().hex[:12]


def models(name):
    """Newer versions keep models in a package of their own."""
    try:
        return getattr(__import__("svix.models", fromlist=[name]), name)
    except (ImportError, AttributeError):
        return getattr(api, name)


def client(token=TOKEN):
    return api.Svix(token, api.SvixOptions(server_url=SERVER))


def check(name, work):
    try:
        result = work()
        print(f"ok - {name}", flush=True)
        return result
    except Exception as error:  # whatever goes wrong is the report
        reason = f"{type(error).__name__} {error}".replace("\n", " ")[:300]
        print(f"not ok - {name}: {reason}", flush=True)
        return None


def until(what, condition):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within 20 s: {what}")


def received(hook):
    with urllib.request.urlopen(f"{RECEIVER}/received/{hook}") as answer:
        return json.load(answer)


def answer(hook, status):
    urllib.request.urlopen(urllib.request.Request(f"{RECEIVER}/answer/{hook}/{status}", method="POST"))


def equal(one, other):
    assert one == other, f"{one!r} is not {other!r}"


def refused(status, work):
    try:
        work()
    except HTTPValidationError as error:
        equal(status, 422)
        assert error.detail and error.detail[0].loc, "422 without places"
    except HttpError as error:
        equal(error.status_code, status)
        assert error.code and error.detail, "an error without code or detail"
    else:
        raise AssertionError(f"{status} expected, and it succeeded")


def verified(secret, message):
    return standardwebhooks.Webhook(secret).verify(message["body"], message["headers"])


def unverified(secret, body, headers):
    try:
        standardwebhooks.Webhook(secret).verify(body, headers)
    except standardwebhooks.WebhookVerificationError:
        return
    raise AssertionError("accepted")


own = client()
app = check("create an application", lambda: own.application.create(
    models("ApplicationIn")(name="Python", uid=f"py-{RUN}"))).id
kind = f"py.{RUN}"
check("create an event type", lambda: own.event_type.create(
    models("EventTypeIn")(name=kind, description="An event")))
hook = f"py-{RUN}"
OLD = svix.__version__.startswith("1.13.")


def add(name):
    version = {"version": 1} if OLD else {}
    return own.endpoint.create(
        app, models("EndpointIn")(url=f"{RECEIVER}/hook/{name}", **version)).id


endpoint = check("create an endpoint", lambda: add(hook))
secret = own.endpoint.get_secret(app, endpoint).key


def send(payload, key=None):
    options = {}
    if key:
        options = {"options": getattr(api, "MessageCreateOptions", None)(idempotency_key=key)
                   if hasattr(api, "MessageCreateOptions") else api.PostOptions(idempotency_key=key)}
    return own.message.create(app, models("MessageIn")(event_type=kind, payload=payload), **options)


def sends_once():
    one, two = send({"n": 1}, f"key-{RUN}"), send({"n": 1}, f"key-{RUN}")
    equal(one.id, two.id)
    until("it arrives", lambda: received(hook))
    return one


first = check("send with an idempotency key", sends_once)


def verify():
    message = until("it arrives", lambda: received(hook))[0]
    equal(verified(secret, message), {"n": 1})
    svix.Webhook(secret).verify(message["body"], message["headers"])


def refuse_forged():
    message = received(hook)[0]
    unverified(secret, message["body"] + " ", message["headers"])
    old = int(time.time()) - 600
    signed = standardwebhooks.Webhook(secret).sign(
        message["headers"]["webhook-id"], datetime.fromtimestamp(old, tz=timezone.utc), message["body"])
    unverified(secret, message["body"],
               {**message["headers"], "webhook-timestamp": str(old), "webhook-signature": signed})
    unverified("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", message["body"], message["headers"])


check("verify what arrives", verify)
check("refuse an altered body, an old time and a wrong secret", refuse_forged)


def pages():
    names = {own.application.create(models("ApplicationIn")(name=f"P{i}")).id for i in range(5)}
    found, iterator = set(), None
    for _ in range(100):
        page = own.application.list(api.ApplicationListOptions(limit=2, iterator=iterator))
        found |= {one.id for one in page.data}
        iterator = page.iterator
        if page.done:
            break
    assert names <= found, "some are missing"


check("page to the end", pages)


def patch():
    own.endpoint.patch(app, endpoint, models("EndpointPatch")(description="Patched"))
    equal(own.endpoint.get(app, endpoint).description, "Patched")


def headers():
    own.endpoint.patch_headers(app, endpoint, models("EndpointHeadersPatchIn")(headers={"x-mine": "1"}))
    equal(own.endpoint.get_headers(app, endpoint).headers, {"x-mine": "1"})
    send({"n": 2})
    equal(until("it arrives", lambda: received(hook)[1:])[0]["headers"]["x-mine"], "1")


check("patch", patch)
check("headers", headers)
check("rotate the secret", lambda: own.endpoint.rotate_secret(
    app, endpoint, models("EndpointSecretRotateIn")()))


def both_sign():
    after = own.endpoint.get_secret(app, endpoint).key
    assert after != secret, "the secret is the old one"
    send({"n": 3})
    message = until("it arrives", lambda: received(hook)[2:])[0]
    equal([verified(secret, message), verified(after, message)], [{"n": 3}, {"n": 3}])


check("old and new secret sign after a rotation", both_sign)
check("statistics of an endpoint", lambda: until(
    "three are counted", lambda: own.endpoint.get_stats(app, endpoint).success == 3))

failing = f"bad-{RUN}"
answer(failing, 500)
broken = add(failing)
since = datetime.now(timezone.utc) - timedelta(minutes=1)


def recover():
    sent = send({"n": 4})
    until("it fails", lambda: own.message_attempt.list_by_msg(app, sent.id).data
          and [one for one in own.message_attempt.list_by_endpoint(app, broken).data])
    answer(failing, 204)
    own.endpoint.recover(app, broken, models("RecoverIn")(since=since))
    until("it is recovered", lambda: len(received(failing)) >= 2)


def resend():
    before = len(received(hook))
    own.message_attempt.resend(app, first.id, endpoint)
    until("it comes again", lambda: len(received(hook)) > before)


def replay():
    late = f"late-{RUN}"
    new = add(late)
    own.endpoint.replay_missing(app, new, models("ReplayIn")(since=since))
    until("what was sent before arrives", lambda: len(received(late)) >= 4)


check("recover", recover)
check("resend", resend)
check("replay", replay)


def portal():
    token = own.authentication.app_portal_access(app, models("AppPortalAccessIn")()).token
    holder = client(token)
    assert {one.id for one in holder.endpoint.list(app).data} >= {endpoint}
    refused(403, holder.application.list)
    refused(403, lambda: holder.message.create(
        app, models("MessageIn")(event_type=kind, payload={})))


check("a portal token and what it may not do", portal)
check("401", lambda: refused(401, client("wrong").application.list))
check("404", lambda: refused(404, lambda: own.application.get("nobody")))
check("409", lambda: refused(409, lambda: own.event_type.create(
    models("EventTypeIn")(name=kind, description="Again"))))
check("422", lambda: refused(422, lambda: own.application.create(
    models("ApplicationIn")(name="Bad", uid="not a uid"))))


def too_many():
    add(f"fourth-{RUN}")
    refused(429, lambda: add(f"fifth-{RUN}"))


check("429", too_many)


def raw():
    message = models("MessageIn")(event_type=kind, payload={}, transformations_params={
        "rawPayload": "<a/>", "headers": {"content-type": "text/xml"}})
    before = len(received(hook))
    own.message.create(app, message)
    got = until("it arrives", lambda: [one for one in received(hook)[before:] if one["body"] == "<a/>"])
    equal(got[0]["headers"]["content-type"], "text/xml")


if not OLD:
    check("a raw payload of another type", raw)
