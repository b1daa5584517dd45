"""Right in the best 1 and best 3 sentences of a corpus by cosine, and how well the best cosine tells what has an answer."""
import numpy as np

from corpora import is_right


def measure(corpus, embed, scored=lambda one: one.scored):
    """`{'answerable', 'best 1', 'best 3', 'auc'}`; `embed` makes unit vectors of texts."""
    vectors = embed([scored(one) for one in corpus.sentences])
    asked = embed([one['q'] for one in corpus.golden])
    places = {id(one): at for at, one in enumerate(corpus.sentences)}
    right, tops = {1: 0, 3: 0}, {True: [], False: []}
    for question, vector in zip(corpus.golden, asked):
        seen = corpus.visible(question)
        cosines = vectors[[places[id(one)] for one in seen]] @ vector
        order = np.argsort(-cosines, kind='stable')
        is_answerable = question['want'] is not None
        tops[is_answerable].append(float(cosines[order[0]]))
        for best in right:
            right[best] += is_answerable and any(is_right(question, seen[at]) for at in order[:best])
    wins = [(yes > no) + (yes == no) / 2 for yes in tops[True] for no in tops[False]]
    return {'answerable': len(tops[True]), 'best 1': right[1], 'best 3': right[3], 'auc': float(np.mean(wins))}


def table(title, rows):
    """Rows of `measure`, with their sum; printed."""
    if not rows:
        return
    print(title)
    for name, row in rows.items():
        print(f"  {name}: best 1 {row['best 1']}/{row['answerable']}, best 3 {row['best 3']}/{row['answerable']}, AUC {row['auc']:.2f}")
    total = {key: sum(row[key] for row in rows.values()) for key in ('answerable', 'best 1', 'best 3')}
    if total['answerable']:
        shares = [100 * total[key] / total['answerable'] for key in ('best 1', 'best 3')]
        print(f'  together: best 1 {shares[0]:.1f} %, best 3 {shares[1]:.1f} %', flush=True)
