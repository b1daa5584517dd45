import { expect, onTestFinished, test } from 'vitest';
import { readClaims } from '../../../engine/claims/read-claims.ts';
import { type RelatedClaim, relateClaims } from '../../../engine/ingest/relate-claims.ts';
import { claimCoreOf } from '../../../engine/reading/claims/claim-core.ts';
import { isClaim } from '../../../engine/reading/claims/claim-policy.ts';
import { proseLayout } from '../../../engine/reading/document/prose-layout.ts';
import type { ClaimCore, ClaimRecord } from '../../../graph/claim.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

/** Claims of one slot that are compared; it stands in `relate-claims.ts`. */
const COMPARED = 64;

/** Wordings with the same analysed words, each a claim of its own. */
const wording = (marks: number): ClaimCore => ({
  v: 1,
  corpus: 'sky',
  lang: 'en',
  text: `Saturn shines${'!'.repeat(marks)}`,
});

function recordOf({ addr, core, contentHash, cluster, slot }: RelatedClaim, seq: number): ClaimRecord {
  const effective_at = '2026-09-01T09:00:00.000Z';
  const artefact = 'a1saturn';
  return {
    ...{ addr, core, content_hash: contentHash, claim_cluster_id: cluster, slot },
    artefact,
    seq,
    effective_at,
  };
}

test('knows a claim again however many share its slot, and compares a new one with its first claim', async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  const cores = Array.from({ length: COMPARED + 2 }, (_, marks) => wording(marks));
  const related = await relateClaims(store, cores);
  expect(new Set(related.map(({ cluster }) => cluster)).size).toBe(1);
  await save(store, { claims: related.map(recordOf) });
  const [last, next] = await relateClaims(store, [wording(COMPARED + 1), wording(COMPARED + 2)]);
  expect(last).toMatchObject({ slot: related[0]?.slot, cluster: related[0]?.cluster });
  expect(next).toMatchObject({ canonical: related[0]?.addr, cluster: related[0]?.cluster });
});

/** The claims of documents by their titles, read as an ingest reads them, related in one store. */
async function related(documents: Readonly<Record<string, string>>): Promise<RelatedClaim[]> {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  const lang = 'en';
  const cores = Object.entries(documents).flatMap(([title, text]) =>
    readClaims({ title, text, layout: proseLayout(text), lang, published: null })
      .filter(({ said }) => isClaim(said))
      .flatMap(({ said, claims }) =>
        claims.length === 0
          ? [claimCoreOf({ corpus: 'sky', document: title }, said)]
          : claims.map(({ form }) => claimCoreOf({ corpus: 'sky', document: title }, said, form)),
      ),
  );
  return relateClaims(store, cores);
}

const clustersOf = (claims: readonly RelatedClaim[], text: RegExp) =>
  claims.filter(({ core }) => text.test(core.text)).map(({ cluster }) => cluster);

test.each([
  ['no sentence before it', 'It has 146 moons.', 'It has 146 moons.'],
  [
    'an antecedent',
    'Saturn is a large planet. It has 146 moons.',
    'Jupiter is a large planet. It has 146 moons.',
  ],
  [
    'one wording of its antecedent',
    'The planet is large. It has 146 moons.',
    'The planet is large. It has 146 moons.',
  ],
])('a dangling pronoun with %s joins no two documents', async (_what, one, other) => {
  const claims = await related({ 'On Saturn': one, 'On Jupiter': other });
  const clusters = clustersOf(claims, /^It has 146 moons/);
  expect(clusters).toHaveLength(2);
  expect(new Set(clusters).size).toBe(2);
  expect(new Set(claims.map(({ addr }) => addr)).size).toBe(claims.length);
});

test('the same words under two titles are two claims of two clusters', async () => {
  const text = 'The default port is 5173.';
  const claims = await related({ 'Dev server': text, Preview: text });
  expect(new Set(claims.map(({ addr }) => addr)).size).toBe(2);
  expect(new Set(claims.map(({ cluster }) => cluster)).size).toBe(2);
});

test('what names its subject joins documents of different titles', async () => {
  const claims = await related({
    'On Saturn': 'Saturn has 146 known moons.',
    'A new count': 'Saturn now has 146 known moons, more than the other planets.',
  });
  expect(claims).toHaveLength(2);
  expect(new Set(claims.map(({ cluster }) => cluster)).size).toBe(1);
});

test.each([
  ['an object', 'Local groups maintain a path around it.'],
  ['a subject', 'It runs a museum.'],
])(
  'a pronoun that is %s, with nothing before it, joins no two documents of one title',
  async (_what, text) => {
    const { store, dispose } = await openEmptyEmbedded();
    onTestFinished(dispose);
    const cores = ['a.md', 'b.md'].flatMap((document) =>
      readClaims({ title: 'Notes', text, layout: proseLayout(text), lang: 'en', published: null }).flatMap(
        ({ said, claims: [claim] }) => claimCoreOf({ corpus: 'sky', document }, said, claim?.form),
      ),
    );
    const claims = await relateClaims(store, cores);
    expect(new Set(claims.map(({ cluster }) => cluster)).size).toBe(2);
  },
);

test('what a sentence states beside a value keeps two claims apart', async () => {
  const claims = await related({
    'On Saturn': 'Saturn has 146 known moons.',
    'Two planets': 'Saturn has 146 known moons, and Jupiter has 95 known moons.',
    'Two planets again': 'Saturn has 146 known moons and Jupiter has 95 known moons.',
    'A museum': 'Saturn has 146 known moons, but the museum in Lund shows 12 of them.',
  });
  const saturn = claims.filter(({ core }) => core.form?.subject.key === 'saturn');
  const [alone, two, again, museum] = saturn.map(({ cluster }) => cluster);
  expect(new Set([alone, two, museum]).size).toBe(3);
  expect(again).toBe(two);
});

test('claims of one slot that are negated, of another place or another time share no cluster', async () => {
  const claims = await related({
    A: 'The museum of Lund is open on Sundays.',
    B: 'The museum of Lund is not open on Sundays.',
    C: 'The museum of Malmö is open on Sundays.',
    D: 'The museum of Lund is open on Mondays.',
  });
  expect(new Set(claims.map(({ cluster }) => cluster)).size).toBe(claims.length);
});

test('the same words in two languages are two claims', async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  const text = 'Saturn: 146';
  const cores = ['en', 'de'].map((lang): ClaimCore => ({ v: 1, corpus: 'sky', lang, text }));
  const [english, german] = await relateClaims(store, cores);
  expect(german?.addr).not.toBe(english?.addr);
  expect(german?.cluster).not.toBe(english?.cluster);
});
