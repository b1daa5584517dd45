import { describe, expect, onTestFinished, test } from 'vitest';
import { Beliefs } from '../../../engine/belief/read-beliefs.ts';
import type { EngineOptions } from '../../../engine/create-engine.ts';
import type { Engine } from '../../../engine/engine.ts';
import { evaluate } from '../../../engine/findings/evaluate.ts';
import { readFacts } from '../../../engine/findings/read-facts.ts';
import { JudgeUnavailable, type StanceJudge } from '../../../engine/ports.ts';
import type { JudgedTexts, StanceVerdict } from '../../../engine/stance/stance.ts';
import type { StanceOpinion } from '../../../graph/claim.ts';
import { rebuildInPlace } from '../../../graph/log/rebuild.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import { projectionsOf } from '../../conformance/projections.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const CORPUS = 'arlen';
const CLAIM = 'The Tal viaduct near Arlen was designed by a Swiss engineer in the service of the railway.';
const AGAINST = 'The Tal viaduct near Arlen was designed by a Danish engineer in the service of the railway.';

async function start(hooks: Pick<EngineOptions, 'judge' | 'onFault'> = {}): Promise<Engine> {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  return createTestEngine(opened.store, undefined, null, undefined, hooks);
}

const document = (id: string, text: string, day: string, domain = `${id}.example`): TestDocument => ({
  id,
  text,
  domain,
  day,
  title: 'Tal viaduct',
});
const first = document('first', CLAIM, '2026-09-01');
const read = (engine: Engine, ...documents: TestDocument[]) =>
  ingestInto(engine, CORPUS, [jsonLines(documents)]);

async function opinionsIn({ store }: Engine): Promise<StanceOpinion[]> {
  const entries = await store.entries({ after: -1, limit: 1_000, types: ['claim.asserted'] });
  return entries.flatMap(({ entry: { body } }) =>
    body.type === 'claim.asserted' ? (body.opinions ?? []) : [],
  );
}

async function contradictionsIn({ store }: Engine): Promise<string[]> {
  const entries = await store.entries({ after: -1, limit: 1_000, types: ['claim.asserted'] });
  return entries.flatMap(({ entry: { body } }) =>
    body.type === 'claim.asserted' ? [...body.contradicts] : [],
  );
}

/** The verdict on an answer that states what the document states. */
async function verdictOn(engine: Engine, id: string) {
  const { store } = engine;
  const [versions = []] = await store.ranges('versions', { corpus: CORPUS, by: [id] });
  const artefacts = versions.map(({ record }) => record.artefact_id);
  const claims = [
    ...new Set((await store.ranges('occurrencesIn', { by: artefacts })).flat().map(({ claim }) => claim)),
  ];
  const answer = { claims, artefacts, cover: claims.map((claim) => ({ claim, artefacts })) };
  const { view } = await viewOf(engine, CORPUS);
  const { state, reasons } = evaluate(answer, await readFacts(store, new Beliefs(store), [answer], view));
  return [state, ...reasons.map(({ code }) => code)];
}

