/** Trust reports on any store: what they say of an answer, and that they follow from the log's position alone. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnswerView } from '../../engine/answer/answer.ts';
import type { Engine } from '../../engine/engine.ts';
import type { TrustReport } from '../../engine/trust-report/trust-report.ts';
import { type AnswerId, type ClaimAddr, isClaimAddr } from '../../graph/address.ts';
import { parseCheckpoint } from '../../graph/log/checkpoint-note.ts';
import { addMilliseconds } from '../../graph/time.ts';
import { answerOf, askEngine, ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine, TestClock } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';

const TIMEOUT_MS = 120_000;
const DAY_MS = 86_400_000;
const CORPUS = 'lakes';
const Q = 'How deep is Lake Vell?';
const ASKED = '2026-10-01T12:00:00.000Z';

export const LAKES: readonly TestDocument[] = [
  { id: 'survey', domain: 'survey.example', day: '2026-05-02', text: 'Lake Vell is 212 metres deep.' },
  {
    id: 'atlas',
    domain: 'atlas.example',
    day: '2026-06-01',
    text: 'The atlas says that Lake Vell lies in Orland. Lake Vell is 212 metres deep.',
    licence: 'CC-BY-4.0',
  },
  { id: 'guide', domain: 'guide.example', day: '2011-03-04', text: 'Lake Vell is 190 metres deep.' },
  { id: 'moor', domain: 'moor.example', day: '2026-01-09', text: 'Lake Moor freezes every winter.' },
];

export function describeTrustReport(title: string, open: OpenStore): void {
  const start = async (documents: readonly TestDocument[] = LAKES) => {
    const opened = await open();
    onTestFinished(() => opened.dispose());
    const clock = new TestClock(ASKED);
    const engine = createTestEngine(opened.store, clock);
    await ingestInto(engine, CORPUS, [jsonLines(documents)]);
    return { engine, clock };
  };
  const ask = (engine: Engine, mode: 'light' | 'verified' = 'verified') =>
    answerOf(engine, { corpus: CORPUS, q: Q, mode });
  const dispute = async (engine: Engine, { answer }: AnswerView, names: readonly string[]) => {
    const [claim] = answer.claims;
    if (claim === undefined) throw new Error('the answer rests on no claim');
    for (const name of names) await appendDispute(engine, claim.addr, name);
    await engine.monitor.catchUp();
  };

  describe(`a trust report on ${title}`, { timeout: TIMEOUT_MS }, () => {
    test('names each artefact with why it was taken or left, its licence and its freshness', async () => {
      const { engine } = await start();
      const report = await reportOf(engine, await ask(engine));
      const taken = report.artefacts.filter(({ taken: isTaken }) => isTaken);
      expect(taken.map(({ reason, part }) => [reason, part])).toEqual([['covers', 'evidence']]);
      expect(taken[0]?.covers).toEqual(report.claims.map(({ addr }) => addr));
      expect(report.evidence_set.uncovered.every(({ claim }) => isClaimAddr(claim))).toBe(true);
      for (const { observed_at, last_observed_at, freshness } of report.artefacts) {
        expect(last_observed_at >= observed_at).toBe(true);
        // Just ingested: whatever day a document is of, its bytes were seen today.
        expect([last_observed_at.slice(0, 10), freshness]).toEqual([
          report.position.observed_at?.slice(0, 10),
          1,
        ]);
      }
      expect(byDomain(report, 'guide.example')).toMatchObject({
        part: 'counter_evidence',
        reason: 'disagrees',
        licence: 'CC0-1.0',
        withdrawn: null,
      });
      expect(report.artefacts.map(({ domain }) => domain)).toContain('survey.example');
      for (const { freshness } of report.artefacts) {
        expect(freshness).toBeGreaterThan(0);
        expect(freshness).toBeLessThanOrEqual(1);
      }
      const left = report.artefacts.filter(({ part }) => part === 'looked_at');
      expect(left.length).toBeGreaterThan(0);
      for (const { reason } of left)
        expect(reason).toMatch(/^(not_needed|dominated|no_cover|mirror|beyond_k)$/);
    });

    test('quotes each sentence from the text of its artefact, and what disagrees', async () => {
      const { engine } = await start();
      const report = await reportOf(engine, await ask(engine));
      expect(report.sentences.flatMap(({ citations }) => citations.map(({ quote }) => quote))).toEqual([
        'Lake Vell is 212 metres deep.',
      ]);
      expect(report.counter_evidence).toMatchObject([
        { quote: 'Lake Vell is 190 metres deep.', action: 'disclosed', found_by: expect.any(String) },
      ]);
      expect(report.checked?.searches).toBeGreaterThan(0);
    });

    test('tells the history of the verdict, and the verdict is its last entry', async () => {
      const { engine } = await start();
      const answer = await ask(engine);
      expect((await reportOf(engine, answer)).transitions).toMatchObject([{ from: 'UNKNOWN', to: 'PASS' }]);
      await dispute(engine, answer, ['one', 'two', 'three']);
      const report = await reportOf(engine, answer);
      expect(report.transitions.length).toBeGreaterThan(1);
      const last = report.transitions.at(-1);
      expect(report.trust).toMatchObject({ findings_state: last?.to, seq: last?.seq, at: last?.at });
      expect(report.transitions.map(({ seq }) => seq)).toEqual(
        report.transitions.map(({ seq }) => seq).toSorted((a, b) => a - b),
      );
    });

    test('explains each belief entry by entry, so that the contributions add up to its masses', async () => {
      const { engine } = await start();
      const answer = await ask(engine);
      await dispute(engine, answer, ['one']);
      const [claim] = (await reportOf(engine, answer)).claims;
      const belief = claim?.belief;
      expect(belief?.explained).toHaveLength(belief?.events ?? -1);
      const massOf = (kind: string) =>
        (belief?.explained ?? [])
          .filter((event) => event.kind === kind && event.vetted && event.open)
          .flatMap(({ evidence }) => evidence)
          .reduce((sum, { contribution }) => sum + contribution, 0);
      expect(massOf('corroborate')).toBe(belief?.vetted_support);
      expect(massOf('dispute')).toBe(belief?.vetted_opposition);
      expect(massOf('dispute')).toBeGreaterThan(0);
      expect(belief?.flip?.from).toBe(belief?.state);
      expect(belief?.flip?.to).not.toBe(belief?.state);
    });

    test('shows a belief as it was answered beside the one of now', async () => {
      const { engine } = await start();
      const answer = await ask(engine);
      await dispute(engine, answer, ['one', 'two', 'three']);
      const [claim] = (await reportOf(engine, answer)).claims;
      expect(claim?.answered?.state).toBe('settled');
      expect(claim?.belief?.state).not.toBe('settled');
      expect(claim?.belief?.effective_confidence).toBeLessThan(claim?.answered?.effective_confidence ?? 0);
    });

    test('is the same as often as it is asked for, whatever the clock says', async () => {
      const { engine, clock } = await start();
      const answer = await ask(engine);
      await engine.monitor.catchUp();
      const first = await reportOf(engine, answer);
      clock.set('2029-01-01T00:00:00.000Z');
      expect(await reportOf(engine, answer)).toEqual(first);
      expect(first.position.fresh_until).toBe(addMilliseconds(first.position.observed_at ?? '', 7 * DAY_MS));
    });

    test('states the size, the root and the signed checkpoint that it was made at', async () => {
      const { engine } = await start();
      const answer = await ask(engine);
      await engine.monitor.catchUp();
      const { position } = await reportOf(engine, answer);
      const { size, root, note } = await engine.log.checkpoint();
      expect(position).toMatchObject({ tree_size: size, checkpoint: note });
      expect(position.root).toBe(Buffer.from(root).toString('hex'));
      expect(parseCheckpoint(position.checkpoint)?.size).toBe(size);
      expect(position.view.seq).toBeLessThan(size);
    });

    test('knows nobody else’s answers, and no others', async () => {
      const { engine } = await start();
      const { answer } = await ask(engine);
      expect(await engine.trustReport(answer.answer_id, 'another')).toBeNull();
      expect(await engine.trustReport('ans_none' as AnswerId, 'local')).toBeNull();
    });

    test('says of an empty answer that nothing supports it, with what was looked at', async () => {
      const { engine } = await start();
      const empty = await answerOf(engine, { corpus: CORPUS, q: 'How deep is Lake Quorn?' });
      const report = await reportOf(engine, empty);
      expect(report).toMatchObject({ summary: '', sentences: [], claims: [], counter_evidence: [] });
      expect(report.trust).toMatchObject({
        findings_state: 'UNKNOWN',
        reasons: [{ code: 'no_support', claim: null }],
      });
      expect(report.position.fresh_until).toBeNull();
      expect(report.artefacts.every(({ part }) => part === 'looked_at')).toBe(true);
    });

    test('tells of an answer that was contradicted when it was given', async () => {
      const { engine } = await start();
      await dispute(engine, await ask(engine), ['one', 'two', 'three']);
      const outcome = await askEngine(engine, { corpus: CORPUS, q: Q, mode: 'audit' });
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      expect(outcome.contradicted).toBe(true);
      const report = await reportOf(engine, outcome.value);
      expect(report.trust.findings_state).toBe('FAIL');
      expect(report.claims[0]?.belief?.explained.map(({ kind }) => kind)).toContain('dispute');
    });
  });
}

export async function reportOf(engine: Engine, { answer, tenant }: AnswerView): Promise<TrustReport> {
  const report = await engine.trustReport(answer.answer_id, tenant);
  if (report === null) throw new Error(`no report of ${answer.answer_id}`);
  return report;
}

function byDomain({ artefacts }: TrustReport, domain: string): TrustReport['artefacts'][number] | undefined {
  return artefacts.find((artefact) => artefact.domain === domain);
}

/** By a vetted reader, with a reproduction of its own. */
async function appendDispute(engine: Engine, claim: ClaimAddr, name: string): Promise<void> {
  const evidence = [
    { ref: `https://${name}.example/sounding`, hash: `hash of ${name}`, kind: 'reproduction' as const },
    { ref: `https://${name}.example/sounding-2`, hash: `second hash of ${name}`, kind: 'source' as const },
  ];
  const writer = { actor: name, actorRoot: name, standing: 1_000, tokenId: `t_${name}`, maySupersede: false };
  const done = await engine.appendEvidence({
    claim,
    corpus: CORPUS,
    kind: 'dispute',
    evidence,
    attestations: [],
    stake: null,
    writer,
    idempotency: null,
  });
  if (!done.ok) throw new Error(done.refusal.message);
}
