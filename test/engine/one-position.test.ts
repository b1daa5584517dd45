/** What is read by work at one position while others write, of a store that holds positions for it as one on a server may. */
import { expect, it, onTestFinished } from 'vitest';
import { evidenceCommand } from '../../engine/ledger/append-evidence.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { atOnePosition, forEverybody, type SeenPosition, seenPosition } from '../../graph/caller.ts';
import { ANY_CLAIM } from '../../graph/store/filters.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { ingestInto, jsonLines, viewOf } from './documents.ts';
import { openEmptyEmbedded } from './open-stores.ts';
import { createTestEngine, TestClock } from './test-engine.ts';

const SKY = 'sky';
const REQUEST = { corpus: SKY, isAsOf: false, filter: ANY_CLAIM, prefixes: null };

/** Gives work at one position the head and the corpora as it first saw them. */
function holdingPositions(store: GraphStore): GraphStore {
  const held = new WeakMap<SeenPosition, Map<string, Promise<unknown>>>();
  const hold = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const seen = seenPosition();
    if (seen === null) return read();
    const known = held.get(seen) ?? new Map<string, Promise<unknown>>();
    const value = known.get(name) ?? read();
    held.set(seen, known.set(name, value));
    // Under its name stands what `read` gave.
    return value as Promise<T>;
  };
  return {
    ...store,
    head: () => hold('head', () => store.head()),
    corpora: () => hold('corpora', () => store.corpora()),
    records: (kind, ids) => {
      const read = () => store.records(kind, ids);
      return kind === 'corpora' ? hold(`corpora ${ids.join()}`, read) : read();
    },
  };
}

function disputeBy(actor: string, claim: ClaimAddr) {
  return {
    claim,
    corpus: SKY,
    kind: 'dispute',
    evidence: [{ ref: `https://${actor}.example/`, hash: 'unknown', kind: 'source' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing: 1_000, tokenId: 't', maySupersede: true },
    idempotency: null,
  } as const;
}

async function started() {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  const clock = new TestClock();
  const engine = createTestEngine(holdingPositions(store), clock);
  const document = (id: string, text: string) => ({ id, domain: `${id}.example`, day: '2026-09-01', text });
  const lines = [document('a', 'Saturn has 82 known moons.'), document('b', 'Mars has 2 known moons.')];
  await ingestInto(engine, SKY, [jsonLines(lines)]);
  await engine.beliefProjection.catchUp();
  const append = (claim: ClaimAddr, actor: string) => {
    clock.set(new Date(Date.parse(clock.now()) + 60_000).toISOString());
    return engine.appendEvidence(disputeBy(actor, claim));
  };
  return { engine, append };
}

it('lists claims by what was believed in its view, though the projection of beliefs has followed what was written since', async () => {
  const { engine, append } = await started();
  await atOnePosition(async () => {
    const { view } = await viewOf(engine, SKY);
    const read = async () => {
      const list = await engine.explore.claims({ ...REQUEST, view, belief: ['settled'] });
      const page = {
        by: 'seq',
        descending: false,
        after: null,
        before: null,
        limit: 9,
        isBackward: false,
      } as const;
      const { rows } = await list.page(page);
      return { addrs: rows.map(({ id }) => id), count: await list.count() };
    };
    const before = await read();
    expect(before.addrs).toHaveLength(2);
    const [claim] = before.addrs;
    await forEverybody(async () => {
      for (const actor of ['one', 'two', 'three']) if (claim) await append(claim, actor);
      await engine.beliefProjection.catchUp();
    });
    expect(await read()).toEqual(before);
  });
});

it('supposes evidence behind all that was written since', async () => {
  const { engine, append } = await started();
  const { view } = await viewOf(engine, SKY);
  const selection = { ...REQUEST, view, closedLicences: [], among: null };
  const [claim] = (await engine.store.claimAddrs(selection, 1)).addrs;
  if (claim === undefined) throw new Error('there are claims');
  const suppose = () => engine.whatWouldTurn(evidenceCommand(disputeBy('four', claim)), null);
  await atOnePosition(async () => {
    await engine.store.head();
    await forEverybody(async () => {
      for (const actor of ['one', 'two', 'three']) await append(claim, actor);
    });
    const { beliefs } = await suppose();
    expect(beliefs).toEqual((await forEverybody(suppose)).beliefs);
  });
});
