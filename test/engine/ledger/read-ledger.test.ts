import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Beliefs } from '../../../engine/belief/read-beliefs.ts';
import { type LedgerRequest, readLedger } from '../../../engine/ledger/read-ledger.ts';
import type { CorpusView } from '../../../engine/view.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { changes, corpus, claim as record } from '../../conformance/graph-store/records.ts';
import { said } from '../belief/ledger-events.ts';
import { day, LedgerWorld } from '../belief/ledger-world.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

const LENGTH = 6;

let opened: OpenedStore;
let world: LedgerWorld;

/** Six entries of three kinds, one artefact each; the fourth takes effect late. */
beforeAll(async () => {
  opened = await openEmptyEmbedded();
  world = new LedgerWorld(opened.store, 0);
  await opened.store.transact(async (tx) => {
    await tx.save(
      changes({ head: await tx.head(), corpora: [corpus('space')], claims: [record(0), record(1)] }),
    );
  });
  for (let n = 0; n < LENGTH; n++) await world.observe(n, n);
  await world.say(said('a', { artefacts: [0], on: 1 }));
  await world.say(said('b', { artefacts: [1], on: 2 }));
  await world.say(said('c', { artefacts: [2], on: 3, kind: 'supersede-propose', successor: 1 }));
  await world.say(said('d', { artefacts: [3], on: 50 }));
  await world.say(said('e', { artefacts: [4], on: 4 }));
  await world.say(said('f', { artefacts: [5], on: 5, kind: 'dispute' }));
  await world.say(said('g', { claim: 1, on: 1 }));
});
afterAll(() => opened.dispose());

async function view(until: string): Promise<CorpusView> {
  const { size } = await opened.store.head();
  return { corpus: 'space', snapshot: '', root: '', view: { seq: size - 1, until }, asOf: null };
}

async function read(more: Partial<LedgerRequest> = {}, until = day(100)) {
  const request = { claim: world.claim(0), view: await view(until), after: null, ...more };
  const page = await readLedger(opened.store, new Beliefs(opened.store), request);
  if (!page.ok) throw new Error(page.refusal.reason);
  return page.value;
}

describe('a page of a ledger', () => {
  it.each([
    [1, 1, 5, ['corroborate', 'supersede-propose', 'dispute']],
    [LENGTH - 1, LENGTH - 1, 1, ['dispute']],
    [LENGTH, LENGTH, 0, []],
    [LENGTH + 1, LENGTH, 0, []],
  ])('of at most %i entries has %i and leaves %i', async (limit, length, count, kinds) => {
    const { entries, left } = await read({ limit });
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length }, (_, seq) => seq));
    expect(left).toEqual({ count, kinds });
  });

  it('names observations and successors of its own entries, and the belief over all', async () => {
    const whole = await read();
    const pages = [
      await read({ limit: 2 }),
      await read({ limit: 4, after: whole.entries[1]?.event_id ?? 'e1' }),
    ];
    for (const { belief } of pages) expect(belief.fold).toEqual(whole.belief.fold);
    const [first, second] = pages.map(({ belief }) => belief.context);
    expect(Object.keys(first?.observed ?? {})).toEqual([0, 1].map((n) => world.hashOf(n)));
    expect(first?.successors).toEqual({});
    expect(Object.keys(second?.observed ?? {})).toEqual([2, 3, 4, 5].map((n) => world.hashOf(n)));
    expect(Object.keys(second?.successors ?? {})).toEqual([world.claim(1)]);
    expect({ ...first?.observed, ...second?.observed }).toEqual(whole.belief.context.observed);
  });

  it('continues after an event, also where T leaves out entries between', async () => {
    const { entries } = await read();
    const after = entries[2]?.event_id ?? 'e1';
    const page = await read({ after, limit: 1 }, day(10));
    expect(page.entries.map(({ seq }) => seq)).toEqual([4]);
    expect(page.left).toEqual({ count: 1, kinds: ['dispute'] });
  });

  it.each([
    ['one that T leaves out', async () => (await read()).entries[3]?.event_id],
    ['one of another claim', async () => (await read({ claim: world.claim(1) })).entries[0]?.event_id],
    ['one that nobody wrote', async () => 'e1unknown' as const],
  ])('refuses to go on behind %s', async (_, eventOf) => {
    const after = (await eventOf()) ?? null;
    const request = { claim: world.claim(0), view: await view(day(10)), after };
    const page = await readLedger(opened.store, new Beliefs(opened.store), request);
    expect(page).toMatchObject({ ok: false, refusal: { reason: 'invalid:query' } });
  });
});
