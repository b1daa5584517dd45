import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer, CheckedClaim } from '../../../engine/answer/answer.ts';
import { verifyReceipt } from '../../../engine/receipt/verify-against-store.ts';
import { trusted } from '../../../graph/log/key-list.ts';
import { ingestInto, jsonLines, type TestDocument, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine, testVerifier } from '../test-engine.ts';

const CORPUS = 'notes';

interface Note {
  readonly text: string;
  readonly title?: string;
  readonly day?: string;
}

async function startWith(notes: readonly Note[]) {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const engine = createTestEngine(opened.store);
  const documents = notes.map(
    ({ text, day = '2026-09-01', title = 'Notes' }, index): TestDocument => ({
      id: `n${index}`,
      text,
      title,
      day,
      domain: `n${index}.example`,
    }),
  );
  await ingestInto(engine, CORPUS, [jsonLines(documents)]);
  const ask = async (q: string, k: number) => {
    const view = await viewOf(engine, CORPUS);
    const outcome = await engine.ask({ q, k, mode: 'light', maxSnapshotAge: null, view }, 'local');
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    return outcome.value.answer;
  };
  return { engine, store: opened.store, ask };
}

function against(answer: Answer): string[] {
  return answer.claim_clusters.flatMap((one) => one.counterfactuals.map(({ quote }) => quote));
}

function foundBy(answer: Answer): string[] {
  return answer.claim_clusters.flatMap((one) => (one.checked ?? []).flatMap(({ found_by }) => found_by));
}

function checked(answer: Answer): CheckedClaim {
  const [first] = answer.claim_clusters.flatMap((one) => one.checked ?? []);
  if (first === undefined) throw new Error('nothing was checked');
  return first;
}

/** The question's one candidate, and a rival that only a search for the opposite reaches. */
const RIVALS = [
  { text: 'The castle of Orm is open on Mondays.', title: 'Is the castle of Orm open on Mondays?' },
  { text: 'The castle of Orm is closed on Mondays.', title: 'Winter news' },
];

