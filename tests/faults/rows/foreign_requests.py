"""What a page from elsewhere makes a browser send, and a name that is not ours: refused, and nothing has changed.

Our own pages, fetched by whoever may, change nothing either.
"""

from tests.faults.fuzz import Fuzz
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.rows.mutated_requests import house

ORIGINS = (
    *("null", "http://evil.com", "https://localhost", "http://localhost:81", "http://localhost.evil.com", "file://"),
    *("http://evil.com/localhost", "http://localhost@evil.com", "http://127.0.0.1:1", "http://localhost, http://evil"),
)
HOSTS = (
    *("evil.com", "localhost.evil.com", "evil.com:80", "127.0.0.1.nip.io", "8.8.8.8", "localhost@evil.com"),
    *("evil.com, localhost", "0x7f.0.0.1.evil.com", "[::1]evil.com", "localhost/evil.com", "x.localhost", ".localhost"),
)
WAYS_IN = ("/j/", "/host/", "/keeper/")  # addresses by which somebody comes in, which is noted
LOOKS = ("GET", "HEAD", "OPTIONS")
AGAIN = 50  # requests, after which the house is put in order again


@row("forms of foreign pages", load="forms sent", whole=10_000, few=100)
def foreign_pages(effort: Effort) -> Outcome:
    """Send the forms of every route, with the cookie of a host or a player, as a foreign page would make them do."""
    return _send(effort, "Origin", ORIGINS, is_form=True)


@row("foreign names of the host", load="requests sent", whole=10_000, few=100)
def foreign_names(effort: Effort) -> Outcome:
    """Ask for every page and stream by a name that is not ours (DNS rebinding)."""
    return _send(effort, "Host", HOSTS, is_form=False)


@row("pages that are fetched", load="pages fetched", whole=10_000, few=100)
def fetched_pages(effort: Effort) -> Outcome:
    """Fetch every page and stream as a host, a player or a watcher: nothing is written, but for who comes in."""
    outcome = effort.outcome()
    with house(effort) as fuzz:
        rules = [rule for rule in fuzz.rules if "GET" in (rule.methods or ()) and not rule.rule.startswith(WAYS_IN)]
        while outcome.tries < effort.tries:
            method, path, how = fuzz.request(fuzz.rng.choice(rules))
            before = _version(fuzz)
            answer = fuzz.client.open(path, method=method if method in LOOKS else "GET", **how)
            fuzz.read(answer)
            outcome.tries += 1
            outcome.load += answer.status_code == 200
            outcome.note("failed", (path, how, answer.status), int(answer.status_code >= 500))
            outcome.note("doubled", ("written", path, how), int(_version(fuzz) != before))
        outcome.note("failed", fuzz.faults.heard[-1:], len(fuzz.faults.heard))
    return outcome


def _version(fuzz: Fuzz) -> int:
    """Another number once anything was committed."""
    return int(fuzz.store.reader().execute("pragma data_version").first()[0])


def _send(effort: Effort, header: str, values: tuple[str, ...], is_form: bool) -> Outcome:
    outcome = effort.outcome()
    with house(effort) as fuzz:
        while outcome.tries < effort.tries:
            rule = fuzz.rng.choice(fuzz.rules)
            if is_form and "POST" not in (rule.methods or ()):
                continue
            _, path, how = fuzz.request(rule)
            how["headers"] |= {header: fuzz.rng.choice(values), "Cookie": fuzz.rng.choice(fuzz.cookies)}
            before = _version(fuzz)
            answer = fuzz.client.open(path, method="POST" if is_form else "GET", **how)
            outcome.tries += 1
            outcome.load += 1
            outcome.note("leaked", (path, how, answer.status), int(answer.status_code < 400))
            outcome.note("failed", (path, how, answer.status), int(answer.status_code >= 500))
            answer.close()
            outcome.note("doubled", ("written", path, how), int(_version(fuzz) != before))
            if outcome.tries % AGAIN == 0:
                fuzz.again()
    return outcome
