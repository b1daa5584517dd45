/** Answers that quote sentences which ingest did not assert, and answers that say nothing for sure. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { READING_POLICY, type ReadingPolicy } from '../../../engine/reading/rank/reading-policy.ts';
import { answerOf, ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const PORT = 'Set the port with `--port 9000` when you start it.';
const DOCUMENTS = jsonLines([
  {
    id: 'guide',
    domain: 'docs.example',
    day: '2025-03-01',
    title: 'Ferrystack guide',
    text: `## Ports\n\n${PORT}\n\nThe server writes its log to standard error.`,
  },
  {
    id: 'about',
    domain: 'about.example',
    day: '2025-03-02',
    title: 'About',
    text: 'Ferrystack is a small queue. It was written in 2019.',
  },
]);

/** The learned ranking, which answers as if it were always, or never, sure. */
function always(bias: number): ReadingPolicy {
  const { rank } = READING_POLICY.lexical.several_words;
  const weights = { rank, confidence: { bias, weights: {} } };
  const lexical = { one_word: weights, several_words: weights, yes_no: weights };
  return { ...READING_POLICY, id: `test/${bias}`, lexical };
}

async function start(reading: ReadingPolicy): Promise<Engine> {
  const { store } = await openEmptyEmbedded();
  const engine = createTestEngine(store, undefined, null, undefined, { reading });
  await ingestInto(engine, 'docs', [DOCUMENTS]);
  return engine;
}

const Q = 'how to set the port of ferrystack';
const claimsOf = (engine: Engine, artefact: string) =>
  engine.store.ranges('occurrencesIn', { by: [artefact as `a1${string}`] }).then(([found = []]) => found);

describe('an answer from the ranking', () => {
  it('asserts the sentence that it quotes and that ingest had not asserted, with its evidence', async () => {
    const engine = await start(always(40));
    const { answer, trust } = await answerOf(engine, { corpus: 'docs', q: Q });
    expect(answer.summary).toContain('--port 9000');
    const [sentence] = answer.sentences;
    expect(sentence?.claims).toHaveLength(1);
    expect(trust.findings_state).toBe('PASS');
    const [citation] = sentence?.citations ?? [];
    const places = await claimsOf(engine, citation?.artefact_id ?? '');
    expect(places.map((place) => place.sentence.start)).toContain(citation?.start);
    const [claim] = answer.claims;
    expect(claim?.belief?.state).toBe('settled');
  });

  it('asserts it once, and gives the stored answer when asked again', async () => {
    const engine = await start(always(40));
    const first = await answerOf(engine, { corpus: 'docs', q: Q });
    const { snapshot } = await viewOf(engine, 'docs');
    const again = await answerOf(engine, { corpus: 'docs', q: Q });
    expect(again.answer.answer_id).toBe(first.answer.answer_id);
    expect((await viewOf(engine, 'docs')).snapshot).toBe(snapshot);
  });

  it('asserts it once where two ask at the same time', async () => {
    const engine = await start(always(40));
    const answers = await Promise.all(
      [1, 2, 3].map((n) => answerOf(engine, { corpus: 'docs', q: `${Q}${' ?'.repeat(n)}` })),
    );
    const cited = answers.map(({ answer }) => answer.sentences[0]?.citations[0]);
    const places = await claimsOf(engine, cited[0]?.artefact_id ?? '');
    const starts = places.map((place) => place.sentence.start);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it.each([
    ['alone', 1, ['Ferrystack is a small queue.', 'It was written in 2019.']],
    ['behind the sentence that it points to', 4, ['It was written in 2019.']],
  ])('quotes what a pronoun points to where its sentence is shown %s', async (_, most, quotes) => {
    const reading = { ...always(40), compose: { share: 0, figure_share: 0, most } };
    const engine = await start(reading);
    const { answer } = await answerOf(engine, { corpus: 'docs', q: 'When was it written in 2019?' });
    const written = answer.sentences.find(({ text }) => text === 'It was written in 2019.');
    expect(answer.sentences).toHaveLength(Math.min(2, most));
    expect(written?.citations.map(({ quote }) => quote)).toEqual(quotes);
  });

  it('quotes every sentence verbatim, and says how sure it is', async () => {
    const engine = await start(always(40));
    const { answer } = await answerOf(engine, { corpus: 'docs', q: Q });
    for (const { text, citations } of answer.sentences) expect(citations[0]?.quote).toBe(text);
    expect(answer.confidence).toBe(1);
    expect(answer.passages).toBeUndefined();
    expect(answer.summary).toBe(answer.sentences.map(({ text }) => text).join(' '));
  });
});

describe('an answer that nothing is sure enough for', () => {
  it('is empty, unknown, and shows the nearest passages verbatim with their places', async () => {
    const engine = await start(always(-40));
    const { answer, trust } = await answerOf(engine, { corpus: 'docs', q: Q });
    expect(answer).toMatchObject({ summary: '', sentences: [], claims: [], artefacts: [] });
    expect(answer.confidence).toBeUndefined();
    expect(trust).toMatchObject({ findings_state: 'UNKNOWN', reasons: [{ code: 'no_support' }] });
    const [passage] = answer.passages ?? [];
    expect(passage?.quote).toContain('--port 9000');
    const [bytes] = await engine.store.blobs([
      (await engine.store.records('artefacts', [passage?.artefact_id ?? 'a1']))[0]?.record.text_hash ?? '',
    ]);
    const text = Buffer.from(bytes ?? []).toString();
    expect(text.slice(passage?.start, passage?.end)).toBe(passage?.quote);
  });

  it('asserts nothing', async () => {
    const engine = await start(always(-40));
    const { snapshot } = await viewOf(engine, 'docs');
    await answerOf(engine, { corpus: 'docs', q: Q });
    expect((await viewOf(engine, 'docs')).snapshot).toBe(snapshot);
  });

  it('shows no passage that shares no word with the question', async () => {
    const engine = await start(always(-40));
    const { answer } = await answerOf(engine, { corpus: 'docs', q: 'Saturno lunas' });
    expect(answer.passages).toBeUndefined();
  });
});