describe('the search for what disagrees', () => {
  test('finds what the question’s own retrieval misses, and records how', async () => {
    const { ask } = await startWith(RIVALS);
    const answer = await ask('Is the castle of Orm open on Mondays?', 1);
    expect(answer.sentences[0]?.text).toBe('The castle of Orm is open on Mondays.');
    expect(against(answer)).toEqual(['The castle of Orm is closed on Mondays.']);
    const [found] = answer.claim_clusters[0]?.counterfactuals ?? [];
    expect(found).toMatchObject({ kind: 'disputed', reason: 'rival_value', action: 'flagged' });
    expect(found?.score).toBeGreaterThan(0);
    expect(['graph', 'opposite_search']).toContain(checked(answer).found_by[0]);
  });

  test('finds another number in a text with other words, which no structure was read from', async () => {
    const { ask } = await startWith([
      { text: 'Vellmar has 14 libraries.', title: 'How many libraries does Vellmar have?' },
      { text: 'Counting the mobile one, Vellmar has 19 libraries.', title: 'Reading in Vellmar' },
    ]);
    const answer = await ask('How many libraries does Vellmar have?', 1);
    expect(answer.summary).toContain('14');
    expect(against(answer)).toEqual(['Counting the mobile one, Vellmar has 19 libraries.']);
    expect(checked(answer).found_by).toHaveLength(1);
  });

  test('finds a denial, which answers nothing, by its words', async () => {
    const { ask } = await startWith([
      { text: 'Ann Hale won the Orm prize in 1990.', day: '2026-09-02' },
      { text: 'Ann Hale did not win the Orm prize in 1990.' },
    ]);
    const answer = await ask('When did Ann Hale win the Orm prize?', 10);
    expect(answer.sentences.map(({ text }) => text)).toEqual(['Ann Hale won the Orm prize in 1990.']);
    const [found] = answer.claim_clusters.flatMap((one) => one.counterfactuals);
    expect(found).toMatchObject({
      kind: 'disputed',
      reason: 'rival_value',
      action: 'flagged',
      quote: 'Ann Hale did not win the Orm prize in 1990.',
    });
    expect(found?.score).toBeGreaterThan(0.7);
    expect(found?.score).toBeLessThanOrEqual(1);
    expect(checked(answer).found_by).toEqual(['ranking']);
  });

  test('lists the artefacts that were compared and found clear, without the quoted one', async () => {
    const { ask } = await startWith([
      { text: 'Lake Vell is 212 metres deep.' },
      { text: 'Lake Vell lies in Orland, and boats cross it.' },
      { text: 'Bread is baked before dawn.' },
    ]);
    const answer = await ask('How deep is Lake Vell?', 10);
    const { searches, sentences_read, clear, found_by } = checked(answer);
    expect(searches.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['other_value', 'negation']));
    expect(searches.length).toBeLessThanOrEqual(4);
    for (const { sections } of searches) expect(sections).toBeGreaterThan(0);
    expect(sentences_read).toBeGreaterThan(0);
    expect(found_by).toEqual([]);
    const quoted = answer.evidence_set.artefact_ids;
    expect(clear.length).toBeGreaterThan(0);
    expect(clear.filter((id) => quoted.includes(id))).toEqual([]);
  });

  test('stays within its bounds in a corpus where everything matches', async () => {
    const notes = Array.from({ length: 60 }, (_, n) => ({
      text: `Lake Vell is 212 metres deep, says survey ${n}. ${'Lake Vell is deep and cold. '.repeat(8)}`,
      title: `Survey ${n}`,
    }));
    const { ask } = await startWith(notes);
    const { searches, clear } = checked(await ask('How deep is Lake Vell?', 2));
    expect(searches.length).toBeLessThanOrEqual(4);
    for (const { sections } of searches) expect(sections).toBeLessThanOrEqual(12);
    expect(clear.length).toBeLessThanOrEqual(20);
  }, 30_000);

  test('is not made where nothing supports an answer', async () => {
    const { ask } = await startWith([{ text: 'Bread is baked before dawn.' }]);
    expect((await ask('How deep is Lake Vell?', 10)).claim_clusters).toEqual([]);
  });

  test('is in the receipt, which verifies and names the way it was made', async () => {
    const { engine, store, ask } = await startWith(RIVALS);
    const answer = await ask('Is the castle of Orm open on Mondays?', 1);
    const view = await engine.receipt(answer.answer_id, 'local');
    if (view === null) throw new Error('no receipt');
    expect(view.receipt.claim_clusters).toEqual(answer.claim_clusters);
    expect(view.receipt.policies.counterfactuals).toBe('opposite/1');
    const { steps } = await verifyReceipt(view, { keys: [trusted(testVerifier)], reader: store });
    expect(steps.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe('near misses that disagree with nothing', () => {
  test.each([
    [
      'a number that is less exact',
      'How many species of bees are there?',
      'More than 20,000 species of bees have been described worldwide.',
      'There are about 20,000 known species of bees.',
    ],
    [
      'a part of the whole',
      'How many species of bees are there?',
      'More than 20,000 species of bees have been described worldwide.',
      'Britain is home to around 270 species of bee.',
    ],
    [
      'a bound that the value keeps',
      'How many stations does the Vell Metro have?',
      'The Vell Metro has 56 stations.',
      'The Vell Metro has at least 50 stations.',
    ],
    [
      'the same length in another unit',
      'How deep is Lake Vell?',
      'Lake Vell is 1,642 metres deep.',
      'Lake Vell is 5,387 feet deep.',
    ],
    [
      'another version',
      'How many characters does Unicode 15.0 have?',
      'Unicode 15.0 has 149,186 characters.',
      'Unicode 13.0 has 143,859 characters.',
    ],
    [
      'another class',
      'How much does a first-class stamp cost?',
      'A first-class stamp costs £1.65.',
      'A second-class stamp costs 85p.',
    ],
    [
      'another year of a series',
      'What is the population of Iceland?',
      'Iceland had 384,000 inhabitants at the start of 2024.',
      'The population of Iceland was 348,000 in 2018.',
    ],
    [
      'a plan',
      'How many stations does the Vell Metro have?',
      'The Vell Metro has 56 stations.',
      'The Vell Metro is expected to have 70 stations by 2035.',
    ],
    [
      'what somebody claims',
      'How many books does the town library hold?',
      'The town library holds 52,000 books.',
      'A visitor claimed that the town library holds 90,000 books.',
    ],
    [
      'a condition',
      'How many stations does the Vell Metro have?',
      'The Vell Metro has 56 stations.',
      'If both lines were built, the Vell Metro would have 80 stations.',
    ],
    [
      'a rank',
      'How many stations does the Vell Metro have?',
      'The Vell Metro has 56 stations.',
      'Orm Square is the 12th station of the Vell Metro.',
    ],
    [
      'the value that was replaced, in the same sentence',
      'How many members does the council of Vell have?',
      'The council of Vell has 21 members.',
      'The council of Vell has 21 members instead of 17.',
    ],
    [
      'storage beside a price',
      'How much does the Orion phone cost?',
      'The Orion phone costs $499.',
      'The Orion phone with 256 GB of storage costs $849.',
    ],
    [
      'the same words in another case',
      'How deep is Lake Vell?',
      'Lake Vell is 212 metres deep.',
      'LAKE VELL IS 212 METRES DEEP.',
    ],
    [
      'a list of several subjects',
      'How deep is Lake Vell?',
      'Lake Vell is 212 metres deep.',
      'Lake Moor and Lake Ann are 40 and 35 metres deep.',
    ],
    [
      'another thing that is closed',
      'Is the castle of Orm open on Mondays?',
      'The castle of Orm is open on Mondays.',
      'The café beside the castle of Orm is closed on Mondays.',
    ],
    [
      'a negation of something else',
      'Is the castle of Orm open on Mondays?',
      'The castle of Orm is open on Mondays.',
      'Dogs are not allowed in the castle of Orm on Mondays.',
    ],
    [
      'a denial that somebody reports',
      'When did Ann Hale win the Orm prize?',
      'Ann Hale won the Orm prize in 1990.',
      'A rival claimed that Ann Hale did not win the Orm prize in 1990.',
    ],
    [
      'a denial of another person',
      'When did Ann Hale win the Orm prize?',
      'Ann Hale won the Orm prize in 1990.',
      'Ben Dale did not win the Orm prize in 1990.',
    ],
    [
      'a denial about another prize',
      'When did Ann Hale win the Orm prize?',
      'Ann Hale won the Orm prize in 1990.',
      'Ann Hale did not win the Vell medal in 1990.',
    ],
    [
      'a figure of another thing with the same words',
      'How many moons does Saturn have?',
      'Saturn has 146 known moons.',
      'Jupiter has 95 known moons and drops to second place behind Saturn.',
    ],
    [
      'a mean beside a maximum',
      'What is the maximum depth of Lake Baikal?',
      'The maximum depth of Lake Baikal is 1,642 metres.',
      'The average depth of Lake Baikal is 744 metres.',
    ],
    [
      'a longer form of the name',
      'Who is the mayor of Vell?',
      'Ann Hale is the mayor of Vell.',
      'The mayor of Vell is Dr Ann Hale.',
    ],
  ])('%s', async (_, q, lead, other) => {
    for (const k of [1, 10]) {
      const { ask } = await startWith([{ text: lead, title: q, day: '2026-09-02' }, { text: other }]);
      const answer = await ask(q, k);
      expect(answer.sentences.map(({ text }) => text)).toEqual([lead]);
      expect([against(answer), foundBy(answer)], `k = ${k}`).toEqual([[], []]);
    }
  });
});
