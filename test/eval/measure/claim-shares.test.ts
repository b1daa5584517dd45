import { describe, expect, it } from 'vitest';
import { claimShares, sampleClaims, sentencesIn } from '../../../eval/measure/claim-shares.ts';

const MARKDOWN = `# Piers

The north pier is closed in winter. Moor at the south pier!

| Pier | Depth |
|---|---|
| North | \`4 m\` |
`;
const files = [{ name: 'piers.md', bytes: new TextEncoder().encode(MARKDOWN) }];
const sentences = sentencesIn({ files });

const asked = (...fragments: string[]) => ({
  questions: fragments.map((fragment) => ({
    q: 'x',
    asOf: null,
    want: ['x'],
    never: [],
    evidence: [{ document: 'piers.md', fragment }],
    kind: 'value',
    style: 'keyword',
    all: null,
  })),
});

describe('the shares of a corpus', () => {
  it('count sentences and claims, in rows too', () => {
    expect(claimShares(sentences, asked())).toMatchObject({ sentences: 5, claims: 2, alone: 0 });
  });

  it('tell golden fragments in a claim from those in another sentence and in none', () => {
    const { fragments } = claimShares(
      sentences,
      asked('closed in **winter**', '| North | `4 m` |', 'the south pier', 'the east pier'),
    );
    expect(fragments).toEqual({ all: 4, in_a_claim: 2, in_another_sentence: 1 });
  });

  it('are those of no documents where a reader refuses the file', () => {
    const none = sentencesIn({ files: [{ name: 'empty.md', bytes: new Uint8Array() }] });
    expect(claimShares(none, asked('x')).fragments).toEqual({
      all: 1,
      in_a_claim: 0,
      in_another_sentence: 0,
    });
  });
});

describe('a sample of claims', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [50, 2],
  ])('of %i has %i of two, with context and score', (size, shown) => {
    const sample = sampleClaims(sentences, size);
    expect(sample).toHaveLength(shown);
    for (const one of sample) expect(one).toMatchObject({ context: { title: 'Piers' }, alone: false });
  });
});