describe('a sentence that a judge holds against another publisher', () => {
  test('warns of the older one, and is recorded with the judge and what it saw', async () => {
    const engine = await start();
    await read(engine, first);
    expect(await verdictOn(engine, 'first')).toEqual(['PASS']);
    await read(engine, document('second', AGAINST, '2026-09-02'));
    expect(await verdictOn(engine, 'first')).toEqual(['WARN', 'newer_rival']);
    expect(await verdictOn(engine, 'second')).toEqual(['PASS']);
    const [opinion] = await opinionsIn(engine);
    expect(opinion).toMatchObject({
      judge: 'lexical/4',
      stance: 'CONTRADICT',
      features: ['exclusive'],
    });
  });

  test('never fails it, however many publishers say the same', async () => {
    const engine = await start();
    const others = ['b', 'c', 'd', 'e'].map((id, index) => document(id, AGAINST, `2026-09-1${index}`));
    await read(engine, first, ...others);
    expect(await verdictOn(engine, 'first')).toEqual(['WARN', 'newer_rival']);
  });

  test('leaves FAIL to the ledger: two curators who dispute the claim', async () => {
    const engine = await start();
    await read(engine, first, document('second', AGAINST, '2026-09-02'));
    const [versions = []] = await engine.store.ranges('versions', { corpus: CORPUS, by: ['first'] });
    const [places = []] = await engine.store.ranges('occurrencesIn', {
      by: versions.map(({ record }) => record.artefact_id),
    });
    for (const name of ['ann', 'bob']) {
      await engine.appendEvidence({
        claim: places[0]?.claim ?? 'wx://arlen/claim/none',
        corpus: CORPUS,
        kind: 'dispute',
        evidence: [{ ref: `https://${name}.example/proof`, hash: `unseen by ${name}`, kind: 'reproduction' }],
        attestations: [],
        stake: null,
        idempotency: null,
        writer: { actor: name, actorRoot: name, standing: 1_000, tokenId: name, maySupersede: false },
      });
    }
    expect(await verdictOn(engine, 'first')).toContain('contradiction_authoritative');
  });

  test('is shown beside the answer, with the confidence of the judge', async () => {
    const engine = await start();
    await read(engine, first, document('second', AGAINST, '2026-09-02'));
    const question = 'Who designed the Tal viaduct near Arlen?';
    const { answer, trust } = await answerOf(engine, { corpus: CORPUS, q: question });
    const shown = answer.claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
    expect(shown.map(({ quote }) => quote)).toEqual([answer.summary.includes('Swiss') ? AGAINST : CLAIM]);
    expect(trust.findings_state).not.toBe('FAIL');
  });

  test.each<[string, TestDocument]>([
    ['the same publisher on the same day', document('second', AGAINST, '2026-09-01', 'first.example')],
    ['a copy of the sentence', document('second', CLAIM, '2026-09-02')],
    [
      'another viaduct',
      document('second', AGAINST.replace('Tal', 'Orm').replace('Arlen', 'Boro'), '2026-09-02'),
    ],
    ['a plan', document('second', AGAINST.replace('was designed', 'will be designed'), '2026-09-02')],
    ['somebody who reports it', document('second', `Critics say that ${AGAINST}`, '2026-09-02')],
  ])('is not %s', async (_, second) => {
    const engine = await start();
    await read(engine, first, { ...second, title: 'Notes' });
    expect(await opinionsIn(engine)).toEqual([]);
    expect(await verdictOn(engine, 'first')).toEqual(['PASS']);
  });

  test('of the same publisher warns too: its later value has replaced the earlier one', async () => {
    const engine = await start();
    const second = document('second', AGAINST, '2026-09-02', 'first.example');
    await read(engine, first, second);
    expect(await verdictOn(engine, 'first')).toEqual(['WARN', 'newer_rival']);
    expect(await verdictOn(engine, 'second')).toEqual(['PASS']);
  });

  test('is not within one document, whatever its parts say', async () => {
    const engine = await start();
    await read(engine, {
      ...first,
      text: `${CLAIM} ${AGAINST} The viaduct has 12 arches. The viaduct has 9 arches.`,
    });
    expect(await opinionsIn(engine)).toEqual([]);
    expect(await contradictionsIn(engine)).toEqual([]);
    expect(await verdictOn(engine, 'first')).toEqual(['PASS']);
  });

  test('that is older than the claim is no reason to warn', async () => {
    const engine = await start();
    await read(engine, first, document('second', AGAINST, '2026-08-01'));
    expect(await verdictOn(engine, 'first')).toEqual(['PASS']);
  });

  test('is found again from the log by another ingest, after a restart', async () => {
    const engine = await start();
    await read(engine, first);
    const again = createTestEngine(engine.store);
    await read(again, document('second', AGAINST, '2026-09-02'));
    expect(await verdictOn(again, 'first')).toEqual(['WARN', 'newer_rival']);
  });
});

/** A judge elsewhere, which counts how often it is asked. */
class CountingJudge implements StanceJudge {
  readonly id = 'remote/test';
  readonly version = '7';
  asked = 0;
  readonly #say: (texts: JudgedTexts) => StanceVerdict;
  constructor(say: (texts: JudgedTexts) => StanceVerdict) {
    this.#say = say;
  }
  async judge(texts: JudgedTexts): Promise<StanceVerdict> {
    this.asked += 1;
    return this.#say(texts);
  }
}

const AGREEING = 'The Tal viaduct near Arlen was designed by a Swiss man in the service of the railway.';
const contradicts = () => ({ stance: 'CONTRADICT', confidence: 1, reasons: [] }) as const;

