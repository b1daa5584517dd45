"""Belief in a claim: the fold `fold/1` of docs/spec/decisions.md#4 and docs/adr/0006-…, in integers, every rule anew at every entry."""

import re
from collections import defaultdict
from functools import cache

from ledger import millis

KIND = {"source": 1000, "receipt": 1250, "reproduction": 2000}
CHECK = {"match": 1000, "unknown": 400}
HALF_LIFE = {"source": 1460, "receipt": 1460, "reproduction": 2920}
VETTED = 500
PRIOR = 1_000_000
CAP = 500_000
NEVER = -(10**18)
DAY = 86_400_000


@cache
def decay(age, half_life):
    """floor(10^6 · 2^(-age / half_life)): the greatest n with n^half_life · 2^age ≤ 10^(6 · half_life)."""
    low, high, bound = 0, 1_000_000, 10 ** (6 * half_life)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**half_life << age <= bound:
            low = middle
        else:
            high = middle - 1
    return low


def day_of(instant):
    return millis(instant) // DAY


def artefact_key(item):
    match = re.fullmatch(r"(?:blake3:)?([0-9a-f]{64})", item["hash"], re.IGNORECASE)
    if match:
        return match[1].lower()
    if re.fullmatch(r"sha256:[0-9a-f]{64}", item["hash"], re.IGNORECASE):
        return item["hash"].lower()
    return (item["ref"], item["hash"])


def order(entry):
    return millis(entry["effective_at"]), millis(entry["at"]), entry["event_id"]


def vetted(entry):
    return entry["standing"] >= VETTED


def standing_stances(entries):
    """Rule 2: the entries that no later one of the same root voids."""
    voids = {
        "corroborate": {"dispute", "supersede-propose"},
        "dispute": {"corroborate"},
        "supersede-propose": {"corroborate", "supersede-propose"},
    }
    stand = []
    for entry in entries:
        gone = voids[entry["kind"]]
        stand = [one for one in stand if one["actor_root"] != entry["actor_root"] or one["kind"] not in gone]
        stand.append(entry)
    return stand


def weigh(entry, item, day, observed):
    """Rule 3. `day` None: as if it had been seen today."""
    effective = day_of(entry["effective_at"])
    seen = min(effective, day_of(item["observed_at"])) if "observed_at" in item else effective
    key = artefact_key(item)
    again = day_of(observed[key]) if key in observed else NEVER
    age = 0 if day is None else max(0, day - max(seen, again))
    product = KIND[item["kind"]] * CHECK[item["check"]] * entry["standing"]
    return product * decay(age, HALF_LIFE[item["kind"]]) // 10**9


