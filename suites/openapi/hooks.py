"""Signs in to the product as the person or machine of the run, and again after a request ended the session."""

import os
from urllib.parse import quote

import requests
import schemathesis
from refusals import is_known, is_other_id

PRODUCT = os.environ.get("PRODUCT_URL", "")
EMAIL = os.environ.get("SIGN_IN_EMAIL", "")
MACHINE_OF = os.environ.get("MACHINE_OF", "")
HEADERS = {"X-User-Agent": "api"}


def sign_in():
    browser = requests.Session()
    form = browser.get(f"{PRODUCT}/api/auth/login?redirect=/privacy")
    browser.post(form.url, data={"email": EMAIL, "password": "demo"})
    return {"cookies": {"countersign": browser.cookies["countersign"]}}


def machine():
    """A new machine client of the company, made by the person who signs in."""
    url = f"{PRODUCT}/api/auth/credentials/{quote(MACHINE_OF, safe='')}"
    made = requests.post(url, headers={**HEADERS, "Origin": PRODUCT}, json={}, **sign_in())
    made.raise_for_status()
    given = requests.post(
        f"{PRODUCT}/api/oauth/token",
        data={
            "grant_type": "client_credentials",
            "client_id": made.json()["clientId"],
            "client_secret": made.json()["clientSecret"],
        },
    )
    given.raise_for_status()
    return {"headers": {"Authorization": f"Bearer {given.json()['access_token']}"}}


def is_signed_in(given):
    return requests.get(f"{PRODUCT}/api/auth/sessions", headers=HEADERS, **given).ok


if PRODUCT:
    current = machine() if MACHINE_OF else sign_in()

    @schemathesis.auth(refresh_interval=1)
    class Session:
        def get(self, case, context):
            global current
            if not MACHINE_OF and not is_signed_in(current):
                current = sign_in()
            return current

        def set(self, case, data, context):
            for place, values in data.items():
                setattr(case, place, {**(getattr(case, place) or {}), **values})


@schemathesis.check
def refused_for_a_known_reason(ctx, response, case):
    """Takes the place of positive_data_acceptance, which knows statuses only."""
    if not case.meta or not case.meta.generation.mode.is_positive:
        return
    if response.status_code in (400, 422):
        answer = response.json()
        if is_other_id(answer, case.query or {}):
            return
        assert is_known(answer), f"A valid request was refused: {response.text[:300]}"
