import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../../engine/answer/answer.ts';
import type { Engine } from '../../../engine/engine.ts';
import { ANSWER_STAGES } from '../../../engine/ports.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { answerOf, ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const MOONS = { corpus: 'sky', q: 'How many moons does Saturn have?' };
const DAY = '2026-09-01';

async function start() {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  return createTestEngine(opened.store);
}

/** The claim that answers, and the artefact of `b.example`. */
async function claimAndArtefact(engine: Engine) {
  const [claim] = (await answerOf(engine, MOONS)).answer.claims;
  const [artefacts] = await engine.store.ranges('artefactsByRef', {
    corpus: 'sky',
    by: ['https://b.example/b'],
  });
  const record = artefacts?.[0]?.record;
  if (claim === undefined || record === undefined) throw new Error('nothing to dispute');
  return { claim: claim.addr, record };
}

async function dispute(
  engine: Engine,
  claim: ClaimAddr,
  actor: string,
  evidence: { readonly ref: string; readonly hash: string },
): Promise<void> {
  await engine.appendEvidence({
    claim,
    corpus: 'sky',
    kind: 'dispute',
    evidence: [{ ...evidence, kind: 'source' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing: 100, tokenId: `t-${actor}`, maySupersede: false },
    idempotency: null,
  });
}

describe('asking', () => {
  test('reports every stage of a new answer once and in order, and no stage of a stored one', async () => {
    const { store, dispose } = await openEmptyEmbedded();
    onTestFinished(dispose);
    const stages: string[] = [];
    const engine = createTestEngine(store, undefined, null, undefined, {
      ended: (stage) => stages.push(stage),
    });
    await ingestInto(engine, 'sky', [
      jsonLines([{ id: 'a', text: 'Saturn has 62 known moons.', domain: 'a.example', day: DAY }]),
    ]);
    const first = await answerOf(engine, MOONS);
    expect(stages).toEqual(ANSWER_STAGES);
    expect(await answerOf(engine, MOONS)).toEqual(first);
    expect(stages).toEqual(ANSWER_STAGES);
    await answerOf(engine, { ...MOONS, q: 'Who grew the lighthouse?' });
    expect(stages).toEqual([...ANSWER_STAGES, ...ANSWER_STAGES]);
  });

  test('answers a question in another normal form, or with blanks around it, from the same words', async () => {
    const answers: Answer[] = [];
    for (const q of [
      'How many communes does Réunion have?',
      '  How many communes does Re\u0301union have? ',
    ]) {
      const engine = await start();
      const text = 'Réunion has 24 communes.';
      await ingestInto(engine, 'isles', [jsonLines([{ id: 'a', text, domain: 'a.example', day: DAY }])]);
      answers.push((await answerOf(engine, { corpus: 'isles', q })).answer);
    }
    expect(answers[0]?.summary).toContain('24');
    expect(answers[1]).toEqual(answers[0]);
  });

  test('quotes a disputing artefact up to a whole character', async () => {
    const engine = await start();
    // The 240th unit is the first half of a character of two.
    const against = `${'a'.repeat(239)}🪐 is not what was counted`;
    await ingestInto(engine, 'sky', [
      jsonLines([
        { id: 'a', text: 'Saturn has 62 known moons.', domain: 'a.example', day: DAY },
        { id: 'b', text: against, domain: 'b.example', day: DAY },
      ]),
    ]);
    const { claim, record } = await claimAndArtefact(engine);
    await dispute(engine, claim, 'ann', { ref: record.url, hash: record.hash });
    const { answer } = await answerOf(engine, MOONS);
    const shown = answer.claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
    expect(shown.map(({ reason, quote }) => [reason, quote])).toEqual([['disputes', 'a'.repeat(239)]]);
    expect(shown[0]?.artefact_id).toBe(record.artefact_id);
  });

  test('shows the newest hundred disputes of a claim and none before', async () => {
    const engine = await start();
    const other = { id: 'b', text: 'Counting is hard.', domain: 'b.example', day: DAY };
    const stated = { id: 'a', text: 'Saturn has 62 known moons.', domain: 'a.example', day: DAY };
    await ingestInto(engine, 'sky', [jsonLines([stated, other])]);
    const { claim, record } = await claimAndArtefact(engine);
    const shown = async () => {
      const { answer } = await answerOf(engine, { ...MOONS, mode: 'light' });
      return answer.claim_clusters.flatMap(({ counterfactuals }) => counterfactuals).length;
    };
    await dispute(engine, claim, 'first', { ref: record.url, hash: record.hash });
    for (let index = 1; index < 100; index += 1) {
      await dispute(engine, claim, `more-${index}`, { ref: `https://c.example/${index}`, hash: 'unseen' });
    }
    expect(await shown()).toBe(1);
    await dispute(engine, claim, 'last', { ref: 'https://c.example/last', hash: 'unseen' });
    expect(await shown()).toBe(0);
  });

  test('seeds the selection with the snapshot that was asked at, whatever was committed since', async () => {
    const engine = await start();
    const state = (id: string, moons: number) =>
      jsonLines([{ id, text: `Saturn has ${moons} known moons.`, domain: `${id}.example`, day: DAY }]);
    await ingestInto(engine, 'sky', [state('a', 62)]);
    const view = await viewOf(engine, 'sky');
    const seedOf = async (tenant: string) => {
      const asked = await engine.ask(
        { q: MOONS.q, k: 10, mode: 'light', maxSnapshotAge: null, view },
        tenant,
      );
      const id = asked.ok ? asked.value.answer.answer_id : 'ans_';
      return (await engine.receipt(id, tenant))?.receipt.seed;
    };
    const seed = await seedOf('first');
    await ingestInto(engine, 'sky', [state('b', 82)]);
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(await seedOf('second')).toBe(seed);
  });
});
