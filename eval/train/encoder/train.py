"""Tunes MiniLM for question–sentence cosines, contrastively, and writes an add-on for `adduce models add FILE`.

  python3 train.py --base ~/.adduce/models/minilm --sources CLONES --corpora 'eval/corpora/older/*' --held-out 'eval/corpora/realistic/*' --out addon

Figures are of corpora that nothing was learned from: first without any of `--held-out`, then with all but the one measured.
"""
import argparse
import glob
import hashlib
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from bert import read_encoder, write_encoder
from corpora import pairs_of, read_corpus
from measure import measure, table
from sources import SOURCES, read_source

MAX_TOKENS = 96
TEMPERATURE = 0.05


class Texts:
    """Token ids with their mask, padded to the longest."""

    def __init__(self, path, device):
        self.tokenizer = Tokenizer.from_file(str(path))
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.tokenizer.enable_padding()
        self.device = device

    def __call__(self, texts):
        coded = self.tokenizer.encode_batch(texts)
        ids = torch.tensor([one.ids for one in coded], device=self.device)
        return ids, torch.tensor([one.attention_mask for one in coded], device=self.device).bool()


@torch.no_grad()
def embed_with(encoder, read):
    def embed(texts):
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        vectors = np.zeros((len(texts), 384), np.float32)
        encoder.eval()
        for start in range(0, len(order), 64):
            batch = order[start : start + 64]
            with torch.no_grad():
                vectors[batch] = encoder(*read([texts[at] for at in batch])).cpu().numpy()
        return vectors
    return embed


def batches(pairs, size, seed):
    rng = random.Random(seed)
    while True:
        order = list(pairs)
        rng.shuffle(order)
        for start in range(0, len(order) - size + 1, size):
            yield order[start : start + size], rng


def loss_of(encoder, read, batch, rng, hard):
    """Each question against the positives of all, and against the likeliest wrong sentences of its own."""
    negatives = []
    for pair in batch:
        near = pair.others[: 3 * hard]
        negatives += rng.sample(near, min(hard, len(near)))
    passages = [pair.positive for pair in batch] + negatives
    asked = encoder(*read([pair.question for pair in batch]))
    vectors = by_length(encoder, read, [one.scored for one in passages])
    scores = asked.float() @ vectors.float().T / TEMPERATURE
    target = torch.arange(len(batch), device=scores.device)
    # The same sentence twice in a batch is not wrong the second time.
    texts = [one.scored for one in passages]
    twin = torch.tensor([[texts[row] == text and at != row for at, text in enumerate(texts)] for row in range(len(batch))])
    return torch.nn.functional.cross_entropy(scores.masked_fill(twin.to(scores.device), -1e4), target)


def by_length(encoder, read, texts, size=24):
    """Like texts together: less padding."""
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    parts = [encoder(*read([texts[at] for at in order[start : start + size]])) for start in range(0, len(order), size)]
    return torch.cat(parts)[torch.tensor(np.argsort(order), device=parts[0].device)]


def computed(options):
    """Seconds of computing: of a processor its own time over its threads, so that a busy machine changes nothing."""
    return time.process_time() / options.threads if options.device == 'cpu' else time.monotonic()


def tune(encoder, read, pairs, options, minutes):
    """At most `steps` steps, and none after `minutes` of computing."""
    for part in (encoder.words, encoder.positions, encoder.types, *encoder.layers[: options.frozen]):
        part.requires_grad_(False)
    trained = [one for one in encoder.parameters() if one.requires_grad]
    rate, steps = options.rate, options.steps
    optimiser = torch.optim.AdamW(trained, lr=rate, weight_decay=0.01)
    began, done = computed(options), 0
    for step, (batch, rng) in enumerate(batches(pairs, options.batch, options.seed)):
        # Of the steps or of the time, whichever is further gone.
        gone = max(step / steps, (computed(options) - began) / (60 * minutes))
        if gone >= 1:
            break
        for group in optimiser.param_groups:
            group['lr'] = rate * min(1, 10 * gone + 0.05) * (1 - gone)
        encoder.train()
        with torch.autocast(options.device, dtype=torch.bfloat16):
            loss = loss_of(encoder, read, batch, rng, options.hard)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        done = step + 1
        if step % 20 == 0:
            print(f'  step {step}, {computed(options) - began:.0f} s, loss {loss.item():.3f}', flush=True)
    print(f'  {done} steps of {options.batch} questions in {computed(options) - began:.0f} s', flush=True)


