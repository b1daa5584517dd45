"""Tunes MiniLM for question–sentence cosines, contrastively, and writes an add-on for `adduce models add FOLDER`.

  python3 collect.py --sources CLONES --corpora 'eval/corpora/older/*' --out pairs.jsonl.gz
  python3 train.py --base ~/.adduce/models/minilm --pairs pairs.jsonl.gz --held-out 'eval/corpora/realistic/*' --out addon

Figures are of corpora that nothing was learned from: first without any of `--held-out`, then with all but the one measured.
"""
import argparse
import hashlib
import json
import random
from pathlib import Path

import torch

from bert import read_encoder, write_encoder
from collect import stems
from corpora import pairs_of, read_corpus, read_folder
from learn import MAX_TOKENS, TEMPERATURE, Texts, embed_with, tune
from measure import measure, table
from pairs import example_of, read_examples


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


def read_options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--base', type=Path, required=True, help='folder of model.onnx and tokenizer.json of minilm')
    parser.add_argument('--pairs', required=True, help='what collect.py wrote')
    parser.add_argument('--take', default='', help='sources that are learned from, all by default')
    parser.add_argument('--held-out', nargs='*', default=[], help='stems of corpora that are measured')
    parser.add_argument('--measured', nargs='*', default=[], help='folders of Markdown, with FOLDER.golden.json: measured only')
    parser.add_argument('--out', help='folder of the add-on; with --then-minutes it has learned from the held-out corpora too')
    parser.add_argument('--name', default='minilm-sentences')
    parser.add_argument('--batch', type=int, default=24)
    parser.add_argument('--together', type=int, default=24, help='texts that are read at once')
    parser.add_argument('--hard', type=int, default=2, help='wrong sentences of its own text for each question')
    parser.add_argument('--own', type=int, default=2, help="how often a question of the repository's own corpora counts")
    parser.add_argument('--silence', type=float, default=0.3, help='how much it counts that nothing is said where nothing answers')
    parser.add_argument('--temperature', type=float, default=TEMPERATURE)
    parser.add_argument('--minutes', type=float, default=15, help='of computing, for the first stage')
    parser.add_argument('--steps', type=int, default=100_000)
    parser.add_argument('--then-minutes', type=float, default=0, help='for each later one; 0: there is none')
    parser.add_argument('--then-steps', type=int, default=100_000)
    parser.add_argument('--frozen', type=int, default=0, help='lowest layers that are not trained')
    parser.add_argument('--alone', action='store_true', help='measures sentences without their context too')
    parser.add_argument('--rate', type=float, default=3e-5)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    parser.add_argument('--seed', type=int, default=1)
    return parser.parse_args(arguments)


def mixed(near, rest, seed):
    """Twice each of the near ones, and as many of the rest: what was learned before stays."""
    return [*near, *near, *random.Random(seed).sample(rest, min(len(rest), 2 * len(near)))]


def own_examples(corpora):
    return [example_of('own', pair) for corpus in corpora for pair in pairs_of(corpus)]


class Session:
    """One base, one set of examples, and the corpora that judge."""

    def __init__(self, options):
        torch.set_num_threads(options.threads)
        torch.manual_seed(options.seed)
        self.options = options
        self.held = [read_corpus(stem) for stem in stems(options.held_out)]
        self.measured = [read_folder(folder) for folder in options.measured]
        self.read = Texts(options.base / 'tokenizer.json', options.device)
        self.encoder = read_encoder(options.base / 'model.onnx').to(options.device)
        self.base = self.weights()
        taken = set(filter(None, options.take.split(',')))
        examples = [one for one in read_examples(options.pairs) if not taken or one.source in taken]
        self.examples = [one for one in examples for _ in range(options.own if one.source == 'own' else 1)]
        print(f'{len(examples)} pairs, {sum(one.positive is None for one in examples)} of them without an answer')

    def weights(self):
        return {name: value.clone() for name, value in self.encoder.state_dict().items()}

    def measure(self, title, corpora, **how):
        table(title, {one.name: measure(one, embed_with(self.encoder, self.read), **how) for one in corpora})

    def plain(self):
        if self.options.alone:
            self.measure('plain MiniLM, sentence alone', [*self.held, *self.measured], scored=lambda one: one.text)
        self.measure('plain MiniLM, context. sentence', self.held)
        self.measure('plain MiniLM, measured only', self.measured)

    def first(self):
        """Without any of the corpora that are held out."""
        options = self.options
        self.encoder.load_state_dict(self.base)
        tune(self.encoder, self.read, self.examples, options, options.steps, options.minutes)
        self.measure('tuned without any held-out corpus', self.held)
        self.measure('tuned, measured only', self.measured)
        return self.weights()

    def then(self, first, corpora):
        """With these of the held-out corpora too."""
        options = self.options
        self.encoder.load_state_dict(first)
        near = own_examples(corpora)
        if options.then_minutes > 0 and near:
            tune(self.encoder, self.read, mixed(near, self.examples, options.seed), options, options.then_steps, options.then_minutes)

    def leave_one_out(self, first):
        rows = {}
        for left in self.held if self.options.then_minutes > 0 else []:
            self.then(first, [corpus for corpus in self.held if corpus is not left])
            rows[left.name] = measure(left, embed_with(self.encoder, self.read))
        table('tuned with the others of the held-out corpora (leave one out)', rows)


def main():
    options = read_options()
    session = Session(options)
    session.plain()
    first = session.first()
    session.leave_one_out(first)
    if options.out:
        session.then(first, session.held)
        write_addon(session.encoder, options)


if __name__ == '__main__':
    main()