def harmonic(weights):
    """Rule 5: Σ floor(w_i / i²), heaviest first."""
    return sum(weight // rank**2 for rank, weight in enumerate(sorted(weights, reverse=True), 1))


def mass(entries, day, observed):
    """Rules 4 and 5 as ADR 6 reads them: the least of four sums."""
    items = [
        (weigh(entry, item, day, observed), artefact_key(item), entry["actor_root"], item["domain"])
        for entry in entries
        for item in entry["evidence"]
    ]
    sums = []
    for voice_at in (2, 3):
        own = defaultdict(list)
        citing = defaultdict(list)
        for item in items:
            own[item[voice_at]].append(item[0])
            citing[item[1]].append(item)
        sums.append(sum(harmonic(weights) for weights in own.values()))
        once = defaultdict(list)
        for key, cited in citing.items():
            voices = {item[voice_at] for item in cited}
            name = ("voice", *voices) if len(voices) == 1 else ("artefact", key)
            once[name].append(max(item[0] for item in cited))
        sums.append(sum(harmonic(weights) for weights in once.values()))
    return min(sums)


def confidence_below(r, s, percent):
    return 100 * (r + PRIOR) < percent * (r + s + 2 * PRIOR)


def is_disputed(r, s, was):
    return confidence_below(r, s, 45 if was else 40)


def is_contested(s, was):
    return s >= (800_000 if was else 1_000_000)


def roots(entries):
    return {entry["actor_root"] for entry in entries}


def author_of(entries):
    backers = roots(entry for entry in entries if entry["kind"] == "corroborate" and vetted(entry))
    return next(iter(backers)) if len(backers) == 1 else None


def is_proposal(entry):
    names = entry["successor"] not in (None, entry["claim"])
    return entry["kind"] == "supersede-propose" and names and (vetted(entry) or entry["authority"] is not None)


def quorum(proposals, r, day, observed):
    total = mass(proposals, day, observed)
    return len(roots(proposals)) >= 2 and total >= 1_200_000 and 2 * total >= r


def backing(entries):
    """Effective time of the newest vetted corroborate that its root has not since disputed (nor taken up again)."""
    newest = NEVER
    for index, entry in enumerate(entries):
        if entry["kind"] != "corroborate" or not vetted(entry):
            continue
        turns = [e["kind"] for e in entries[index + 1 :] if e["actor_root"] == entry["actor_root"] and e["kind"] != "corroborate"]
        if not turns or turns[0] == "supersede-propose":
            newest = max(newest, millis(entry["effective_at"]))
    return newest


class Path:
    """What depends on the way: the two latches, and which successors have won and not lost."""

    def __init__(self, observed):
        self.observed = observed
        self.disputed = self.contested = False
        self.wins = {}
        self.spent = {}

    def step(self, past):
        entry = past[-1]
        before, stand = standing_stances(past[:-1]), standing_stances(past)
        moved = [entry] + [one for one in before if one not in stand]
        if not any(vetted(one) or is_proposal(one) for one in moved):
            return
        day = day_of(entry["effective_at"])
        live = [one for one in stand if vetted(one)]
        supports = [one for one in live if one["kind"] == "corroborate"]
        disputes = [one for one in live if one["kind"] == "dispute"]
        r, s = mass(supports, day, self.observed), mass(disputes, day, self.observed)
        enough = len(roots(disputes)) >= 2
        self.disputed = enough and is_disputed(r, s, self.disputed)
        self.contested = enough and is_contested(s, self.contested)
        for successor in {one["successor"] for one in past if is_proposal(one)}:
            self.judge(successor, past, live, (r, day))

    def judge(self, successor, past, live, weighed):
        entry, (r, day) = past[-1], weighed
        now = millis(entry["effective_at"])
        alone = entry["authority"] is not None or (vetted(entry) and entry["actor_root"] == author_of(past))
        spent = self.spent.get(successor, NEVER)
        proposals = [one for one in live if one["kind"] == "supersede-propose" and one["successor"] == successor]
        passed = quorum([one for one in proposals if millis(one["effective_at"]) > spent], r, day, self.observed)
        win = self.wins.get(successor)
        if win is None:
            decides = is_proposal(entry) and entry["successor"] == successor and alone
            if decides or passed:
                self.wins[successor] = {"since": now, "by": entry if decides else None, "backing": backing(past)}
            return
        later = [one for one in live if one["kind"] == "corroborate" and millis(one["effective_at"]) > win["since"]]
        returns = entry["kind"] == "corroborate" and now > win["since"] and alone
        if returns or quorum(later, r, day, self.observed):
            del self.wins[successor]
            self.spent[successor] = now
        elif passed or (win["by"] is not None and win["by"] in standing_stances(past)):
            win["backing"] = min(win["backing"], backing(past))

    def accepted(self, successors):
        """The successor that won last, of those that are newer than the claim was and not disputed."""
        fit = [
            (-win["since"], address)
            for address, win in self.wins.items()
            if address in successors
            and not successors[address]["disputed"]
            and successors[address]["newest_support"] is not None
            and millis(successors[address]["newest_support"]) > win["backing"]
        ]
        return min(fit)[1] if fit else None


def fold(case):
    """Belief and masses as of T, in the members of fold_valid.json."""
    until = millis(case["as_of"])
    observed, day = case["observed"], day_of(case["as_of"])
    entries = sorted((e for e in case["ledger"] if millis(e["effective_at"]) <= until), key=order)
    if not entries:
        return dict.fromkeys(("belief", "vetted_micro", "total_micro", "newest_support", "author"))
    stand = standing_stances(entries)

    def side(kind, is_vetted):
        return [entry for entry in stand if entry["kind"] == kind and vetted(entry) is is_vetted]

    supports, disputes = side("corroborate", True), side("dispute", True)
    r, s = mass(supports, day, observed), mass(disputes, day, observed)
    total_r = r + min(CAP, mass(side("corroborate", False), day, observed))
    total_s = s + min(CAP, mass(side("dispute", False), day, observed))
    path = Path(observed)
    for count in range(1, len(entries) + 1):
        path.step(entries[:count])
    successor = path.accepted(case["successors"])
    state = "superseded" if successor else state_of(supports, disputes, (r, s), (path, entries, day))
    whole = total_r + total_s + 2 * PRIOR
    belief = {"state": state, "effective_confidence": (2 * 10**4 * (total_r + PRIOR) + whole) // (2 * whole) / 10**4}
    if state in ("disputed", "contested"):
        belief["contest_ref"] = disputes[-1]["event_id"]
    if successor:
        belief["superseded_by"] = successor
    return {
        "belief": belief,
        "vetted_micro": {"support": r, "opposition": s},
        "total_micro": {"support": total_r, "opposition": total_s},
        "newest_support": supports[-1]["effective_at"] if supports else None,
        "author": author_of(entries),
    }


def state_of(supports, disputes, masses, seen):
    (r, s), (path, entries, day) = masses, seen
    opposing = roots(disputes)
    if author_of(entries) in opposing:
        return "disputed"
    if len(opposing) >= 2 and is_disputed(r, s, path.disputed):
        return "disputed"
    if len(opposing) >= 2 and is_contested(s, path.contested):
        return "contested"
    old = bool(supports) and day - day_of(supports[-1]["effective_at"]) > 365
    if r < 250_000 or (old and 2 * r < mass(supports, None, path.observed)):
        return "stale"
    return "settled"
