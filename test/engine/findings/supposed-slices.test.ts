/** What one event-loop slice of a supposed withdrawal of many artefacts reads, counted: others of the process run between two slices. */
import { expect, it, onTestFinished } from 'vitest';
import { planWithdrawals } from '../../../engine/artefact/withdraw.ts';
import { whatWouldTurn } from '../../../engine/findings/what-would-turn.ts';
import type { Command } from '../../../graph/log/command.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { artefact, artefactId, at, CORPUS, corpus } from '../../conformance/graph-store/records.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

/** Artefacts that are looked up in a slice. */
const AT_ONCE = 100;
const MANY = 3 * AT_ONCE + 1;
const IDS = Array.from({ length: MANY }, (_, n) => artefactId(n));
const COMMAND = planWithdrawals(IDS, { reason: 'supposed', by: null });

async function stored(): Promise<GraphStore> {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  await save(store, {
    corpora: [corpus(CORPUS, { size: 0 })],
    artefacts: IDS.map((_, n) => artefact(n)),
  });
  return store;
}

/** Artefacts that each event-loop slice reads, and how many reads there are. */
function watched(store: GraphStore) {
  const slices = [0];
  let reads = 0;
  let ticking = true;
  const tick = () => {
    slices.push(0);
    if (ticking) setImmediate(tick);
  };
  setImmediate(tick);
  const reader = substituted(store, {
    records: {
      artefacts: (ids) => {
        reads += 1;
        slices.push((slices.pop() ?? 0) + ids.length);
        return store.records('artefacts', ids);
      },
    },
  });
  return {
    reader,
    reads: () => reads,
    end: () => {
      ticking = false;
      return slices.filter((read) => read > 0);
    },
  };
}

it('looks up a hundred of the artefacts that are to be withdrawn, in one read', async () => {
  const { reader, reads, end } = watched(await stored());
  const { entries } = await COMMAND(reader, at(MANY));
  expect(entries).toHaveLength(MANY);
  expect(reads()).toBe(4);
  expect(end()).toEqual([AT_ONCE, AT_ONCE, AT_ONCE, 1]);
});

it('reads each artefact once, whatever the command, the projection and the evaluation ask for', async () => {
  const { reader, end } = watched(await stored());
  const context = { reader, refuses: () => false, now: at(MANY), tenant: null, asOf: null };
  const { result } = await whatWouldTurn(context, COMMAND);
  expect(result).toBe(MANY);
  expect(end()).toEqual([AT_ONCE, AT_ONCE, AT_ONCE, 1]);
});

it('places what is supposed behind what others write meanwhile', async () => {
  const store = await stored();
  let size = 7;
  const reader = { ...store, head: async () => ({ ...(await store.head()), size }) };
  const command: Command<number[]> = async (state, now) => {
    const { entries } = await COMMAND(state, now);
    size = 9;
    return { entries, result: (placed) => placed.map(({ entry }) => entry.seq) };
  };
  const context = { reader, refuses: () => false, now: at(MANY), tenant: null, asOf: null };
  const { result } = await whatWouldTurn(context, command);
  expect(result).toEqual(IDS.map((_, n) => 9 + n));
});