def write_addon(encoder, options):
    """The folder that `adduce models add FOLDER` takes."""
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    write_encoder(encoder, options.base / 'model.onnx', str(out / 'model.onnx'))
    (out / 'tokenizer.json').write_bytes((options.base / 'tokenizer.json').read_bytes())
    description = {
        'v': 1, 'name': options.name, 'use': 'sentences', 'pooling': 'mean', 'dimensions': 384,
        'max_tokens': MAX_TOKENS, 'query_prefix': '',
    }
    (out / 'description.json').write_text(json.dumps(description, indent=2) + '\n')
    digest = hashlib.sha256((out / 'model.onnx').read_bytes()).hexdigest()
    print(f'{out}: model.onnx {digest}')


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--base', type=Path, required=True, help='folder of model.onnx and tokenizer.json of minilm')
    parser.add_argument('--sources', help='folder of clones, see sources.py')
    parser.add_argument('--take', default='policyqa,covidqa,pubmedqa,squad', help='which of them')
    parser.add_argument('--corpora', nargs='*', default=[], help='stems or patterns of NAME.docs.jsonl to learn from')
    parser.add_argument('--held-out', nargs='*', default=[], help='stems of corpora that are measured')
    parser.add_argument('--out', help='folder of the add-on; learned from everything')
    parser.add_argument('--name', default='minilm-sentences')
    parser.add_argument('--each', type=int, default=1500, help='most pairs of one public source')
    parser.add_argument('--batch', type=int, default=24)
    parser.add_argument('--hard', type=int, default=2, help='wrong sentences of its own for each question')
    parser.add_argument('--minutes', type=float, default=15, help='of computing, for the first stage')
    parser.add_argument('--then-minutes', type=float, default=2, help='for each later one')
    parser.add_argument('--frozen', type=int, default=0, help='lowest layers that are not trained')
    parser.add_argument('--alone', action='store_true', help='measures sentences without their context too')
    parser.add_argument('--steps', type=int, default=100_000)
    parser.add_argument('--rate', type=float, default=3e-5)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    parser.add_argument('--seed', type=int, default=1)
    return parser.parse_args()


def stems(patterns):
    return sorted({path.removesuffix('.docs.jsonl') for one in patterns for path in glob.glob(f'{one}.docs.jsonl')})


def main():
    options = read_options()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    held = [read_corpus(stem) for stem in stems(options.held_out)]
    own = [read_corpus(stem) for stem in stems(options.corpora)]
    read = Texts(options.base / 'tokenizer.json', options.device)
    encoder = read_encoder(options.base / 'model.onnx').to(options.device)
    plain = embed_with(encoder, read)
    if options.alone:
        table('plain MiniLM, sentence alone', {one.name: measure(one, plain, lambda s: s.text) for one in held})
    table('plain MiniLM, context. sentence', {one.name: measure(one, plain) for one in held})
    taken = [name for name in options.take.split(',') if name in SOURCES]
    public = [pair for name in taken for pair in (read_source(options.sources, name, options.each, options.seed) if options.sources else [])]
    ours = [pair for corpus in own for pair in pairs_of(corpus)]
    print(f'{len(public)} public pairs, {len(ours)} of {len(own)} own corpora')
    tune(encoder, read, [*public, *ours], options, options.minutes)
    table('tuned without any held-out corpus', {one.name: measure(one, embed_with(encoder, read)) for one in held})
    first = {name: value.clone() for name, value in encoder.state_dict().items()}
    rows = {}
    for left in held if options.then_minutes > 0 else []:
        encoder.load_state_dict(first)
        near = [pair for corpus in held if corpus is not left for pair in pairs_of(corpus)]
        tune(encoder, read, mixed(near, public + ours, options.seed), options, options.then_minutes)
        rows[left.name] = measure(left, embed_with(encoder, read))
    if rows:
        table('tuned with the others of the held-out corpora (leave one out)', rows)
    if options.out:
        encoder.load_state_dict(first)
        near = [pair for corpus in held for pair in pairs_of(corpus)]
        if options.then_minutes > 0 and near:
            tune(encoder, read, mixed(near, public + ours, options.seed), options, options.then_minutes)
        write_addon(encoder.cpu(), options)


def mixed(near, rest, seed):
    """Twice each of the near ones, and as many of the rest: what was learned before stays."""
    return [*near, *near, *random.Random(seed).sample(rest, min(len(rest), 2 * len(near)))]


if __name__ == '__main__':
    main()