describe('a judge elsewhere', () => {
  test('warns and never fails, however sure it is and however many say so', async () => {
    const engine = await start({ judge: new CountingJudge(contradicts) });
    const others = ['b', 'c', 'd', 'e'].map((id, index) => document(id, AGREEING, `2026-09-1${index}`));
    await read(engine, first, ...others);
    expect(await verdictOn(engine, 'first')).toEqual(['WARN', 'newer_rival']);
    const [opinion] = await opinionsIn(engine);
    expect(opinion).toMatchObject({ judge: 'remote/test/7', confidence: 1_000, stance: 'CONTRADICT' });
  });

  const nothing = () => ({ stance: 'NONE', confidence: 0.6, reasons: [] }) as const;

  test('hides no lexical contradiction: a document may have talked it into nothing', async () => {
    const engine = await start({ judge: new CountingJudge(nothing) });
    await read(engine, first, document('second', AGAINST, '2026-09-02'));
    expect(await verdictOn(engine, 'first')).toEqual(['WARN', 'newer_rival']);
    expect(await opinionsIn(engine)).toMatchObject([
      { judge: 'remote/test/7', stance: 'NONE', confidence: 600 },
      { judge: 'lexical/4', stance: 'CONTRADICT' },
    ]);
  });

  test('is recorded without an opinion, and then causes no warning', async () => {
    const engine = await start({ judge: new CountingJudge(nothing) });
    await read(engine, first, document('second', AGREEING, '2026-09-02'));
    expect(await verdictOn(engine, 'first')).toEqual(['PASS']);
    expect(await opinionsIn(engine)).toMatchObject([{ judge: 'remote/test/7', stance: 'NONE' }]);
  });

  test('is never asked twice: not by reading again, and not by a rebuild', async () => {
    const judge = new CountingJudge(contradicts);
    const engine = await start({ judge });
    const documents = [first, document('second', AGREEING, '2026-09-02')];
    await read(engine, ...documents);
    expect(judge.asked).toBe(1);
    await read(engine, ...documents);
    const before = await projectionsOf(engine.store);
    await rebuildInPlace(engine.store, () => undefined);
    expect(judge.asked).toBe(1);
    expect(await projectionsOf(engine.store)).toEqual(before);
    expect(await verdictOn(engine, 'first')).toEqual(['WARN', 'newer_rival']);
  });

  test('that is silent is released when the ingest ends, and written entries stay', async () => {
    const ending = new AbortController();
    const judge: StanceJudge = {
      id: 'remote/silent',
      version: '1',
      judge: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          ending.abort(new DOMException('late', 'TimeoutError'));
        }),
    };
    const engine = await start({ judge });
    const files = [jsonLines([first, document('second', AGAINST, '2026-09-02')])];
    const { signal } = ending;
    const ingesting = engine.ingest(files, { corpus: CORPUS, source: 'test', onProgress: () => {}, signal });
    await expect(ingesting).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(
      (await readRange(engine.store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 10 })).map(
        ({ record }) => record.doc_id,
      ),
    ).toEqual(['first']);
    const observed = await engine.store.entries({ after: -1, limit: 10, types: ['corpus.observed'] });
    expect(observed).toEqual([]);
  });

  test('that cannot be asked leaves the lexical verdict, and its fault is reported', async () => {
    const faults: unknown[] = [];
    const judge = new CountingJudge(() => {
      throw new JudgeUnavailable('remote/test did not answer');
    });
    const engine = await start({ judge, onFault: (fault) => faults.push(fault) });
    await read(engine, first, document('second', AGAINST, '2026-09-02'));
    expect(await verdictOn(engine, 'first')).toEqual(['WARN', 'newer_rival']);
    expect((await opinionsIn(engine)).map((one) => one.judge)).toEqual(['lexical/4']);
    expect(faults).toEqual([expect.objectContaining({ message: 'remote/test did not answer' })]);
  });
});

describe('a sentence that is no claim', () => {
  const MANUAL = ['| Part | Interval |', '|---|---|', '| Air filter | 30 days |', '| Hose | 180 days |'].join(
    '\n',
  );
  const CLINIC = 'Replace the air filter of the Airlume S every 14 days.';
  const page = (id: string, title: string, text: string, day: string) => ({
    ...document(id, text, day),
    title,
  });
  const manual = page('manual', 'Airlume S: care and replacement intervals', MANUAL, '2026-09-02');
  const clinic = page('clinic', 'Sleep clinic: living with the Airlume S', CLINIC, '2026-10-08');

  async function textsIn({ store }: Engine, id: string): Promise<string[]> {
    const entries = await store.entries({ after: -1, limit: 1_000, types: ['claim.asserted'] });
    const [versions = []] = await store.ranges('versions', { corpus: CORPUS, by: [id] });
    const own = new Set(versions.map(({ record }) => record.artefact_id));
    return entries.flatMap(({ entry: { body } }) =>
      body.type === 'claim.asserted' && own.has(body.artefact) ? [body.core.text] : [],
    );
  }

  test('is asserted with the opinion where it contradicts a claim of another document', async () => {
    const engine = await start();
    await read(engine, manual, clinic);
    expect(await textsIn(engine, 'clinic')).toEqual([CLINIC]);
    expect(await opinionsIn(engine)).toEqual([expect.objectContaining({ stance: 'CONTRADICT' })]);
    expect(await verdictOn(engine, 'manual')).toEqual(['WARN', 'newer_rival']);
  });

  test.each([
    ['there is nothing to contradict', [clinic]],
    ['it says the same', [page('manual', manual.title, MANUAL.replace('30', '14'), manual.day), clinic]],
    ['it is about another device', [page('manual', 'Fan heater CF-10: care', MANUAL, manual.day), clinic]],
  ])('is not asserted where %s', async (_, documents) => {
    const engine = await start();
    await read(engine, ...documents);
    expect(await textsIn(engine, 'clinic')).toEqual([]);
    expect(await opinionsIn(engine)).toEqual([]);
  });

  test('never contradicts its own document or table', async () => {
    const engine = await start();
    const rows = `${MANUAL}\n| Air filter | 14 days |\n\n${CLINIC}`;
    await read(engine, page('manual', manual.title, rows, manual.day));
    expect(await opinionsIn(engine)).toEqual([]);
    expect(await contradictionsIn(engine)).toEqual([]);
  });

  test('contests nothing where it has no figure', async () => {
    const engine = await start();
    const often = page('clinic', clinic.title, 'Replace the air filter of the Airlume S often.', clinic.day);
    await read(engine, manual, often);
    expect(await textsIn(engine, 'clinic')).toEqual([]);
  });
});
