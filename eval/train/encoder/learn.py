"""Contrastive learning of the encoder: each question against the sentences of a batch, and against the silence."""
import random
import time

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy

from pairs import columns_of

MAX_TOKENS = 96
TEMPERATURE = 0.05
# Cosine from which on a sentence answers, before anything is learned.
FIRST_LEAST = 0.4
NEVER = -1e4


class Texts:
    """Token ids with their mask, padded to the longest. A text is tokenised once."""

    def __init__(self, path, device):
        self.tokenizer = Tokenizer.from_file(str(path))
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.tokenizer.no_padding()
        self.device = device
        self.known = {}

    def read(self, texts):
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        for start in range(0, len(new), 10_000):
            part = new[start : start + 10_000]
            self.known.update(zip(part, (np.array(one.ids, np.int64) for one in self.tokenizer.encode_batch(part))))

    def __call__(self, texts):
        self.read(texts)
        coded = [self.known[text] for text in texts]
        ids = np.zeros((len(coded), max(map(len, coded))), np.int64)
        mask = np.zeros(ids.shape, bool)
        for at, one in enumerate(coded):
            ids[at, : len(one)], mask[at, : len(one)] = one, True
        return torch.from_numpy(ids).to(self.device), torch.from_numpy(mask).to(self.device)

    def length(self, text):
        return len(self.known[text])


def embed_with(encoder, read):
    """A function from texts to unit vectors."""
    def embed(texts):
        read.read(texts)
        order = sorted(range(len(texts)), key=lambda at: read.length(texts[at]))
        vectors = np.zeros((len(texts), 384), np.float32)
        encoder.eval()
        for start in range(0, len(order), 64):
            batch = order[start : start + 64]
            with torch.no_grad():
                vectors[batch] = encoder(*read([texts[at] for at in batch])).float().cpu().numpy()
        return vectors
    return embed


class Answerer(torch.nn.Module):
    """The encoder with the cosine that a sentence must exceed to answer at all."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.least = torch.nn.Parameter(torch.tensor(FIRST_LEAST))


def batches(examples, size, seed):
    rng = random.Random(seed)
    while True:
        order = list(examples)
        rng.shuffle(order)
        for start in range(0, max(1, len(order) - size + 1), size):
            yield order[start : start + size], rng


def loss_of(answerer, read, batch, rng, options):
    """Which sentence answers; and, with `silence`, that one does, or none where the one that does is taken away."""
    texts, target, same = columns_of(batch, rng, options.hard)
    vectors = by_length(answerer.encoder, read, [*(one.question for one in batch), *texts], options.together)
    scores = vectors[: len(batch)] @ vectors[len(batch) :].T / options.temperature
    if same:
        never = torch.tensor(NEVER, device=scores.device, dtype=scores.dtype)
        scores = scores.index_put(tuple(torch.tensor(same, device=scores.device).T), never)
    target = torch.tensor(target, device=scores.device)
    answered = target >= 0
    loss = cross_entropy(scores[answered], target[answered]) if answered.any() else scores.sum() * 0
    if options.silence == 0:
        return loss
    silent = (answerer.least / options.temperature).expand(len(batch), 1)
    nothing = torch.full_like(target, len(texts))
    said = cross_entropy(torch.cat((scores, silent), 1), torch.where(answered, target, nothing))
    alone = scores.scatter(1, target.clamp(min=0).unsqueeze(1), NEVER)
    unsaid = cross_entropy(torch.cat((torch.where(answered.unsqueeze(1), alone, scores), silent), 1), nothing)
    return loss + options.silence * (said + unsaid) / 2


def by_length(encoder, read, texts, size):
    """Like texts together: less padding."""
    read.read(texts)
    order = sorted(range(len(texts)), key=lambda at: read.length(texts[at]))
    parts = [encoder(*read([texts[at] for at in order[start : start + size]])) for start in range(0, len(order), size)]
    return torch.cat(parts).float()[torch.tensor(np.argsort(order), device=parts[0].device)]


def computed(options):
    """Seconds of computing: of a processor its own time over its threads, so that a busy machine changes nothing."""
    return time.process_time() / options.threads if options.device == 'cpu' else time.monotonic()


def tune(encoder, read, examples, options, steps, minutes):
    """At most `steps` steps, and none after `minutes` of computing."""
    answerer = Answerer(encoder).to(options.device)
    for part in (encoder.words, encoder.positions, encoder.types, *encoder.layers[: options.frozen]):
        part.requires_grad_(False)
    trained = [one for one in encoder.parameters() if one.requires_grad]
    rates = {'encoder': options.rate, 'least': 1e-3}
    optimiser = torch.optim.AdamW([
        {'params': trained, 'name': 'encoder', 'weight_decay': 0.01},
        {'params': [answerer.least], 'name': 'least', 'weight_decay': 0.0},
    ], lr=options.rate)
    began, done = computed(options), 0
    for step, (batch, rng) in enumerate(batches(examples, options.batch, options.seed)):
        # Of the steps or of the time, whichever is further gone.
        gone = max(step / steps, (computed(options) - began) / (60 * minutes))
        if gone >= 1:
            break
        for group in optimiser.param_groups:
            group['lr'] = rates[group['name']] * min(1, 10 * gone + 0.05) * (1 - gone)
        encoder.train()
        with torch.autocast(options.device, dtype=torch.bfloat16):
            loss = loss_of(answerer, read, batch, rng, options)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        done = step + 1
        if step % 50 == 0:
            print(f'  step {step}, {computed(options) - began:.0f} s, loss {loss.item():.3f}, least {answerer.least.item():.3f}', flush=True)
    print(f'  {done} steps of {options.batch} questions in {computed(options) - began:.0f} s, a sentence answers '
          f'from a cosine of {answerer.least.item():.3f} on', flush=True)
