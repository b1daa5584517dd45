/** Of every operation, what is read for a caller ends when they leave, and what is written is written to its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WatchedReads } from '../../../conformance/watched-reads.ts';
import { requestTo } from '../rest-fixture.ts';
import type { OperationCases } from './cases.ts';
import { MATRIX } from './matrix.ts';
import { CALLER, openScene, type Scene } from './scene.ts';

/** More than any operation reads. */
const MAX_READS = 400;
/** Within this whatever was begun has come to its end. */
const SETTLED_MS = 20;
/** Who calls is found out for every operation alike, and the envelope, which nobody gets, names the corpus. */
const AROUND: ReadonlySet<string> = new Set([
  'records keysByHash',
  'records keys',
  'ranges revocations',
  'corpora',
  'records corpora',
]);

/** Read once, for everybody who wants the same: models and vectors, voices, the number of documents, costs of ledgers. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  agentSearch: ['blobs', 'ranges voices', 'counts', 'ranges artefacts', 'ranges ledger'],
  engineSearch: ['blobs', 'counts', 'ranges artefacts'],
};
/** The numbers of a corpus are nothing else. */
const ONLY_SHARED = 'getStats';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Calls for one who leaves at that read; null where there are fewer. */
async function callAndLeave(
  { contract, ok }: OperationCases,
  turn: number,
): Promise<readonly string[] | null> {
  const { path, body, bearer: token = null, headers = {}, rest } = await ok.make(scene);
  if (rest !== undefined) throw new Error('the usual server would not be asked');
  const watched = new WatchedReads();
  const leaving = new AbortController();
  const engine = scene.fixture.engineOver(watched.around(scene.fixture.store));
  const request = requestTo(path, { method: contract.method, body, token, headers });
  watched.at(turn, () => leaving.abort());
  await scene.fixture.rest({}, engine)(new Request(request, { signal: leaving.signal }), CALLER);
  await sleep(SETTLED_MS);
  return leaving.signal.aborted ? watched.since : null;
}

const readings = MATRIX.filter(({ ok, contract }) => !ok.stores && contract.id !== ONLY_SHARED);

describe.each(readings)('$contract.id, which writes nothing', (cases) => {
  it('has nothing more read, wherever its caller leaves', { timeout: 120_000 }, async () => {
    const others = new Set([...AROUND, ...(SHARED[cases.contract.id] ?? [])]);
    for (let turn = 1; turn < MAX_READS; turn += turn < 20 ? 1 : 7) {
      const after = await callAndLeave(cases, turn);
      if (after === null) break;
      expect([turn, after.filter((name) => !others.has(name))]).toEqual([turn, []]);
    }
    expect(scene.fixture.faults).toEqual([]);
  });
});

describe.each(MATRIX.filter(({ ok }) => ok.stores))('$contract.id, which writes', (cases) => {
  it.each([1, 2])('is done to its end where its caller leaves at read %i', async (turn) => {
    const { store } = scene.fixture;
    const before = await store.head();
    expect(await callAndLeave(cases, turn)).not.toBeNull();
    expect((await store.head()).size).toBeGreaterThan(before.size);
    expect(scene.fixture.faults).toEqual([]);
  });
});
