"""The choice of a receipt, held against the sentences of its answer: written from docs/vectors.md."""

from blake3 import blake3

from canonical import Fault


def check(choice, sentences):
    offered, chosen = choice["offered"], choice["chosen"]
    if len(offered) > 12:
        raise Fault("too_many_offered")
    if len(chosen) > 4:
        raise Fault("too_many_chosen")
    if len(set(chosen)) < len(chosen):
        raise Fault("twice")
    if any(not 1 <= number <= len(offered) for number in chosen):
        raise Fault("not_offered")
    hashes = {place(offered[number - 1]): offered[number - 1]["span_hash"] for number in chosen}
    for sentence in sentences:
        quoted = [one for one in sentence["citations"] if place(one) in hashes]
        if not quoted:
            raise Fault("not_chosen")
        if any(blake3(one["quote"].encode()).hexdigest() != hashes[place(one)] for one in quoted):
            raise Fault("other_words")


def place(one):
    return one["artefact_id"], one["start"], one["end"]
