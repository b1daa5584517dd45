/** What-if: the verdicts that a command would change, now and as of a time, on any store. */
import { describe, expect, test } from 'vitest';
import { planRedaction } from '../../engine/artefact/redact.ts';
import { planWithdrawal } from '../../engine/artefact/withdraw.ts';
import { Beliefs } from '../../engine/belief/read-beliefs.ts';
import { evidenceCommand } from '../../engine/ledger/append-evidence.ts';
import type { EvidenceRequest } from '../../engine/ledger/evidence-request.ts';
import { viewOf } from '../../engine/view.ts';
import { type ClaimAddr, claimCorpusOf } from '../../graph/address.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { answerOf, type TestDocument } from '../engine/documents.ts';
import type { OpenStore } from './graph-store/harness.ts';
import { ATLAS, DEPTH, granted, idOf, QUESTION, startLake, TIMEOUT_MS } from './lake.ts';
import { projectionsOf } from './projections.ts';

export function describeWhatWouldTurn(name: string, open: OpenStore): void {
  const start = (documents?: readonly TestDocument[]) => startLake(open, documents);

  describe(`what would turn on ${name}`, { timeout: TIMEOUT_MS }, () => {
    test('is what then does turn, for withdrawal and for redaction, and nothing was written', async () => {
      for (const [plan, write] of [
        [planWithdrawal, 'withdraw'],
        [planRedaction, 'redact'],
      ] as const) {
        const { engine, store } = await start([DEPTH, ATLAS]);
        const { answer } = await answerOf(engine, QUESTION);
        await answerOf(engine, { ...QUESTION, tenant: 'acme', mode: 'audit' });
        await answerOf(engine, { ...QUESTION, q: 'Who painted the ceiling?' });
        await engine.monitor.catchUp();
        const [artefact = 'a1none'] = answer.evidence_set.artefact_ids;
        const request = { artefact, reason: 'x', by: null };
        const before = await everything(store);
        const { result, turns: would } = await engine.whatWouldTurn(plan(request), null);
        expect(await everything(store)).toEqual(before);
        expect(would.length).toBeGreaterThan(0);
        const supposed = granted<{ repeated: boolean }>(result);
        expect(supposed.repeated).toBe(false);
        granted<unknown>(await engine[write](request));
        await engine.monitor.catchUp();
        const did = (
          await Promise.all(
            ['local', 'acme'].map(async (tenant) =>
              (
                await engine.findingsAfter(tenant, before.head.size, null)
              ).map(({ seq, body }) => {
                const { answer_id: answerId, from, to, reasons } = body;
                return { seq, turn: { answerId, tenant, from, to, reasons } };
              }),
            ),
          )
        ).flat();
        expect(would).toEqual(did.toSorted((a, b) => a.seq - b.seq).map(({ turn }) => turn));
      }
    });

    test('is what an evidence event does turn', async () => {
      const { engine, store } = await start();
      const { answer } = await answerOf(engine, QUESTION);
      const [claim = 'wx://lakes/claim/c1none'] = answer.claims.map(({ addr }) => addr);
      const event = (actor: string) => disputeOf(claim, actor);
      const seen: string[] = [];
      for (const actor of ['ann', 'bob', 'eve', 'kim']) {
        await engine.monitor.catchUp();
        const before = await everything(store);
        const would = await engine.whatWouldTurn(evidenceCommand(event(actor)), 'local');
        expect(await everything(store)).toEqual(before);
        const believed = await foldOf(store, claim);
        const did = granted(await engine.appendEvidence(event(actor)));
        const [belief] = would.beliefs;
        expect(would.beliefs).toHaveLength(1);
        expect([belief?.before, belief?.after]).toEqual([believed, await foldOf(store, claim)]);
        expect(belief?.part).toMatchObject({ event_id: did.entry.event_id, kind: 'dispute', open: true });
        expect(granted(would.result).entry.event_id).toBe(did.entry.event_id);
        await engine.monitor.catchUp();
        const turned = await engine.findingsAfter('local', before.head.size, null);
        expect(would.turns).toEqual(
          turned.map(({ tenant, body }) => {
            return { answerId: body.answer_id, tenant, from: body.from, to: body.to, reasons: body.reasons };
          }),
        );
        seen.push(...turned.map(({ body }) => `${body.from} ${body.to}`));
      }
      expect(seen.length).toBeGreaterThan(0);
    });

    test('is of an event that its actor repeats: no belief, and no verdict', async () => {
      const { engine } = await start();
      const { answer } = await answerOf(engine, QUESTION);
      const [claim = 'wx://lakes/claim/c1none'] = answer.claims.map(({ addr }) => addr);
      granted(await engine.appendEvidence(disputeOf(claim, 'ann')));
      const again = await engine.whatWouldTurn(evidenceCommand(disputeOf(claim, 'ann')), null);
      expect([granted(again.result).repeated, again.beliefs, again.turns]).toEqual([true, [], []]);
    });

    test('is shown of one tenant alone where one asks', async () => {
      const { engine } = await start();
      await answerOf(engine, { ...QUESTION, tenant: 'acme' });
      await engine.monitor.catchUp();
      const command = planWithdrawal({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null });
      expect((await engine.whatWouldTurn(command, 'acme')).turns).toMatchObject([
        { from: 'PASS', to: 'FAIL' },
      ]);
      expect((await engine.whatWouldTurn(command, 'rival')).turns).toEqual([]);
    });

    test('is nothing for what is refused and for what was said before', async () => {
      const { engine } = await start();
      await answerOf(engine, QUESTION);
      const request = { artefact: await idOf(engine, 'survey'), reason: 'x', by: null };
      const none = await engine.whatWouldTurn(planWithdrawal({ ...request, artefact: 'a1none' }), null);
      expect([none.result.ok, none.turns, none.beliefs]).toEqual([false, [], []]);
      granted(await engine.withdraw(request));
      await engine.monitor.catchUp();
      const again = await engine.whatWouldTurn(planWithdrawal(request), null);
      expect([granted(again.result).repeated, again.turns]).toEqual([true, []]);
    });
  });

  describe(`what would have turned by a time on ${name}`, { timeout: TIMEOUT_MS }, () => {
    /** Two answers, of noon and of four o'clock; it is eight. */
    const afternoon = async () => {
      const { engine, clock } = await start();
      const first = await answerOf(engine, QUESTION);
      clock.set('2026-10-01T16:00:00.000Z');
      const second = await answerOf(engine, { ...QUESTION, mode: 'audit' });
      clock.set('2026-10-01T20:00:00.000Z');
      await engine.monitor.catchUp();
      const withdrawal = planWithdrawal({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null });
      const idsOf = async (asOf: string | null) =>
        (await engine.whatWouldTurn(withdrawal, 'local', asOf)).turns.map(({ answerId }) => answerId);
      return {
        engine,
        clock,
        first: first.answer.answer_id,
        second: second.answer.answer_id,
        withdrawal,
        idsOf,
      };
    };

    test('is of the answers that had been given by then', async () => {
      const { first, second, idsOf } = await afternoon();
      expect(await idsOf('2026-10-01T11:59:59.999Z')).toEqual([]);
      expect(await idsOf('2026-10-01T15:59:59.999Z')).toEqual([first]);
      expect(await idsOf('2026-10-01T18:00:00.000Z')).toEqual([first, second]);
    });

    test('is at a time to come what it is now', async () => {
      const { engine, withdrawal } = await afternoon();
      const now = await engine.whatWouldTurn(withdrawal, 'local');
      expect(now.turns).toHaveLength(2);
      expect(await engine.whatWouldTurn(withdrawal, 'local', '2027-01-01T00:00:00.000Z')).toEqual(now);
    });

    test('is not held up by what was said later, and is nothing from then on', async () => {
      const { engine, first, second, idsOf } = await afternoon();
      granted(await engine.withdraw({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null }));
      await engine.monitor.catchUp();
      expect(await idsOf('2026-10-01T18:00:00.000Z')).toEqual([first, second]);
      expect(await idsOf('2026-10-01T20:00:00.000Z')).toEqual([]);
      expect(await idsOf(null)).toEqual([]);
    });

    test('is what it was then, whatever has been said since', async () => {
      const { engine, clock, first } = await afternoon();
      const view = await engine.answer(first, 'local');
      const [claim = 'wx://lakes/claim/c1none'] = (view?.answer.claims ?? []).map(({ addr }) => addr);
      const supposed = async (asOf: string | null) => {
        await engine.monitor.catchUp();
        const { turns } = await engine.whatWouldTurn(evidenceCommand(disputeOf(claim, 'kim')), 'local', asOf);
        return turns.map(({ answerId, from, to }) => ({ answerId, from, to }));
      };
      const seen: (readonly [string, object[]])[] = [];
      for (const [minute, actor] of ['ann', 'bob', 'eve', 'joe'].entries()) {
        const time = `2026-10-01T21:0${minute}:00.000Z`;
        clock.set(time);
        seen.push([time, await supposed(null)]);
        clock.set(`2026-10-01T21:0${minute}:30.000Z`);
        granted(await engine.appendEvidence(disputeOf(claim, actor)));
      }
      expect(new Set(seen.map(([, turns]) => turns.length))).toEqual(new Set([0, 2]));
      for (const [time, turns] of seen) expect(await supposed(time), time).toEqual(turns);
    });
  });
}

async function foldOf(store: GraphReader, claim: ClaimAddr): Promise<unknown> {
  const corpus = (await store.corpora()).find(({ name }) => name === claimCorpusOf(claim));
  if (corpus === undefined) throw new Error('the claim is of no corpus');
  return (await new Beliefs(store).read([claim], viewOf(corpus, null).view)).get(claim)?.fold ?? null;
}

async function everything(store: GraphReader) {
  return {
    head: await store.head(),
    cursor: await store.note('findings.cursor'),
    all: await projectionsOf(store),
  };
}

function disputeOf(claim: ClaimAddr, actor: string): EvidenceRequest {
  return {
    claim,
    corpus: 'lakes',
    kind: 'dispute',
    evidence: [{ ref: `https://${actor}.example`, hash: `of ${actor}`, kind: 'reproduction' }],
    attestations: [],
    stake: null,
    idempotency: null,
    writer: { actor, actorRoot: actor, standing: 1_000, tokenId: actor, maySupersede: false },
  };
}
