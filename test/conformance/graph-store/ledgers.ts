/** Conformance: ledgers, idempotency and supersession. */
import { expect } from 'vitest';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import { type StoreTest, save } from './harness.ts';
import { artefactId, at, claimAddr, eventId, hash, ledgerEntry } from './records.ts';

export function describeLedgers(test: StoreTest): void {
  test('pages a ledger by its own positions', async ({ store }) => {
    const [zero, one, two] = [ledgerEntry(1, 0), ledgerEntry(1, 1), ledgerEntry(1, 2)];
    await save(store, { ledger: [two, zero, one, ledgerEntry(2, 0)] });
    const claim = claimAddr(1);
    expect(await readRange(store, 'ledger', { claim, after: -1 }, { limit: NO_LIMIT })).toEqual([
      zero,
      one,
      two,
    ]);
    expect(await readRange(store, 'ledger', { claim, after: -1 }, { limit: 2 })).toEqual([zero, one]);
    expect(await readRange(store, 'ledger', { claim, after: 1 }, { limit: 2 })).toEqual([two]);
    expect(await readRange(store, 'ledger', { claim: claimAddr(9), after: -1 }, { limit: NO_LIMIT })).toEqual(
      [],
    );
  });

  test('gives the heads of ledgers in the order asked for', async ({ store }) => {
    const [zero, one, other] = [ledgerEntry(1, 0), ledgerEntry(1, 1), ledgerEntry(2, 0)];
    await save(store, { ledger: [one, zero, other] });
    const addrs = [claimAddr(2), claimAddr(9), claimAddr(1)];
    expect(await store.records('ledgerHeads', addrs)).toEqual([other, null, one]);
  });

  test('gives an entry back with every member', async ({ store }) => {
    const full = ledgerEntry(1, 0, {
      kind: 'supersede-propose',
      stake: { amount: 5, charged: false },
      successor: claimAddr(2),
      authority: 'policy',
      token_id: 't1',
      prev: hash('prev'),
      attestations: ['x'],
    });
    await save(store, { ledger: [full] });
    expect(await store.records('events', [full.event_id])).toEqual([full]);
  });

  test('finds the newest entry of an actor root on a claim', async ({ store }) => {
    const bob = { actor_root: 'root-bob' };
    const ledger = [ledgerEntry(1, 0), ledgerEntry(1, 1, bob), ledgerEntry(1, 2), ledgerEntry(2, 0, bob)];
    await save(store, { ledger });
    const pairs = [
      { claim: claimAddr(1), actorRoot: 'root-bob' },
      { claim: claimAddr(1), actorRoot: 'root-ann' },
      { claim: claimAddr(2), actorRoot: 'root-ann' },
      { claim: claimAddr(2), actorRoot: 'root-bob' },
    ];
    expect(await store.records('latestByActor', pairs)).toEqual([ledger[1], ledger[2], null, ledger[3]]);
    expect(await store.records('latestByActor', [])).toEqual([]);
  });

  test('finds events by id', async ({ store }) => {
    await save(store, { ledger: [ledgerEntry(1, 0), ledgerEntry(2, 0)] });
    const found = await store.records('events', [eventId(2, 0), eventId(9, 9), eventId(1, 0)]);
    expect(found).toEqual([ledgerEntry(2, 0), null, ledgerEntry(1, 0)]);
  });

  test('finds what cites an artefact on any claim, by log position, once each, and counts it', async ({
    store,
  }) => {
    const [item] = ledgerEntry(1, 0).evidence;
    if (item === undefined) throw new Error('an entry without evidence');
    const citing = (ofClaim: number, seq: number, of: readonly number[]) =>
      ledgerEntry(ofClaim, seq, { evidence: of.map((n) => ({ ...item, artefact: artefactId(n) })) });
    const twice = citing(1, 4, [1, 1, 2]);
    await save(store, { ledger: [citing(2, 6, [1]), twice, ledgerEntry(1, 2), citing(3, 5, [2])] });
    await save(store, { ledger: [twice] });
    expect(await store.eventsCiting(artefactId(1), 9)).toEqual({
      first: [twice, citing(2, 6, [1])],
      total: 2,
    });
    expect(await store.eventsCiting(artefactId(2), 1)).toEqual({ first: [twice], total: 2 });
    expect(await store.eventsCiting(artefactId(9), 9)).toEqual({ first: [], total: 0 });
  });

  test('stores idempotency keys', async ({ store }) => {
    const once = { key: 'org:abc', request_hash: hash('body'), result_id: eventId(1, 0) };
    await save(store, { idempotency: [once] });
    expect(await store.records('idempotency', ['org:abd', 'org:abc', 'ORG:ABC'])).toEqual([null, once, null]);
  });

  test('names each predecessor once, in the order of first proposals', async ({ store }) => {
    const propose = (ofClaim: number, seq: number, logSeq: number) =>
      ledgerEntry(ofClaim, seq, {
        kind: 'supersede-propose',
        successor: claimAddr(9),
        log: { seq: logSeq, tree_size: logSeq + 1, root: hash('r') },
      });
    const ledger = [propose(3, 0, 4), propose(1, 0, 7), propose(3, 1, 9), ledgerEntry(2, 0)];
    await save(store, { ledger });
    const found = await store.ranges('predecessors', { by: [claimAddr(9), claimAddr(1)] });
    expect(found).toEqual([[claimAddr(3), claimAddr(1)], []]);
  });

  test('does not mix ledgers whose addresses begin alike', async ({ store }) => {
    await save(store, { ledger: [ledgerEntry(1, 0), ledgerEntry(11, 0, { at: at(3) })] });
    expect(await readRange(store, 'ledger', { claim: claimAddr(1), after: -1 }, { limit: NO_LIMIT })).toEqual(
      [ledgerEntry(1, 0)],
    );
  });
}
