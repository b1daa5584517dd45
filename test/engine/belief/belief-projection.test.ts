import { expect, it } from 'vitest';
import { manyDocuments } from '../../../bench/many-documents.ts';
import { BeliefProjection } from '../../../engine/belief/projection/belief-projection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { describeBeliefProjection } from '../../conformance/belief-projection.ts';
import { ingestInto } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

describeBeliefProjection('the embedded store', openEmptyEmbedded);

/** Ledgers that one event-loop slice folds, and artefacts that it reads. */
const MOST = { ledgerHeads: 16, artefacts: 32 } as const;

it('folds a few ledgers in an event-loop slice, however many there are', async () => {
  const opened = await openEmptyEmbedded();
  try {
    await ingestInto(createTestEngine(opened.store), 'places', [manyDocuments(0, 60)]);
    const watched = watchedStore(opened.store);
    await new BeliefProjection(watched.store).catchUp();
    const most = watched.end();
    expect(most.get('ledgerHeads')).toBe(MOST.ledgerHeads);
    expect(most.get('artefacts')).toBe(MOST.artefacts);
  } finally {
    await opened.dispose();
  }
});

/** Counts the records that are read by their keys in one event-loop slice, by kind. */
function watchedStore(store: GraphStore) {
  const most = new Map<string, number>();
  let now = new Map<string, number>();
  let ticking = true;
  const tick = () => {
    now = new Map();
    if (ticking) setImmediate(tick);
  };
  setImmediate(tick);
  const records = (kind: string, keys: readonly unknown[]) => {
    const count = (now.get(kind) ?? 0) + keys.length;
    now.set(kind, count);
    most.set(kind, Math.max(most.get(kind) ?? 0, count));
    return store.records(kind as never, keys as never);
  };
  return {
    store: new Proxy(store, {
      get: (target, name) => (name === 'records' ? records : Reflect.get(target, name)),
    }),
    end: () => {
      ticking = false;
      return most;
    },
  };
}
