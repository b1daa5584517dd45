import { expect, onTestFinished, test } from 'vitest';
import { readRivals } from '../../../engine/belief/read-rivals.ts';
import type { EvidenceRequest } from '../../../engine/ledger/evidence-request.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { disputeBy } from '../annotated.ts';
import { answerOf, ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const WORDINGS = ['Saturn has 146 known moons.', 'Saturn now has 146 known moons.'];
const OTHER = 'Saturn has 62 known moons.';

/** Two wordings of one claim, of two publishers, and a claim that contradicts them and is older. */
async function planets() {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  const engine = createTestEngine(store);
  const documents = [OTHER, ...WORDINGS].map((text, n) => {
    return { id: `d${n}`, text, domain: `d${n}.example`, day: `2026-09-0${n + 1}`, title: `Paper ${n}` };
  });
  await ingestInto(engine, 'sky', [jsonLines(documents)]);
  const entries = await store.entries({ after: -1, limit: 1_000, types: ['claim.asserted'] });
  const addrs = new Map(
    entries.flatMap(({ entry: { body } }) =>
      body.type === 'claim.asserted' ? [[body.core.text, body.addr] as const] : [],
    ),
  );
  const addrOf = (text = ''): ClaimAddr => addrs.get(text) ?? 'wx://sky/claim/c1none';
  return { engine, store, first: addrOf(WORDINGS[0]), alias: addrOf(WORDINGS[1]), other: addrOf(OTHER) };
}

function evidence(claim: ClaimAddr, actor: string, parts: Partial<EvidenceRequest> = {}): EvidenceRequest {
  return {
    ...{ claim, corpus: 'sky', kind: 'corroborate', attestations: [], stake: null, idempotency: null },
    evidence: [{ ref: `https://${actor}.example/seen`, hash: `seen by ${actor}`, kind: 'source' }],
    writer: { actor, actorRoot: actor, standing: 700, tokenId: 'test', maySupersede: false },
    ...parts,
  };
}

test('evidence on an alias is in the ledger of the canonical claim, from which both are read', async () => {
  const { engine, first, alias } = await planets();
  const appended = await engine.appendEvidence(evidence(alias, 'ann'));
  expect(appended).toMatchObject({ ok: true, value: { repeated: false, entry: { claim: first } } });
  const view = await viewOf(engine, 'sky');
  const pages = await Promise.all(
    [first, alias].map((claim) => engine.readLedger({ claim, view, after: null })),
  );
  expect(pages[1]).toEqual(pages[0]);
  expect(pages[1]).toMatchObject({ ok: true, value: { claim: first } });
  const views = await engine.claims([first, alias], null);
  expect(views[1]?.belief.fold).toEqual(views[0]?.belief.fold);
  expect(views[1]?.claim.addr).toBe(alias);
});

test('the same evidence on another wording is the same event', async () => {
  const { engine, first, alias } = await planets();
  const one = await engine.appendEvidence(evidence(first, 'ann'));
  const again = await engine.appendEvidence(evidence(alias, 'ann'));
  expect(again).toMatchObject({ ok: true, value: { repeated: true } });
  expect(one.ok && again.ok && again.value.entry.event_id === one.value.entry.event_id).toBe(true);
});

test('a successor is named by any of its wordings, and no claim succeeds itself', async () => {
  const { engine, first, alias, other } = await planets();
  const proposing = (claim: ClaimAddr, successor: ClaimAddr) =>
    engine.appendEvidence(
      evidence(claim, 'ann', {
        kind: 'supersede-propose',
        evidence: [{ ref: successor, hash: 'read', kind: 'source' }],
      }),
    );
  expect(await proposing(other, alias)).toMatchObject({
    ok: true,
    value: { entry: { claim: other, successor: first } },
  });
  expect(await proposing(first, alias)).toMatchObject({
    ok: false,
    refusal: { reason: 'denied:successor_missing' },
  });
  expect(await proposing(alias, first)).toMatchObject({
    ok: false,
    refusal: { reason: 'denied:successor_missing' },
  });
});

test('an answer that quotes an alias is followed by the ledger that it shares', async () => {
  const { engine, first, alias } = await planets();
  const answer = await answerOf(engine, { corpus: 'sky', q: 'How many moons does Saturn have?' });
  const quoted = answer.answer.claims.map(({ addr }) => addr);
  expect([first, alias].some((addr) => quoted.includes(addr))).toBe(true);
  const [record] = await engine.store.records('answers', [answer.answer.answer_id]);
  expect([...(record?.body.claims ?? []), ...(record?.body.ledgers ?? [])]).toContain(first);
  expect(answer.trust.findings_state).toBe('PASS');
  for (const actor of ['ann', 'bob', 'cid']) await disputeBy(engine, alias, actor);
  await engine.monitor.catchUp();
  const [latest] = await engine.store.records('latestFindings', [answer.answer.answer_id]);
  expect(latest?.body.to).not.toBe('PASS');
});

test('rivals are the canonical claims of the slot, from either side, and none before the log has them', async () => {
  const { engine, store, first, alias, other } = await planets();
  const views = await engine.claims([first, alias, other], null);
  expect(views.map((view) => view?.rivals)).toEqual([[other], [other], [first]]);
  const [record] = await store.records('claims', [first]);
  const before = await readRivals(store, [other], { seq: (record?.seq ?? 0) - 1 });
  expect(before.get(other)).toEqual([]);
});
